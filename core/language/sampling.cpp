#include "core/language/sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lookback {
namespace {

/// The first place whose running sum exceeds the random number; where rounding leaves the whole sum
/// below it, the last place with a probability above 0.
std::size_t placeOfLot(double lot, const std::vector<double>& chances) {
    double sum = 0;
    std::size_t last = 0;
    for (std::size_t place = 0; place < chances.size(); ++place) {
        if (chances[place] > 0) last = place;
        sum += chances[place];
        if (sum > lot) return place;
    }
    return last;
}

/// Keeps only the k largest logits.
void keepLargest(std::vector<double>& logits, Index k) {
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::isnan(logits[a]) ? !std::isnan(logits[b]) : logits[a] > logits[b];
    });
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

Chooser::Chooser(const Sampling& sampling)
    : sampling_(sampling), lots_(sampling.seed.value_or(0)) {}

Choice Chooser::choose(std::span<const double> logits) {
    const auto largest = std::max_element(logits.begin(), logits.end()) - logits.begin();
    Choice choice{.unit = static_cast<Unit>(largest), .chances = chancesOf(logits, sampling_)};
    if (sampling_.seed) {
        choice.lot = lots_.rand<double>(1).front();
        choice.unit = static_cast<Unit>(placeOfLot(*choice.lot, choice.chances));
    }
    return choice;
}

}  // namespace lookback
