#include "core/language/floor.h"

#include <cmath>
#include <unordered_map>

namespace lookback {
namespace {

using Classes = std::vector<std::uint32_t>;

/// A number for every place of the text: the same where the same `length` units follow. Twice as
/// many units are known to be the same from two places that are, so a few rounds are enough.
Classes classesOf(const std::vector<Unit>& units, std::size_t length) {
    Classes classes(units.begin(), units.end());
    for (std::size_t known = 1; known < length;) {
        const std::size_t step = std::min(known, length - known);
        known += step;
        std::unordered_map<std::uint64_t, std::uint32_t> numbers;
        for (std::size_t at = 0; at + known <= units.size(); ++at) {
            const auto both = std::uint64_t{classes[at]} << 32 | classes[at + step];
            classes[at] =
                numbers.try_emplace(both, static_cast<std::uint32_t>(numbers.size())).first->second;
        }
    }
    return classes;
}

/// The sum over the windows of log(how many of them begin with the same units).
double sumOfLogs(const UnitText& text, std::size_t length, std::span<const Index> starts) {
    const Classes classes = classesOf(text.units, length);
    std::unordered_map<std::uint32_t, double> counts;
    for (const Index start : starts) ++counts[classes[static_cast<std::size_t>(start)]];
    double sum = 0;
    for (const auto& [number, count] : counts) sum += count * std::log(count);
    return sum;
}

}  // namespace

double lossFloor(const UnitText& text, Index context) {
    return lossFloor(text, context, text.train_starts);
}

double lossFloor(const UnitText& text, Index context, std::span<const Index> starts) {
    // log(count before / count with the next unit), added up over the places of a window: what is
    // taken off at one place is added at the next, but for the first and the last.
    const double gained =
        sumOfLogs(text, 1, starts) - sumOfLogs(text, static_cast<std::size_t>(context) + 1, starts);
    return gained / static_cast<double>(starts.size()) / static_cast<double>(context);
}

}  // namespace lookback
