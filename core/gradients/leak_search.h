#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/gradients/leak.h"

namespace lookback {

/// A token, and the outputs that the mask hides it from.
struct HiddenWord {
    Index token = 0;
    std::vector<Index> outputs;
};

/// Another embedding for a token, and how it changes an output that the token is hidden from.
struct LeakExample {
    Index token = 0;
    Matrix<double> embedding;  ///< (1, d_in), as the dtype holds it
    Index output = 0;
    Matrix<double> before;  ///< (1, width of the result), with the document's own embedding
    Matrix<double> after;   ///< the same with the other one; may be NaN
    double size = 0;        ///< by how much the number that moves most does; NaN where one is NaN
};

struct LeakSearch {
    std::vector<Cell> moved;             ///< (output, token), row by row
    std::optional<LeakExample> example;  ///< of those that moved something the most telling
    Index words = 0;                     ///< hidden words that were given other embeddings
    Index tries = 0;                     ///< how many each of them at least, while any stood still
};

/// How many embeddings each hidden word is given.
inline constexpr Index kLeakTries = 64;

/// The words that a mask hides from other tokens' outputs. Outputs that are NaN do not count.
/// @param norms (n, n) of the Influence
[[nodiscard]] std::vector<HiddenWord> hiddenWords(const Mask& promised,
                                                  const Matrix<double>& norms);

/// Gives one hidden word at a time other embeddings (other_embeddings.h) and computes the outputs
/// anew, with all the rounding of the document's dtype. One that makes a key, a value or a score of
/// the word infinite is made smaller until it does not. A number has moved where it differs; 0 and
/// -0 do not. A pure function of its arguments: always the same. Takes about kMaxSearchWork
/// multiplications at most, as often again as numbers are made smaller: where it would take more,
/// fewer embeddings are tried, or fewer words.
/// @param hidden words of the document, whose embeddings have columns
/// @param influence of the document. Where no embedding moves anything although derivatives are not
/// 0, embeddings are changed in the directions of the derivatives, as far as keys, values and
/// scores stay finite; that may take as long again.
[[nodiscard]] LeakSearch searchLeaks(const Document& document, std::span<const HiddenWord> hidden,
                                     const Influence& influence, const GivesUp& gives_up = {});

/// Multiplications of a search, about, where each token is hidden from some other and none moves.
[[nodiscard]] double searchWork(const Document& document);

}  // namespace lookback
