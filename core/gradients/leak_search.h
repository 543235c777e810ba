#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/gradients/leak.h"

namespace lookback {

/// A token, and the outputs from which the mask hides it.
struct HiddenWord {
    Index token = 0;
    std::vector<Index> outputs;
};

/// Another embedding for a token, and the change of an output from which the token is hidden.
struct LeakExample {
    Index token = 0;
    Matrix<double> embedding;  ///< (1, d_in), as the dtype holds it
    Index output = 0;
    Matrix<double> before;  ///< (1, width of the result), with the document's own embedding
    Matrix<double> after;   ///< with the other embedding; may be NaN
    double size = 0;        ///< largest change of a number; NaN where a number is NaN
};

struct LeakSearch {
    std::vector<Cell> moved;             ///< (output, token), row by row
    std::optional<LeakExample> example;  ///< the clearest of those that moved an output
    Index words = 0;                     ///< hidden words that were given other embeddings
    Index tries = 0;  ///< embeddings tried for each word, while any output stood still
};

/// Embeddings that are tried for each hidden word.
inline constexpr Index kLeakTries = 64;

/// The words that a mask hides from other tokens' outputs. Outputs that are NaN do not count.
/// @param norms (n, n) of the Influence
[[nodiscard]] std::vector<HiddenWord> hiddenWords(const Mask& promised,
                                                  const Matrix<double>& norms);

/// Gives one hidden word at a time other embeddings (other_embeddings.h) and recomputes the
/// outputs, with all the rounding of the document's dtype. An embedding that makes a key, a value
/// or a score of the word infinite is reduced until it does not. A number has moved where it
/// differs; 0 and -0 do not differ. A pure function of its arguments. Takes about kMaxSearchWork
/// multiplications at most, and as many again for each reduction of embeddings: where it would take
/// more, fewer embeddings are tried, or fewer words.
/// @param hidden words of the document, whose embeddings have columns
/// @param influence of the document. Where no embedding moves anything although derivatives are not
/// 0, embeddings are changed in the directions of the derivatives, as far as keys, values and
/// scores stay finite; that may double the time.
[[nodiscard]] LeakSearch searchLeaks(const Document& document, std::span<const HiddenWord> hidden,
                                     const Influence& influence, const GivesUp& gives_up = {});

/// Approximate multiplications of a search where each token is hidden from some other token and no
/// output moves.
[[nodiscard]] double searchWork(const Document& document);

}  // namespace lookback
