#include "core/language/generation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace lookback {
namespace {

/// The first place whose running sum exceeds the lot. Where rounding left the whole sum below it,
/// the last place that has a chance.
std::size_t placeOf(double lot, const std::vector<double>& chances) {
    double sum = 0;
    std::size_t last = 0;
    for (std::size_t place = 0; place < chances.size(); ++place) {
        if (chances[place] > 0) last = place;
        sum += chances[place];
        if (sum > lot) return place;
    }
    return last;
}

/// Leaves only the k largest.
void keepLargest(std::vector<double>& logits, Index k) {
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return logits[a] > logits[b]; });
    for (std::size_t rank = static_cast<std::size_t>(k); rank < order.size(); ++rank) {
        logits[order[rank]] = -std::numeric_limits<double>::infinity();
    }
}

}  // namespace

std::vector<double> chancesOf(std::span<const double> logits, const Sampling& sampling) {
    std::vector<double> chances(logits.begin(), logits.end());
    if (sampling.seed) {
        for (double& logit : chances) logit /= sampling.temperature;
        if (sampling.top_k > 0) keepLargest(chances, sampling.top_k);
    }
    const double most = *std::max_element(chances.begin(), chances.end());
    for (double& logit : chances) logit = std::exp(logit - most);
    const double sum = std::accumulate(chances.begin(), chances.end(), 0.0);
    for (double& chance : chances) chance /= sum;
    return chances;
}

template <class Scalar>
Written generate(const Experiment& experiment, const Twin& twin,
                 const Parameters<Scalar>& parameters, std::vector<Unit> prompt, Index count,
                 const Sampling& sampling) {
    assert(!prompt.empty());
    Written written{.units = std::move(prompt), .uniforms = {}, .chances = {}};
    TorchGenerator generator(sampling.seed.value_or(0));
    std::optional<LanguageModel<Scalar>> model;  // for inputs of `made_for` units
    Index made_for = 0;
    for (Index step = 0; step < count; ++step) {
        const Index length = std::min<Index>(std::ssize(written.units), experiment.context);
        if (length != made_for) model.emplace(experiment, twin, 1, made_for = length);
        const auto input =
            std::span<const Unit>(written.units).last(static_cast<std::size_t>(length));
        const Matrix<double> last =
            model->logits(parameters, input).bottomRows(1).template cast<double>();
        const std::span<const double> logits(last.data(), static_cast<std::size_t>(last.size()));
        const std::vector<double> chances = chancesOf(logits, sampling);
        auto next = static_cast<std::size_t>(std::max_element(logits.begin(), logits.end()) -
                                             logits.begin());
        if (sampling.seed) {
            written.uniforms.push_back(generator.rand<double>(1).front());
            next = placeOf(written.uniforms.back(), chances);
        }
        written.units.push_back(static_cast<Unit>(next));
        written.chances.push_back(chances[next]);
    }
    return written;
}

template Written generate(const Experiment&, const Twin&, const Parameters<float>&,
                          std::vector<Unit>, Index, const Sampling&);
template Written generate(const Experiment&, const Twin&, const Parameters<double>&,
                          std::vector<Unit>, Index, const Sampling&);

}  // namespace lookback
