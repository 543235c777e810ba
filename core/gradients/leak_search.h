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
    // For masking methods that leave rounding only (`leavesRounding`):
    /// Largest move of an output by embeddings whose numbers are at most the document's largest, in
    /// units in the last place of the largest number of the output's row; infinite for NaN.
    double usual_places = 0;
    /// Largest move of an output by embeddings with larger numbers, in the same unit.
    double larger_places = 0;
};

/// Embeddings that are tried for each hidden word.
inline constexpr Index kLeakTries = 64;

/// A move in units in the last place of the largest number of the output's row; infinite for NaN.
/// @param largest of the row's absolute values
[[nodiscard]] double placesMoved(double move, double largest, DType dtype);

/// True where at most rounding depends on blocked tokens, by the derivatives.
[[nodiscard]] bool leavesRounding(const Document& document, const Influence& influence);

/// A row whose weights underflow before others, when the score of a blocked key grows.
struct UnderflowingRow {
    Index query = 0;
    double score = 0;  ///< of a blocked key (softmax's input), from which on this happens, about
};

/// The row of a document that underflows first: there a blocked score lies so far above the allowed
/// scores that the allowed weights are below the dtype's least normal number, 4 / largest.
/// @param hidden not empty
[[nodiscard]] UnderflowingRow firstUnderflow(const Document& document,
                                             std::span<const HiddenWord> hidden);

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
