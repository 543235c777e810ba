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
    /// @param norms (n, n) of the Influence. @param result of the document. @param hidden all
    /// hidden words. These outlive the object.
    LeakFacts(const Document& document, const Matrix<double>& norms, const MatrixView& result,
              std::span<const HiddenWord> hidden);

    /// Adds to the sentences of a verdict the mistake of its mask and how later tokens change
    /// outputs: in front where the mask alone is wrong.
    [[nodiscard]] std::vector<Message> withFuture(const LeakVerdict& verdict, const Mask& promised,
                                                  std::vector<Message> sentences) const;

    [[nodiscard]] std::vector<Message> cannot(Message why) const;

    /// Where no output from which a word is hidden holds a finite number.
    [[nodiscard]] std::vector<Message> saysNothing() const;

    /// @param known cells whose derivative is not 0 but moves no bit
    /// @param may with which other numbers a blocked token might move an output
    [[nodiscard]] std::vector<Message> notHere(std::span<const Cell> known,
                                               const LeakSearch& search, Message may) const;

    /// @param example the largest move by an embedding of usual size; none: no bit moves
    /// @param underflow the row that larger embeddings destroy first; none: not even they do more
    [[nodiscard]] std::vector<Message> rounding(
        const std::optional<LeakExample>& example, const LeakSearch& search,
        const std::optional<UnderflowingRow>& underflow) const;

    /// @param is_causal the hidden words are exactly the later words
    [[nodiscard]] std::vector<Message> leaks(const LeakVerdict& verdict,
                                             const EndlessLeaks& endless, bool is_causal) const;

    /// The same without the names of the tokens.
    [[nodiscard]] std::vector<Message> leaksInBrief(const LeakVerdict& verdict,
                                                    const EndlessLeaks& endless) const;

private:
    [[nodiscard]] TokenLabel label(Index token) const;
    [[nodiscard]] Listed labels(const std::vector<Index>& tokens) const;
    [[nodiscard]] Message tooSmall(std::span<const Cell> known) const;
    [[nodiscard]] Message shown(const LeakExample& example) const;
    [[nodiscard]] Message reached(const EndlessLeaks& endless) const;
    /// The number of hidden pairs (output, token) whose derivative is a number.
    [[nodiscard]] Index testedPairs() const;
    /// True where nothing is known of an output that may look at a later token.
    [[nodiscard]] bool isFutureUndefined(const Mask& promised) const;
    void addExample(std::vector<Message>& sentences, const LeakVerdict& verdict,
                    const EndlessLeaks& endless) const;
    /// Adds which outputs the test says nothing about. @param leaking cells of outputs that are
    /// left out
    void addUndefined(std::vector<Message>& sentences, std::span<const Cell> leaking = {}) const;

    std::vector<std::string> labels_;
    std::string_view dtype_;
    const Matrix<double>& norms_;
    const MatrixView& result_;
    std::span<const HiddenWord> hidden_;
};

}  // namespace lookback
