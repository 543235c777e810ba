#include "core/language/line_standing.h"

#include <algorithm>
#include <cassert>

namespace lookback {
namespace {

using Units = std::span<const Unit>;

/// The places of some units at which lines end that are the text's.
class ReachedLines {
public:
    explicit ReachedLines(Units units) : units_(units), ends_(units.size() + 1) {}

    /// A line, or its end, may stand at this place.
    void go(std::size_t from, Units line) {
        const Units rest = units_.subspan(from);
        const std::size_t length = std::min(rest.size(), line.size());
        if (length == 0 ||
            !std::equal(line.begin(), line.begin() + asDistance(length), rest.begin())) {
            return;
        }
        if (length == line.size()) {
            ends_[from + length] = true;
        } else {
            is_begun_ = true;
        }
    }

    [[nodiscard]] bool isReached(std::size_t place) const { return ends_[place]; }
    [[nodiscard]] LineStanding standing() const {
        if (ends_.back()) return LineStanding::whole;
        return is_begun_ ? LineStanding::begun : LineStanding::none;
    }

private:
    static std::ptrdiff_t asDistance(std::size_t length) {
        return static_cast<std::ptrdiff_t>(length);
    }

    Units units_;
    std::vector<bool> ends_;  // of lines, by place
    bool is_begun_ = false;
};

/// Calls `use` with every line, its line break included.
template <class Use>
void eachLine(const UnitText& text, Use use) {
    for (std::size_t k = 0; k < text.lines.size(); ++k) {
        const auto begin = static_cast<std::size_t>(text.lines[k]);
        const bool is_last = k + 1 == text.lines.size();
        const auto end = is_last ? text.units.size() : static_cast<std::size_t>(text.lines[k + 1]);
        use(Units(text.units).subspan(begin, end - begin));
    }
}

bool beginsLine(const UnitText& text, Unit unit) {
    return std::any_of(text.lines.begin(), text.lines.end(), [&](Index line) {
        return text.units[static_cast<std::size_t>(line)] == unit;
    });
}

}  // namespace

LineStanding standingOf(const UnitText& text, WindowStarts starts, std::span<const Unit> units) {
    assert(!units.empty());
    ReachedLines reached(units);
    const bool begins = starts == WindowStarts::lines && beginsLine(text, units.front());
    eachLine(text, [&](Units line) {
        reached.go(0, line);
        for (std::size_t from = 1; !begins && from < line.size(); ++from) {
            if (line[from] == units.front()) reached.go(0, line.subspan(from));
        }
    });
    for (std::size_t place = 1; place < units.size(); ++place) {
        if (!reached.isReached(place)) continue;
        eachLine(text, [&](Units line) { reached.go(place, line); });
    }
    return reached.standing();
}

}  // namespace lookback
