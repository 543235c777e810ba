#include "core/language/mean_loss.h"

#include <algorithm>
#include <optional>

#include "core/language/language_model.h"

namespace lookback {

double placeWork(const Experiment& experiment, Index vocabulary, Index length) {
    constexpr double kSoftmax = 16;  // time of one exponential, in multiplications
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
    // Enough places for efficient products, for every context.
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

template double meanLoss(const Experiment&, const Twin&, const UnitText&, std::span<const Index>,
                         const Parameters<float>&, const GivesUp&);
template double meanLoss(const Experiment&, const Twin&, const UnitText&, std::span<const Index>,
                         const Parameters<double>&, const GivesUp&);

}  // namespace lookback
