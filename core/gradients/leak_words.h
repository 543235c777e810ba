#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/gradients/leak_verdict.h"

namespace lookback {

/// The verdict of a leak test in words.
class LeakWords {
public:
    /// @param norms (n, n) of the Influence
    LeakWords(const Document& document, const Matrix<double>& norms);

    /// `Cannot leak. ...` @param why a sentence
    [[nodiscard]] std::string cannot(std::string_view why) const;

    /// `No leak here. All three derivatives are exactly 0, and 64 other embeddings for each hidden
    /// word moved no bit; ...` @param known cells whose derivative is not 0 but moves no bit
    /// @param may which other numbers might move an output
    [[nodiscard]] std::string notHere(std::span<const HiddenWord> hidden,
                                      std::span<const Cell> known, const LeakSearch& search,
                                      std::string_view may) const;

    /// `Rounding only. All 15 derivatives are exactly 0. Other embeddings no larger than the
    /// document's numbers move an output by at most 2.4e−7, at most 2 units in the last place.`
    /// @param example the largest of these moves; none: no bit moves
    /// @param underflow the row that larger embeddings destroy first; none: not even they do more
    [[nodiscard]] std::string rounding(std::span<const HiddenWord> hidden,
                                       const std::optional<LeakExample>& example,
                                       const LeakSearch& search,
                                       const std::optional<UnderflowingRow>& underflow) const;

    /// `Leaks. “Write” sees “a”. Another “a” moves the output of “Write” by up to 0.0077.`
    /// @param is_causal the hidden words are exactly the later words
    [[nodiscard]] std::string leaks(const LeakVerdict& verdict, bool is_causal) const;

    /// `Leaks. 5 of 6 outputs see hidden words. Another ...`
    [[nodiscard]] std::string leaksInBrief(const LeakVerdict& verdict) const;

private:
    [[nodiscard]] std::string label(Index token) const;
    [[nodiscard]] std::string named(const std::vector<Index>& tokens) const;
    [[nodiscard]] std::string seen(const std::vector<Cell>& leaks, bool is_causal) const;
    [[nodiscard]] std::string shown(const LeakExample& example) const;
    [[nodiscard]] std::string withExample(std::string text, const LeakExample& example) const;
    [[nodiscard]] std::string tooSmall(std::span<const Cell> known) const;
    [[nodiscard]] std::string withUndefined(std::string text) const;

    std::vector<std::string> labels_;
    std::string_view dtype_;
    const Matrix<double>& norms_;
};

}  // namespace lookback
