#include "core/gradients/other_embeddings.h"

#include <algorithm>
#include <cmath>

#include "core/document/edit.h"

namespace lookback {
namespace {

constexpr std::uint32_t kSeed = 1;
constexpr Index kMostCopies = 8;
constexpr double kLeastPower = -3;  // of ten
constexpr double kGreatestPower = 6;

}  // namespace

OtherEmbeddings::OtherEmbeddings(const Document& document, Index token, Index count)
    : document_(document),
      generator_(kSeed),
      token_(token),
      count_(count),
      copies_(std::min({kMostCopies, document.n() - 1, count})),
      largest_(largestNumber(document)) {}

Matrix<double> OtherEmbeddings::next() {
    const Index k = given_++;
    if (k < copies_) {
        const Index step = 1 + k * (document_.n() - 1) / copies_;
        const Index other = (token_ + step) % document_.n();
        return roundedTo(document_.embeddings.get().row(other), document_.dtype);
    }
    const auto steps = static_cast<double>(std::max<Index>(count_ - copies_ - 1, 1));
    const double way = static_cast<double>(k - copies_) / steps;
    return drawn(largest_ * std::pow(10, kLeastPower + (kGreatestPower - kLeastPower) * way));
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

Matrix<double> roundedTo(const Matrix<double>& numbers, DType dtype) {
    return numbers.unaryExpr(
        [kind = info(dtype).kind](double number) { return roundedTo(number, kind); });
}

}  // namespace lookback
