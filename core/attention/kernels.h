#pragma once

#include <cmath>
#include <limits>
#include <utility>

#include "core/attention/packed_panels.h"
#include "core/attention/packets.h"
#include "core/attention/stages.h"

namespace lookback {

/// The product of rows with a matrix laid out as panels: computed in the wide scalar, each number
/// rounded once. @param left (rows, depth). @param result (rows, right.cols): of it the wanted
/// columns are written, or whole panels that hold them.
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

/// The rows of a block, in all their width.
template <class Whole>
[[nodiscard]] auto rowsOf(Whole matrix, const Block& block) {
    return matrix.middleRows(block.rows.begin, block.rows.size());
}

/// Where a row begins in memory.
template <class Whole>
[[nodiscard]] auto* startOf(Whole& matrix, Index row) {
    return matrix.data() + row * matrix.outerStride();
}

/// Numbers of the document, rounded to the scalar.
template <class Scalar>
void copyRows(const Matrix<double>& from, Pass<Scalar>& pass, MatrixId into, const Block& block) {
    rowsOf(pass.out(into), block) =
        from.middleRows(block.rows.begin, block.rows.size()).template cast<Scalar>();
}

/// What is added to the embeddings: the learned rows or those of sines and cosines.
template <class Scalar>
void placeRows(Pass<Scalar>& pass, const Block& block) {
    const Positions& positions = pass.document.positions;
    if (positions.kind == PositionKind::learned) {
        return copyRows(positions.table.get(), pass, MatrixId::positions, block);
    }
    auto result = pass.out(MatrixId::positions);
    for (Index token = block.rows.begin; token < block.rows.end; ++token) {
        for (Index column = 0; column < result.cols(); ++column) {
            result(token, column) =
                static_cast<Scalar>(sinusoidal(token, column, result.cols(), positions.base));
        }
    }
}

/// Rows of the left operand times the right one: the weights of the head, or of all.
template <class Scalar>
void project(Pass<Scalar>& pass, MatrixId id, const Block& block) {
    const Stage& row = stage(id);
    auto result = pass.out(id, block.head);
    multiply(rowsOf(pass.in(row.left(pass.document)), block),
             pass.panels(row.right(pass.document), block.head, result.cols()), block.cols,
             rowsOf(result, block));
}

/// Calls `turn(token, first dimension, second dimension, cosine, sine)` for all that a rotary
/// encoding turns.
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

/// 1 where a query may look at a key.
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

/// Scores lose slope * distance. In 16 bits the loss is rounded before it is taken off.
template <class Scalar>
void subtractDistance(Pass<Scalar>& pass, MatrixId from, MatrixId into, const Block& block) {
    using Wide = WideOf<Scalar>;
    const auto slope = static_cast<Wide>(static_cast<Scalar>(slopeOf(pass.document, block.head)));
    const auto scores = pass.in(from, block.head);
    auto result = pass.out(into, block.head);
    for (Index query = block.rows.begin; query < block.rows.end; ++query) {
        for (Index key = block.cols.begin; key < block.cols.end; ++key) {
            const auto distance = static_cast<Wide>(std::abs(query - key));
            result(query, key) = scores(query, key) - static_cast<Scalar>(slope * distance);
        }
    }
}

/// One blocked or allowed score after the masking method. @param value of the masking.
/// @param score raw or scaled.
template <class Scalar>
[[nodiscard]] Scalar maskedScore(MaskingMethod method, Scalar value, Scalar score, bool allowed) {
    switch (method) {
        case MaskingMethod::fill: return allowed ? score : value;
        case MaskingMethod::add: return allowed ? score : score + value;
        case MaskingMethod::multiply: return allowed ? score : score * Scalar(0);
        case MaskingMethod::add_allowed: return allowed ? score + Scalar(1) : score;
        case MaskingMethod::zero_rows:
            return allowed ? score : -std::numeric_limits<Scalar>::infinity();
        case MaskingMethod::renormalize:
        case MaskingMethod::zero: break;
    }
    return score;
}

/// Masks scores by a method that is known where the loop is compiled, so that it is a fast loop.
template <MaskingMethod method, class Scalar>
void maskScoresBy(Pass<Scalar>& pass, MatrixId from, const Block& block) {
    const auto value = static_cast<Scalar>(pass.document.masking.value);
    const auto scores = pass.in(from, block.head);
    const auto mask = pass.mask();
    auto result = pass.out(MatrixId::masked_scores, block.head);
    for (Index query = block.rows.begin; query < block.rows.end; ++query) {
        const Scalar* const score = startOf(scores, query);
        const unsigned char* const allowed = startOf(mask, query);
        Scalar* const masked = startOf(result, query);
        for (Index key = block.cols.begin; key < block.cols.end; ++key) {
            masked[key] = maskedScore(method, value, score[key], allowed[key] != 0);
        }
    }
}

template <class Scalar>
void maskScores(Pass<Scalar>& pass, MatrixId from, const Block& block) {
    const auto by = [&]<std::size_t... k>(std::index_sequence<k...>) {
        const MaskingMethod method = pass.document.masking.method;
        ((kMaskingMethods[k].method == method
              ? maskScoresBy<kMaskingMethods[k].method>(pass, from, block)
              : void()),
         ...);
    };
    by(std::make_index_sequence<kMaskingMethods.size()>());
}

/// Attention weights: softmax over the keys of each row. 16-bit rows are computed in float and
/// rounded once. A row that is -inf throughout, or holds a NaN, is NaN throughout, as in PyTorch.
template <class Scalar>
void rowSoftmax(Pass<Scalar>& pass, MatrixId from, MatrixId into, const Block& block) {
    using Wide = WideOf<Scalar>;
    const auto scores = rowsOf(pass.in(from, block.head), block);
    auto weights = rowsOf(pass.out(into, block.head), block);
    if constexpr (std::is_same_v<Scalar, Wide>) {
        softmax(scores.data(), scores.rows(), scores.cols(), scores.cols(), weights.data());
    } else {
        Matrix<Wide> wide = scores.template cast<Wide>();
        softmax(wide.data(), wide.rows(), wide.cols(), wide.cols(), wide.data());
        weights = wide.template cast<Scalar>();
    }
}

/// Rows without any allowed key weigh nothing (the convention of `zero_rows`).
template <class Scalar>
void clearEmptyRows(Pass<Scalar>& pass, const Block& block) {
    const auto mask = pass.mask();
    auto weights = pass.out(MatrixId::attention_weights, block.head);
    for (Index row = block.rows.begin; row < block.rows.end; ++row) {
        if (mask.row(row).maxCoeff() == 0) weights.row(row).setZero();
    }
}

/// Rows divided by their sums.
template <class Scalar>
void renormalize(Pass<Scalar>& pass, MatrixId from, MatrixId into, const Block& block) {
    const auto masked = pass.in(from, block.head);
    auto weights = pass.out(into, block.head);
    for (Index row = block.rows.begin; row < block.rows.end; ++row) {
        weights.row(row) = masked.row(row) / sumOf(masked.row(row));
    }
}

/// Attention weights, as the masking method has them.
template <class Scalar>
void weigh(Pass<Scalar>& pass, const Block& block) {
    constexpr MatrixId kWeights = MatrixId::attention_weights;
    const MaskingMethod method = pass.document.masking.method;
    switch (method) {
        case MaskingMethod::renormalize:
            return renormalize(pass, MatrixId::masked_weights, kWeights, block);
        case MaskingMethod::zero:
            pass.out(kWeights, block) = pass.in(MatrixId::masked_weights, block);
            return;
        default: break;
    }
    rowSoftmax(pass, logitsOf(pass.document), kWeights, block);
    if (method == MaskingMethod::zero_rows) clearEmptyRows(pass, block);
}

}  // namespace lookback
