#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/explain/meaning.h"

namespace lookback {

/// The words that explain a masking method. core/masking defines them for each method.
struct MaskingWords {
    Message (*label)();       ///< as menus show it
    Message (*line)();        ///< what it does, in one line
    bool is_mistake = false;  ///< taught as a mistake: it does not block

    // For a method that acts on scores:

    /// The formula where true in the mask means blocked. @param from symbol of the scores that are
    /// masked
    std::string (*formula_of_blocked)(std::string_view from, const Masking&) = nullptr;
    /// The formulas of one masked score, without its result.
    CellLines (*lines)(const ExplainContext&) = nullptr;
    /// How an allowed score changes, a sentence.
    Message (*allowed)(const ExplainContext&) = nullptr;
    /// Why the score is blocked and how it changes, a sentence.
    Message (*blocked)(const ExplainContext&) = nullptr;
    /// A last sentence about a blocked score, where there is one; null: never.
    std::optional<Message> (*remark)(const ExplainContext&) = nullptr;
    /// How the blocked scores of a row change, a sentence about softmax. Not of mistakes.
    Message (*effect)(const ExplainContext&, const RowFacts&) = nullptr;
    /// Why softmax still gives weight to blocked keys, a sentence.
    Message (*leak)(const ExplainContext&) = nullptr;
};

[[nodiscard]] const MaskingWords& maskingWords(MaskingMethod method);

}  // namespace lookback
