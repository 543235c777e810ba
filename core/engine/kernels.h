#pragma once

#include <algorithm>
#include <cmath>

#include "core/document/edit.h"
#include "core/engine/pass.h"
#include "core/engine/position_arithmetic.h"

namespace lookback {

/// One generic function instantiated for every scalar.
template <class Function>
constexpr Kernel kernel(Function) {
    constexpr auto kRun = [](auto& pass, const Block& block) { Function{}(pass, block); };
    return {kRun, kRun, kRun, kRun};
}

/// Calls the instance of a kernel for the scalar of a pass.
template <class Scalar>
void run(const Kernel& function, Pass<Scalar>& pass, const Block& block) {
    std::get<KernelIn<Scalar>>(function)(pass, block);
}

/// The product of rows with a matrix laid out as panels: computed in the wide scalar, each number
/// rounded once. @param left (rows, depth). @param result (rows, right.cols); the wanted columns
/// are written, or whole panels that contain them.
template <class Left, class Wide, class Result>
void multiply(const Left& left, const Panels<Wide>& right, const Range& wanted, Result result,
              Terms terms = Terms::all) {
    if constexpr (std::is_same_v<typename Result::Scalar, Wide>) {
        multiplyRows<Wide>({left.data(), left.outerStride(), left.rows()}, right, wanted, terms,
                           {result.data(), result.outerStride(), result.rows()});
    } else {
        const Matrix<Wide> wide_left = left.template cast<Wide>();
        Matrix<Wide> wide_result(result.rows(), right.cols);
        multiply(wide_left, right, wanted, wide_result.block(0, 0, result.rows(), right.cols),
                 terms);
        result.middleCols(wanted.begin, wanted.size()) =
            wide_result.middleCols(wanted.begin, wanted.size())
                .template cast<typename Result::Scalar>();
    }
}

/// Adds a row of numbers to each row of a product. @param into as `result` of `multiply`, which
/// wrote the panels that contain the wanted columns
template <class Wide, class Result>
void addToRows(const Eigen::Matrix<Wide, 1, Eigen::Dynamic>& bias, const Panels<Wide>& right,
               const Range& wanted, Result into) {
    right.each(wanted, [&](Index first, Index width, const Wide*) {
        const Index filled = std::min(width, right.cols - first);
        into.middleCols(first, filled).rowwise() += bias.segment(first, filled);
    });
}

/// The rows of a block, in the whole width of the matrix.
template <class Whole>
[[nodiscard]] auto rowsOf(Whole matrix, const Block& block) {
    return matrix.middleRows(block.rows.begin, block.rows.size());
}

/// The address of the first number of a row.
template <class Whole>
[[nodiscard]] auto* startOf(Whole& matrix, Index row) {
    return matrix.data() + row * matrix.outerStride();
}

/// Copies numbers of the document, rounded to the scalar.
template <class Scalar>
void copyRows(const Matrix<double>& from, Pass<Scalar>& pass, MatrixId into, const Block& block) {
    rowsOf(pass.out(into), block) =
        from.middleRows(block.rows.begin, block.rows.size()).template cast<Scalar>();
}

/// Rows of the left operand times the weights of the head, plus its bias where the document has
/// one; of all heads where the stage has none. As in an nn.Linear, the sum with the bias is rounded
/// once.
template <class Scalar>
void project(Pass<Scalar>& pass, MatrixId id, const Block& block) {
    using Wide = WideOf<Scalar>;
    const Stage& row = stage(id);
    auto result = pass.out(id, block.head);
    const auto left = rowsOf(pass.in(row.left(pass.document)), block);
    const Panels<Wide> right = pass.panels(row.right(pass.document), block.head, result.cols());
    const std::optional<MatrixId> bias_id = biasOf(pass.document, id);
    if (!bias_id) return multiply(left, right, block.cols, rowsOf(result, block));
    const auto numbers = editable(pass.document, *bias_id).get().row(0);
    const Eigen::Matrix<Wide, 1, Eigen::Dynamic> bias =
        numbers.segment(info(id).per_head ? block.head * right.cols : 0, right.cols)
            .template cast<Scalar>()
            .template cast<Wide>();
    if constexpr (std::is_same_v<Scalar, Wide>) {
        multiply(left, right, block.cols, rowsOf(result, block));
        addToRows(bias, right, block.cols, rowsOf(result, block));
    } else {
        const Matrix<Wide> wide_left = left.template cast<Wide>();
        Matrix<Wide> sums(block.rows.size(), right.cols);
        multiply(wide_left, right, block.cols, sums.leftCols(right.cols));
        addToRows(bias, right, block.cols, sums.leftCols(right.cols));
        rowsOf(result, block).middleCols(block.cols.begin, block.cols.size()) =
            sums.middleCols(block.cols.begin, block.cols.size()).template cast<Scalar>();
    }
}

/// Calls `turn(token, first dimension, second dimension, cosine, sine)` for every pair of
/// dimensions of some tokens that a rotary encoding turns.
template <class Scalar, class Turn>
void eachTurn(const Document& document, const Range& tokens, Turn turn) {
    const Rotation rotation(document.positions, document.dK());
    for (Index token = tokens.begin; token < tokens.end; ++token) {
        for (Index pair = 0; pair < rotation.pairs(); ++pair) {
            const double angle = rotation.angle(token, pair);
            turn(token, rotation.first(pair), rotation.second(pair),
                 static_cast<Scalar>(std::cos(angle)), static_cast<Scalar>(std::sin(angle)));
        }
    }
}

/// Turns each pair of dimensions of every row by the angle of its place.
template <class Scalar>
void rotate(Pass<Scalar>& pass, MatrixId from, MatrixId into, const Block& block) {
    const auto plain = pass.in(from, block.head);
    auto turned = pass.out(into, block.head);
    eachTurn<Scalar>(pass.document, block.rows,
                     [&](Index token, Index first, Index second, Scalar cosine, Scalar sine) {
                         const Scalar a = plain(token, first);
                         const Scalar b = plain(token, second);
                         turned(token, first) = a * cosine - b * sine;
                         turned(token, second) = a * sine + b * cosine;
                     });
}

/// Writes 1 where a query may look at a key, 0 elsewhere.
template <class Scalar>
void writeMask(Pass<Scalar>& pass, const Block& block) {
    auto mask =
        pass.trace.tensors[static_cast<std::size_t>(MatrixId::mask)].template as<unsigned char>();
    for (Index query = block.rows.begin; query < block.rows.end; ++query) {
        for (Index key = 0; key < mask.cols(); ++key) {
            mask(query, key) = allows(pass.document.mask, query, key) ? 1 : 0;
        }
    }
}

/// Divides scores by one number.
template <class Scalar>
void divide(Pass<Scalar>& pass, MatrixId from, MatrixId into, const Block& block, Scalar by) {
    if constexpr (sizeof(Scalar) == 2) {
        pass.out(into, block) = pass.in(from, block) / by;
    } else {
        const VectorKernels<Scalar>& kernels = vectorKernels<Scalar>();
        const auto scores = pass.in(from, block);
        auto result = pass.out(into, block);
        for (Index row = 0; row < result.rows(); ++row) {
            kernels.divide(startOf(scores, row), result.cols(), by, startOf(result, row));
        }
    }
}

/// The hyperbolic tangent, computed in the wide scalar and rounded once. One number at a time, so
/// that the result does not depend on the block in which the number stands.
template <class Scalar>
[[nodiscard]] Scalar tanhOf(Scalar number) {
    return static_cast<Scalar>(std::tanh(static_cast<WideOf<Scalar>>(number)));
}

/// Subtracts slope * distance from scores. In 16 bits this product is rounded first.
template <class Scalar>
void subtractDistance(Pass<Scalar>& pass, MatrixId from, MatrixId into, const Block& block) {
    using Wide = WideOf<Scalar>;
    const auto slope = static_cast<Wide>(static_cast<Scalar>(headSlope(pass.document, block.head)));
    const auto scores = pass.in(from, block.head);
    auto result = pass.out(into, block.head);
    for (Index query = block.rows.begin; query < block.rows.end; ++query) {
        for (Index key = block.cols.begin; key < block.cols.end; ++key) {
            const auto distance = static_cast<Wide>(std::abs(query - key));
            result(query, key) = scores(query, key) - static_cast<Scalar>(slope * distance);
        }
    }
}

/// Attention weights: softmax over the keys of each row. 16-bit rows are computed in float and
/// rounded once. A row that is -inf throughout, or holds a NaN, is NaN throughout, as in PyTorch.
template <class Scalar>
void rowSoftmax(Pass<Scalar>& pass, MatrixId from, MatrixId into, const Block& block) {
    using Wide = WideOf<Scalar>;
    const VectorKernels<Wide>& kernels = vectorKernels<Wide>();
    const auto scores = rowsOf(pass.in(from, block.head), block);
    auto weights = rowsOf(pass.out(into, block.head), block);
    if constexpr (std::is_same_v<Scalar, Wide>) {
        kernels.softmax(scores.data(), scores.rows(), scores.cols(), scores.cols(), weights.data());
    } else {
        Matrix<Wide> wide = scores.template cast<Wide>();
        kernels.softmax(wide.data(), wide.rows(), wide.cols(), wide.cols(), wide.data());
        weights = wide.template cast<Scalar>();
    }
}

/// Softmax over the wrong axis: over the queries of each column. Takes the columns together that
/// fill a line of the cache. A column becomes NaN where a row would.
/// @param block with all rows
template <class Scalar>
void columnSoftmax(Pass<Scalar>& pass, MatrixId from, MatrixId into, const Block& block) {
    using Wide = WideOf<Scalar>;
    constexpr Index kTogether = 16;
    const auto scores = pass.in(from, block.head);
    auto weights = pass.out(into, block.head);
    for (Index first = block.cols.begin; first < block.cols.end; first += kTogether) {
        const Index count = std::min(kTogether, block.cols.end - first);
        Matrix<Wide> turned = scores.middleCols(first, count).transpose().template cast<Wide>();
        vectorKernels<Wide>().softmax(turned.data(), count, turned.cols(), turned.cols(),
                                      turned.data());
        weights.middleCols(first, count) = turned.transpose().template cast<Scalar>();
    }
}

/// The weights of a block, from the scores that enter the softmax.
template <class Scalar>
void weighBySoftmax(Pass<Scalar>& pass, MatrixId into, const Block& block) {
    const MatrixId from = softmaxInput(pass.document);
    if (isOverColumns(pass.document.masking)) return columnSoftmax(pass, from, into, block);
    rowSoftmax(pass, from, into, block);
}

}  // namespace lookback
