#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/gradients/leak_verdict.h"

namespace lookback {

/// The sentences of a leak test's verdict, after its label.
class LeakFacts {
public:
    /// @param norms (n, n) of the Influence
    LeakFacts(const Document& document, const Matrix<double>& norms);

    [[nodiscard]] std::vector<Message> cannot(Message why) const;

    /// @param known cells whose derivative is not 0 but moves no bit
    /// @param may with which other numbers a blocked token might move an output
    [[nodiscard]] std::vector<Message> notHere(std::span<const HiddenWord> hidden,
                                               std::span<const Cell> known,
                                               const LeakSearch& search, Message may) const;

    /// @param example the largest move by an embedding of usual size; none: no bit moves
    /// @param underflow the row that larger embeddings destroy first; none: not even they do more
    [[nodiscard]] std::vector<Message> rounding(
        std::span<const HiddenWord> hidden, const std::optional<LeakExample>& example,
        const LeakSearch& search, const std::optional<UnderflowingRow>& underflow) const;

    /// @param is_causal the hidden words are exactly the later words
    [[nodiscard]] std::vector<Message> leaks(const LeakVerdict& verdict, bool is_causal) const;

    /// The same without the names of the tokens.
    [[nodiscard]] std::vector<Message> leaksInBrief(const LeakVerdict& verdict) const;

private:
    [[nodiscard]] TokenLabel label(Index token) const;
    [[nodiscard]] Listed labels(const std::vector<Index>& tokens) const;
    [[nodiscard]] Message tooSmall(std::span<const Cell> known) const;
    [[nodiscard]] Message shown(const LeakExample& example) const;
    void addUndefined(std::vector<Message>& sentences) const;

    std::vector<std::string> labels_;
    std::string_view dtype_;
    const Matrix<double>& norms_;
};

}  // namespace lookback
