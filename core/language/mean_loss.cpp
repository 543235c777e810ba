#include "core/language/mean_loss.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "core/language/language_model.h"

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

double placeWork(const Experiment& experiment, Index vocabulary, Index length) {
    constexpr double kSoftmax = 16;  // multiplications that one exponential takes as long as
    const ModelShape& m = experiment.model;
    const auto width = static_cast<double>(m.d_model);
    const auto heads = static_cast<double>(m.heads);
    const auto both = static_cast<double>(m.d_k + m.d_v);
    const double projections = 2 * width * heads * both;
    const double pairs = heads * static_cast<double>(length) * (both + kSoftmax);
    return projections + pairs + static_cast<double>(vocabulary) * (width + kSoftmax);
}

std::vector<Index> measuredWindows(const Experiment& experiment, Index vocabulary,
                                   std::span<const Index> starts) {
    const double of_window = static_cast<double>(experiment.context) *
                             placeWork(experiment, vocabulary, experiment.context);
    const auto most = std::max<Index>(static_cast<Index>(kMostMeasuring / of_window), 1);
    const auto count = std::ssize(starts);
    if (count <= most) return {starts.begin(), starts.end()};
    std::vector<Index> measured;
    measured.reserve(static_cast<std::size_t>(most));
    for (Index k = 0; k < most; ++k) {
        measured.push_back(starts[static_cast<std::size_t>(k * count / most)]);
    }
    return measured;
}

template <class Scalar>
double meanLoss(const Experiment& experiment, const Twin& twin, const UnitText& text,
                std::span<const Index> starts, const Parameters<Scalar>& parameters,
                const GivesUp& gives_up) {
    // As many places as are worth a product, whatever the context.
    constexpr Index kPlaces = 2048;
    const auto together =
        static_cast<std::size_t>(std::clamp<Index>(kPlaces / experiment.context, 1, 64));
    std::optional<LanguageModel<Scalar>> model;
    double sum = 0;
    for (std::size_t at = 0; at < starts.size() && !isGivenUp(gives_up); at += together) {
        const auto part = starts.subspan(at, std::min(together, starts.size() - at));
        if (!model || part.size() < together) {
            model.emplace(experiment, twin, std::ssize(part), experiment.context);
        }
        const WindowUnits units = windowUnits(text, part, experiment.context);
        sum += model->loss(parameters, units.inputs, units.next) * static_cast<double>(part.size());
    }
    return sum / static_cast<double>(starts.size());
}

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

template double meanLoss(const Experiment&, const Twin&, const UnitText&, std::span<const Index>,
                         const Parameters<float>&, const GivesUp&);
template double meanLoss(const Experiment&, const Twin&, const UnitText&, std::span<const Index>,
                         const Parameters<double>&, const GivesUp&);

}  // namespace lookback
