#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/gradients/leak.h"
#include "core/gradients/rounding_bound.h"

namespace lookback {

/// Another embedding for a token, and the change of an output from which the token is hidden.
struct LeakExample {
    Index token = 0;
    Matrix<double> embedding;  ///< (1, d_in), as the dtype holds it
    Index output = 0;
    Matrix<double> before;  ///< (1, width of the result), with the document's own embedding
    Matrix<double> after;   ///< with the other embedding
    /// Largest change of a number; NaN where a number or infinity becomes NaN, or NaN becomes
    /// either, and infinite where a number becomes infinite or infinity becomes a number.
    double size = 0;
};

struct LeakSearch {
    /// (output, token), row by row. Where the masking leaves rounding only, those that embeddings
    /// of usual size move by more than kRoundingPlaces.
    std::vector<Cell> moved;
    std::optional<LeakExample> example;  ///< the clearest of those that moved an output
    Index words = 0;                     ///< hidden words that were given other embeddings
    Index tries = 0;  ///< embeddings tried for each word, while any output stood still
    // For masking methods that leave rounding only (`leavesRounding`):
    /// Largest move of an output by embeddings whose numbers are at most the document's largest, in
    /// units in the last place of the largest number of the output's row; infinite for NaN.
    double usual_places = 0;
    /// Largest move of an output by embeddings with larger numbers, in the same unit.
    double larger_places = 0;
    RoundingBound bound{};  ///< what embeddings of usual size can do at most
};

/// Embeddings that are tried for each hidden word.
inline constexpr Index kLeakTries = 64;

/// Largest move that counts as rounding, in units in the last place of the largest number of the
/// output's row.
inline constexpr double kRoundingPlaces = 64;

/// A move in units in the last place of the largest number of the output's row; infinite for NaN.
/// @param largest of the row's absolute values
[[nodiscard]] double placesMoved(double move, double largest, DType dtype);

/// True where at most rounding depends on hidden words, by the derivatives: the document's own mask
/// blocks them, and its masking divides them away again.
[[nodiscard]] bool leavesRounding(const Document& document, std::span<const HiddenWord> hidden,
                                  const Influence& influence);

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

/// The words of n tokens that a mask hides from other tokens' outputs.
[[nodiscard]] std::vector<HiddenWord> hiddenWords(const Mask& promised, Index n);

/// Hidden words whose own numbers make outputs NaN or infinite, or keep them from it: a weight of 0
/// does not remove a value of infinity.
struct EndlessLeaks {
    std::vector<Cell> cells;             ///< (output, token), row by row
    std::optional<LeakExample> example;  ///< none where no embedding of a single word shows it
    bool is_value = false;  ///< true: a value of the first cell's token is not finite, ...
    double number = 0;      ///< ... this one; else its key, or a score
};

/// Finds the hidden words without whose key, value or score an output would have more finite
/// numbers, or infinity where it has NaN. Left out are outputs that are as little finite without
/// them.
/// @param trace of this document
[[nodiscard]] EndlessLeaks endlessLeaks(const Document& document, const Trace& trace,
                                        std::span<const HiddenWord> hidden);

/// Gives one hidden word at a time other embeddings (other_embeddings.h) and recomputes the
/// outputs, with all the rounding of the document's dtype. An embedding that makes a key, a value
/// or a score of the word infinite is reduced until it does not. A number has moved where it
/// differs; 0 and -0 do not differ, nor does NaN from NaN. Where the masking leaves rounding only,
/// and the bound of embeddings of usual size is above kRoundingPlaces, those that reach it are
/// tried, too. A pure function of its arguments. Takes about kMaxSearchWork
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
