#pragma once

#include "core/explain/sentence.h"

namespace lookback {

/// The words that explain a masking method. core/masking defines them for each method.
struct MaskingWords {
    std::string_view label;   ///< as menus show it
    std::string_view line;    ///< what it does, in one line
    bool is_mistake = false;  ///< taught as a mistake: it does not block

    // For a method that acts on scores:

    /// The formula where true in the mask means blocked. @param from symbol of the scores that are
    /// masked
    std::string (*formula_of_blocked)(std::string_view from, const Masking&) = nullptr;
    /// The formulas of one masked score, without its result.
    std::vector<TextLine> (*lines)(const ExplainContext&) = nullptr;
    /// Says how an allowed score changes, after "“a” may look at “b”".
    void (*allowed)(Sentence&) = nullptr;
    /// Says how a blocked score changes, after the reason: ", so its score is replaced by −1e9".
    void (*blocked)(const ExplainContext&, Sentence&) = nullptr;
    /// A last sentence about a blocked score; null where there is none.
    void (*remark)(const ExplainContext&, Sentence&) = nullptr;
    /// How blocked scores change, in a sentence about softmax: "their scores are replaced by −1e9".
    std::string (*effect)(std::string_view value, bool several) = nullptr;
    /// Says why softmax still gives weight to blocked keys.
    void (*leak)(const ExplainContext&, Sentence&) = nullptr;
};

[[nodiscard]] const MaskingWords& maskingWords(MaskingMethod method);

}  // namespace lookback
