#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/steps.h"
#include "core/base/matrix.h"
#include "core/document/matrix_id.h"
#include "core/document/rule_effect.h"
#include "core/explain/blocked_weight.h"
#include "core/explain/checks.h"

namespace lookback {

/// How long the numbers are that the masked cells of a matrix show.
struct MaskedDigits {
    double largest = 0;  ///< of those that are written with decimals; 0: none
    int characters = 0;  ///< of those that are written without, like −1e9; 0: none
};

/// How much an output can change with each token.
struct OutputInfluence {
    Index output = 0;
    std::vector<double> norms;  ///< by token
};

/// What follows from a document and its trace. Each fact is derived when it is first asked for.
struct Facts {
    std::optional<std::vector<Step>> steps;
    std::optional<std::vector<std::string>> labels;        ///< of the tokens
    std::optional<std::vector<std::string>> whole_labels;  ///< the same, long tokens in full
    std::optional<std::string> writing;                    ///< all that it has to be written with
    std::optional<bool> blocks_some;                       ///< the mask blocks at least one key
    std::optional<std::vector<RuleEffect>> rule_effects;   ///< of the mask's rules
    std::optional<BlockedWeights> blocked_weights;         ///< by precision
    std::optional<std::vector<Check>> checks;              ///< what is true of the weights
    std::optional<bool> equals_prints;         ///< every print that the lesson expects comes out
    std::optional<OutputInfluence> influence;  ///< of each token, on the output that is read
    std::array<std::optional<double>, kMatrixCount> bounds;  ///< of the colour scales, by matrix
    std::array<std::optional<MaskedDigits>, kMatrixCount> masked_digits;
};

}  // namespace lookback
