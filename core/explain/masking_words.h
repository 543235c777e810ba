#pragma once

#include "core/explain/sentence.h"

namespace lookback {

/// What explaining asks of a masking method. Whoever knows all methods (core/masking) answers.
struct MaskingWords {
    std::string_view label;   ///< as menus show it
    std::string_view line;    ///< what it does, in one line
    bool is_mistake = false;  ///< taught as a mistake: it does not block

    // Of a method that acts on scores:

    /// The formula as it reads where the mask's true is blocked. @param from the symbol of the
    /// scores that are masked
    std::string (*formula_of_blocked)(std::string_view from, const Masking&) = nullptr;
    /// The formulas of one masked score, without its result.
    std::vector<TextLine> (*lines)(const ExplainContext&) = nullptr;
    /// What becomes of an allowed score, after "“a” may look at “b”".
    void (*allowed)(Sentence&) = nullptr;
    /// What becomes of a blocked one, after the reason: ", so its score is replaced by −1e9".
    void (*blocked)(const ExplainContext&, Sentence&) = nullptr;
    /// A last sentence about a blocked score; null where there is none.
    void (*remark)(const ExplainContext&, Sentence&) = nullptr;
    /// The same as `blocked` where softmax tells of it: "their scores are replaced by −1e9".
    std::string (*effect)(std::string_view value, bool several) = nullptr;
    /// Why softmax gives weight to blocked keys all the same.
    void (*leak)(const ExplainContext&, Sentence&) = nullptr;
};

[[nodiscard]] const MaskingWords& wordsOf(MaskingMethod method);

// What several methods say.

/// ", so this score stays as it is."
void sayThatItStays(Sentence& sentence);
/// "−1e9 is not low enough beside these scores."
void sayThatItIsTooHigh(const ExplainContext& context, Sentence& sentence);
/// The mask's cell as a factor that is 1 where allowed: `M[a, b]`, or `(1 − M[a, b])` where its
/// true is blocked.
[[nodiscard]] TextLine allowedFactor(const ExplainContext& context);
/// Its number: `1`, `(1 − 0)`.
[[nodiscard]] std::string allowedDigits(const ExplainContext& context);
/// The formula of an allowed score that stays as it is.
[[nodiscard]] std::vector<TextLine> unchangedScore(const ExplainContext& context);
/// The formulas of a score to which something is done: `S′[a, b] × M[a, b]`, `0.5 × 0`.
/// @param sign with spaces around it
[[nodiscard]] std::vector<TextLine> changedScore(const ExplainContext& context,
                                                 const std::string& sign, const TextLine& by_name,
                                                 const std::string& by_digits);
/// The same where it is done by the cell of the mask, 0 or 1: by 1 less the cell where its true is
/// blocked.
[[nodiscard]] std::vector<TextLine> changedByMask(const ExplainContext& context,
                                                  const std::string& sign);

}  // namespace lookback
