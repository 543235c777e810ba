#pragma once

#include "core/document/document.h"
#include "core/random/numpy_legacy.h"

namespace lookback {

/// Embeddings that replace a word's own, drawn from a fixed seed. The document must outlive this
/// object, and its embeddings must have columns.
class OtherEmbeddings {
public:
    /// @param count how many there are of the usual ones. @param token whose place it is
    OtherEmbeddings(const Document& document, Index token, Index count);

    /// The next embedding, (1, d_in), of the dtype: first the embeddings of up to eight other words
    /// from all parts of the sentence, the word's own negated, stretched to the document's largest
    /// number, and both, the others negated, then drawn ones, whose size grows from 1e-3 to 1e6
    /// times the largest number of the document, within the range of the dtype.
    [[nodiscard]] Matrix<double> next();

    /// A drawn embedding. @param share of the document's largest number that it has as its largest
    [[nodiscard]] Matrix<double> usual(double share) { return drawn(share * largest_); }

private:
    [[nodiscard]] Matrix<double> drawn(double size);
    /// A row of the document, made from the k-th copy. @param k below 2 * copies_ + kOwn
    [[nodiscard]] Matrix<double> given(Index k) const;

    const Document& document_;
    NumpyLegacyGenerator generator_;
    Index token_;
    Index count_;
    Index copies_;  ///< other words, whose embeddings are copied
    Index fixed_;   ///< embeddings that are not drawn
    Index given_ = 0;
    double largest_;
};

/// The largest |x| of the document's matrices; 1 where all numbers are 0.
[[nodiscard]] double largestNumber(const Document& document);

/// The largest number that embeddings of usual size hold: largestNumber, or the number to which the
/// dtype rounds it up.
[[nodiscard]] double largestUsual(const Document& document);

/// The numbers as the dtype holds them.
[[nodiscard]] Matrix<double> roundedTo(const Matrix<double>& numbers, DType dtype);

}  // namespace lookback
