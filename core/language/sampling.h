#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/language/unit_text.h"
#include "core/random/torch.h"

namespace lookback {

/// How the next unit is chosen.
struct Sampling {
    double temperature = 1;               ///< above 0: logits are divided by it
    Index top_k = 0;                      ///< number of largest logits that count; 0: all
    std::optional<std::uint64_t> seed{};  ///< of the random numbers; nothing: greedy
};

/// The probabilities of the next unit: softmax of logits / temperature, in float64; without a seed,
/// softmax of the logits. Of equal logits, the first are among the top_k. NaN is larger than any
/// number, as in PyTorch; where a logit that counts is NaN, all probabilities are NaN.
[[nodiscard]] std::vector<double> chancesOf(std::span<const double> logits,
                                            const Sampling& sampling);

/// A unit that was chosen.
struct Choice {
    Unit unit = 0;
    std::vector<double> chances;  ///< chancesOf the logits
    std::optional<double> lot{};  ///< the random number; nothing: greedy
};

/// Chooses one unit after the other: the largest logit, or the unit that a random number samples.
class Chooser {
public:
    explicit Chooser(const Sampling& sampling);

    /// @param logits one for each unit of the vocabulary. Where all are NaN, unit 0 is chosen.
    [[nodiscard]] Choice choose(std::span<const double> logits);

private:
    Sampling sampling_;
    TorchGenerator lots_;
};

}  // namespace lookback
