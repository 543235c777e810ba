#include "core/gradients/nudge.h"

#include <algorithm>
#include <cmath>

#include "core/random/numpy_legacy.h"

namespace lookback {
namespace {

/// A number rounded to the dtype; beyond its range, the largest number.
double held(double value, DType dtype) {
    const double largest = info(dtype).largest;
    return std::clamp(value, -largest, largest);
}

/// The difference; 0 for equal numbers, also for infinities and NaN.
double moveOf(double before, double after) {
    const bool is_same = before == after || (std::isnan(before) && std::isnan(after));
    return is_same ? 0 : after - before;
}

}  // namespace

Matrix<double> nudgeDirection(Index width, std::optional<Index> dimension, std::uint32_t seed) {
    Matrix<double> direction = Matrix<double>::Zero(1, width);
    if (dimension) {
        if (*dimension < width) direction(0, *dimension) = 1;
        return direction;
    }
    NumpyLegacyGenerator generator(seed);
    for (Index at = 0; at < width; ++at) direction(0, at) = generator.randn();
    return width > 0 ? (direction / direction.norm()).eval() : direction;
}

Document nudged(const Document& document, Index token, const Matrix<double>& direction,
                double amount) {
    Document moved = document;
    Matrix<double> embeddings = document.embeddings.get();
    for (Index at = 0; at < embeddings.cols(); ++at) {
        double& number = embeddings(token, at);
        number = held(number + amount * direction(0, at), document.dtype);
    }
    moved.embeddings = std::move(embeddings);
    return moved;
}

std::vector<double> outputMoves(const MatrixView& before, const MatrixView& after) {
    std::vector<double> moves;
    for (Index row = 0; row < before.rows(); ++row) {
        double length = 0;
        for (Index col = 0; col < before.cols(); ++col) {
            const double move = moveOf(before(row, col), after(row, col));
            // hypot(∞, NaN) is ∞.
            const bool is_nan = std::isnan(length) || std::isnan(move);
            length = is_nan ? std::nan("") : std::hypot(length, move);
        }
        moves.push_back(length);
    }
    return moves;
}

}  // namespace lookback
