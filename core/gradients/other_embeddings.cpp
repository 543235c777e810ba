#include "core/gradients/other_embeddings.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/document/edit.h"

namespace lookback {
namespace {

constexpr std::uint32_t kSeed = 1;
constexpr Index kMostCopies = 8;
constexpr Index kOwn = 3;           ///< of the word itself: negated, stretched, both
constexpr double kLeastPower = -3;  // of ten
constexpr double kGreatestPower = 6;

}  // namespace

OtherEmbeddings::OtherEmbeddings(const Document& document, Index token, Index count)
    : document_(document),
      generator_(kSeed),
      token_(token),
      count_(count),
      copies_(std::min({kMostCopies, document.n() - 1, count})),
      fixed_(std::min(2 * copies_ + kOwn, count)),
      largest_(largestNumber(document)) {}

Matrix<double> OtherEmbeddings::next() {
    const Index k = given_++;
    if (k < fixed_) return roundedTo(given(k), document_.dtype);
    const auto steps = static_cast<double>(std::max<Index>(count_ - fixed_ - 1, 1));
    const double way = static_cast<double>(k - fixed_) / steps;
    return drawn(largest_ * std::pow(10, kLeastPower + (kGreatestPower - kLeastPower) * way));
}

Matrix<double> OtherEmbeddings::given(Index k) const {
    const Matrix<double>& rows = document_.embeddings.get();
    if (k >= copies_ && k < copies_ + kOwn) {
        const Matrix<double> own = rows.row(token_);
        const double most = own.cwiseAbs().maxCoeff();
        const double stretch = most > 0 ? largest_ / most : 1;
        const std::array<double, kOwn> factors{-1, stretch, -stretch};
        return own * factors[static_cast<std::size_t>(k - copies_)];
    }
    const bool is_negated = k >= copies_;
    const Index copy = is_negated ? k - copies_ - kOwn : k;
    const Index step = 1 + copy * (document_.n() - 1) / copies_;
    return rows.row((token_ + step) % document_.n()) * (is_negated ? -1.0 : 1.0);
}

Matrix<double> OtherEmbeddings::drawn(double size) {
    Matrix<double> row(1, document_.dIn());
    for (double& number : row.reshaped()) number = generator_.randn();
    row *= std::min(size, info(document_.dtype).largest) / row.cwiseAbs().maxCoeff();
    return roundedTo(row, document_.dtype);
}

double largestNumber(const Document& document) {
    double largest = 0;
    for (const MatrixId id : kEditableMatrices) {
        if (!isEditable(document, id)) continue;
        for (const double number : editable(document, id).get().reshaped()) {
            largest = std::max(largest, std::abs(number));
        }
    }
    return largest > 0 ? largest : 1;
}

double largestUsual(const Document& document) {
    const double largest = largestNumber(document);
    return std::max(largest, roundedTo(largest, info(document.dtype).kind));
}

Matrix<double> roundedTo(const Matrix<double>& numbers, DType dtype) {
    return numbers.unaryExpr(
        [kind = info(dtype).kind](double number) { return roundedTo(number, kind); });
}

}  // namespace lookback
