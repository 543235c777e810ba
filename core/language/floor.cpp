#include "core/language/floor.h"

#include <cmath>
#include <limits>
#include <unordered_map>

namespace lookback {
namespace {

/// Numbers keys 0, 1, 2 ... in the order of their first use: a hash table with open addressing, at
/// most three quarters full. On ten million characters it is 2.5 to 4 times as fast as
/// std::unordered_map, and 1.5 to 2 times as fast as sorting the keys.
class KeyNumbers {
public:
    KeyNumbers() : slots_(std::size_t{1} << bits_) {}

    std::uint32_t numberOf(std::uint64_t key) {
        Slot& slot = slotOf(key);
        if (slot.number != kEmpty) return slot.number;
        const std::uint32_t number = count_++;
        slot = {key, number};
        if (4 * std::size_t{count_} > 3 * slots_.size()) grow();
        return number;
    }

private:
    static constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t number = kEmpty;
    };

    /// The slot of a key, or the empty slot that it gets.
    [[nodiscard]] Slot& slotOf(std::uint64_t key) {
        constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio, odd
        const std::size_t mask = slots_.size() - 1;
        auto at = static_cast<std::size_t>(key * kMultiplier >> (64 - bits_));
        while (slots_[at].number != kEmpty && slots_[at].key != key) at = (at + 1) & mask;
        return slots_[at];
    }

    void grow() {
        ++bits_;
        std::vector<Slot> before(std::size_t{1} << bits_);
        before.swap(slots_);
        for (const Slot& slot : before) {
            if (slot.number != kEmpty) slotOf(slot.key) = slot;
        }
    }

    unsigned bits_ = 10;
    std::uint32_t count_ = 0;
    std::vector<Slot> slots_;
};

/// Calls `isGivenUp` for one in 131,072 elements of a long loop, some times a second.
class SeldomAsked {
public:
    explicit SeldomAsked(const GivesUp& gives_up) : gives_up_(gives_up) {}

    /// To be called for every element of the loop.
    [[nodiscard]] bool isGivenUp() {
        constexpr unsigned kElements = 1U << 17;
        return ++count_ % kElements == 0 && lookback::isGivenUp(gives_up_);
    }

private:
    const GivesUp& gives_up_;
    unsigned count_ = 0;
};

using Classes = std::vector<std::uint32_t>;

/// A number for every place of the text: equal numbers where the same `length` units follow. Each
/// round doubles the number of units that a class stands for: places are equal for 2k units where
/// their classes for k units are equal, there and k units later.
Classes classesOf(const std::vector<Unit>& units, std::size_t length, const GivesUp& gives_up) {
    Classes classes(units.begin(), units.end());
    SeldomAsked asked(gives_up);
    for (std::size_t known = 1; known < length;) {
        const std::size_t step = std::min(known, length - known);
        known += step;
        KeyNumbers numbers;
        for (std::size_t at = 0; at + known <= units.size(); ++at) {
            if (asked.isGivenUp()) return classes;
            classes[at] = numbers.numberOf(std::uint64_t{classes[at]} << 32 | classes[at + step]);
        }
    }
    return classes;
}

/// The sum over the windows of log(how many of them have the same class).
double sumOfLogs(const Classes& classes, std::span<const Index> starts, const GivesUp& gives_up) {
    // The order of this container's elements decides the last bit of the sum.
    std::unordered_map<std::uint32_t, double> counts;
    SeldomAsked asked(gives_up);
    for (const Index start : starts) {
        if (asked.isGivenUp()) return 0;
        ++counts[classes[static_cast<std::size_t>(start)]];
    }
    double sum = 0;
    for (const auto& [number, count] : counts) sum += count * std::log(count);
    return sum;
}

/// The windows of a text, classed by their first unit and by all their units.
class WindowClasses {
public:
    WindowClasses(const UnitText& text, Index context, const GivesUp& gives_up)
        : context_(context),
          gives_up_(gives_up),
          first_(text.units.begin(), text.units.end()),
          whole_(classesOf(text.units, static_cast<std::size_t>(context) + 1, gives_up)) {}

    [[nodiscard]] double floor(std::span<const Index> starts) const {
        // The sum of log(count before / count with the next unit) over the places of a window
        // telescopes: only the first and the last count remain.
        const double gained =
            sumOfLogs(first_, starts, gives_up_) - sumOfLogs(whole_, starts, gives_up_);
        return gained / static_cast<double>(starts.size()) / static_cast<double>(context_);
    }

private:
    Index context_;
    const GivesUp& gives_up_;
    Classes first_;  // by the first unit
    Classes whole_;  // by all units
};

}  // namespace

double lossFloor(const UnitText& text, Index context) {
    return lossFloor(text, context, text.train_starts);
}

double lossFloor(const UnitText& text, Index context, std::span<const Index> starts) {
    const GivesUp never;
    return WindowClasses(text, context, never).floor(starts);
}

LossFloors lossFloors(const UnitText& text, Index context, std::span<const Index> starts,
                      const GivesUp& gives_up) {
    const WindowClasses classes(text, context, gives_up);
    const double all = classes.floor(text.train_starts);
    const bool are_all = starts.size() == text.train_starts.size();
    return {.all = all, .some = are_all ? all : classes.floor(starts)};
}

}  // namespace lookback
