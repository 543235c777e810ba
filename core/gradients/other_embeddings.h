#pragma once

#include "core/document/document.h"
#include "core/random/numpy_legacy.h"

namespace lookback {

/// Embeddings to put in the place of a word's own, drawn from a fixed seed: always the same. The
/// document must outlive it, and its embeddings must have columns.
class OtherEmbeddings {
public:
    /// @param count how many there are of the usual ones. @param token whose place it is
    OtherEmbeddings(const Document& document, Index token, Index count);

    /// The next one, (1, d_in), of the dtype: the first up to eight are other words', from all over
    /// the sentence; the size of the rest grows from 1e-3 to 1e6 times the largest number of the
    /// document, as far as the dtype holds that.
    [[nodiscard]] Matrix<double> next();

private:
    [[nodiscard]] Matrix<double> drawn(double size);

    const Document& document_;
    NumpyLegacyGenerator generator_;
    Index token_;
    Index count_;
    Index copies_;
    Index given_ = 0;
    double largest_;
};

/// The largest number of the document's matrices, 1 where all are 0: what is usual there.
[[nodiscard]] double largestNumber(const Document& document);

/// The numbers as the dtype holds them.
[[nodiscard]] Matrix<double> roundedTo(const Matrix<double>& numbers, DType dtype);

}  // namespace lookback
