#include "core/gradients/leak_jacobian.h"

#include <cmath>
#include <limits>
#include <vector>

#include "core/base/text.h"
#include "core/engine/masking_arithmetic.h"
#include "core/engine/position_arithmetic.h"
#include "core/engine/stages.h"
#include "core/gradients/masking_derivative.h"

namespace lookback {
namespace {

using Id = MatrixId;

/// The data of one head for the derivatives of the result, in double precision.
///
/// With row vectors, s the scores that enter the softmax, A the weights, u_m = v_m W_o (or v_m) and
/// c_i = sum over m of A_im u_m, the head's part of the result:
///     d c_i / d s_im = A_im u_m - D_im c_i
/// Here D = A for softmax, and also for weights that are renormalised: the blocked exponentials
/// cancel out of A, so the derivative with respect to a blocked score is 0 and is set to exactly 0
/// (in floating point the division leaves noise). Where blocked weights are only set to 0, D
/// are the weights before that, whose denominator holds the blocked scores. From there
///     d s_im / d x_m = t_im (q'_i R_m) W_k^T,   d s_im / d x_i += t_im (k'_m R_i) W_q^T
/// with R the rotation back (or none) and t = 1 / divisor, times 1 - tanh^2 where scores are
/// capped, 0 where masking replaces or zeroes a score.
///
/// Where softmax is over columns, D are the weights that it makes, and with g_m = u_m, or u_m - c_i
/// for weights that are renormalised, a score of any query k moves c_i:
///     d c_i / d s_km = A_im g_m (1 - D_im) for k = i, -A_im g_m D_km for other k
/// A token j then has three paths to c_i: its value, its key (the sum over all k of column j), and
/// its query, in every column that query i has weight in.
struct LeakHead {
    Matrix<double> w_query;      ///< (d_in, d_k)
    Matrix<double> w_key;        ///< (d_in, d_k)
    Matrix<double> w_value;      ///< (d_in, width), W_v W_o or W_v
    Matrix<double> queries;      ///< (n, d_k), rotated where the scores use rotated ones
    Matrix<double> keys;         ///< (n, d_k)
    Matrix<double> values;       ///< (n, width), u
    Matrix<double> weights;      ///< (n, n), A
    Matrix<double> denominator;  ///< (n, n), D
    Matrix<double> mixed;        ///< (n, width), c
    Matrix<double> bends;        ///< (n, n), 1 - tanh^2; empty where scores are not capped
    Matrix<double> asking;       ///< over columns: (n, d_k), row m: sum over k of D_km t_km q'_k
    Index first = 0;             ///< column of the result where the head's part begins

    // For the query that is being differentiated:
    Matrix<double> slopes;  ///< (n, width), row m: t_im d c_i / d s_im
    Matrix<double> along;  ///< (n, d_in), row m: (q'_i R_m) W_k^T; one row where nothing is rotated

    /// True for a key without a share in a query's softmax: it contributes exactly 0, also where
    /// its value is infinite.
    [[nodiscard]] bool isAbsent(Index query, Index key) const {
        return weights(query, key) == 0 && denominator(query, key) == 0;
    }
};

Matrix<double> asDouble(const MatrixView& view) {
    Matrix<double> matrix(view.rows(), view.cols());
    for (Index row = 0; row < view.rows(); ++row) {
        for (Index col = 0; col < view.cols(); ++col) matrix(row, col) = view(row, col);
    }
    return matrix;
}

/// A document's numbers as its dtype holds them, some of their columns.
Matrix<double> columnsOf(const SharedMatrix& matrix, DType dtype, Index first, Index count) {
    return matrix.get().middleCols(first, count).unaryExpr([kind = info(dtype).kind](double value) {
        return roundedTo(value, kind);
    });
}

/// The weights whose derivative is that of softmax, over all scores in its denominator.
MatrixId weightsOfSoftmax(const Document& document) {
    const bool is_masked_after = info(document.masking.method).place == MaskingPlace::weights;
    if (isOverColumns(document.masking) && is_masked_after) return Id::unmasked_weights;
    return maskingDerivative(document.masking.method).softmax;
}

/// @param trace of this document. @param head its number
/// @return with memory for `slopes` and `along`, which are computed for each query
LeakHead leakHeadOf(const Document& document, const Trace& trace, Index head) {
    const Weights& w = document.weights;
    const Index d_k = document.dK();
    const Index d_v = document.dV();
    const DType dtype = document.dtype;
    LeakHead result;
    result.w_query = columnsOf(w.query, dtype, head * d_k, d_k);
    result.w_key = columnsOf(w.key, dtype, head * d_k, d_k);
    result.w_value = columnsOf(w.value, dtype, head * d_v, d_v);
    result.queries = asDouble(trace.view(stage(Id::scores).left(document), head));
    result.keys = asDouble(trace.view(stage(Id::scores).right(document), head));
    result.values = asDouble(trace.view(Id::value, head));
    result.weights = asDouble(trace.view(Id::attention_weights, head));
    result.denominator = asDouble(trace.view(weightsOfSoftmax(document), head));
    if (w.output) {
        const Matrix<double> rows =
            columnsOf(*w.output, dtype, 0, w.output->cols()).middleRows(head * d_v, d_v);
        result.w_value = result.w_value * rows;
        result.values = result.values * rows;
    } else {
        result.first = head * d_v;
    }
    result.mixed = result.weights * result.values;
    if (document.softcap) {
        const double cap = roundedTo(*document.softcap, info(dtype).kind);
        // 1 - tanh^2 as 1 / cosh^2, which loses no digits where it is small.
        const auto bend = [cap](double s) { return std::pow(std::cosh(s / cap), -2); };
        result.bends = asDouble(trace.view(Id::scaled_scores, head)).unaryExpr(bend);
    }
    result.slopes.resize(document.n(), result.values.cols());
    return result;
}

/// The Frobenius norm. Overflow and underflow of the squares do not turn it into infinity or 0.
double norm(const Matrix<double>& block) {
    if (block.size() == 0) return 0;
    const double plain = block.norm();
    if ((plain > 1e-140 && plain < 1e140) || std::isnan(plain)) return plain;
    const double largest = block.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    if (largest == 0 || !std::isfinite(largest)) return largest;
    return (block / largest).norm() * largest;
}

/// The columns in which a row is finite.
std::vector<Index> finiteColumns(const MatrixView& view, Index row) {
    std::vector<Index> finite;
    for (Index col = 0; col < view.cols(); ++col) {
        if (std::isfinite(view(row, col))) finite.push_back(col);
    }
    return finite;
}

/// The blocks d result_i / d x_j of a document, computed one query i after the other.
class Jacobian {
public:
    Jacobian(const Document& document, const Trace& trace)
        : document_(document),
          trace_(trace),
          mask_(trace.view(Id::mask)),
          rotation_(document.positions, document.dK()),
          width_(trace.tensor(trace.result()).cols()),
          divisor_(divisor(document)),
          cuts_(maskingDerivative(document.masking.method).cuts),
          is_over_columns_(isOverColumns(document.masking)) {
        makeAngles();
        for (Index head = 0; head < document.heads; ++head) {
            heads_.push_back(leakHeadOf(document, trace, head));
        }
        if (!is_over_columns_) return;
        for (LeakHead& head : heads_) sumQueries(head);
    }

    [[nodiscard]] Matrix<double> norms(const GivesUp& gives_up) {
        const Index n = document_.n();
        Matrix<double> result = Matrix<double>::Zero(n, n);
        if (!hasNumbers()) return result;
        for (Index query = 0; query < n && !isGivenUp(gives_up); ++query) {
            writeNorms(query, result.row(query));
        }
        return result;
    }

    [[nodiscard]] std::vector<double> normsOf(Index query) {
        std::vector<double> result(static_cast<std::size_t>(document_.n()), 0);
        if (hasNumbers()) writeNorms(query, Eigen::Map<RowVector>(result.data(), document_.n()));
        return result;
    }

    /// @param cell off the diagonal
    [[nodiscard]] const Matrix<double>& block(Cell cell) {
        block_.setZero(document_.dIn(), width_);
        if (is_over_columns_) {
            addThroughColumns(cell.row, cell.col);
            return block_;
        }
        for (LeakHead& head : heads_) prepare(head, cell.row);
        addKeysAndValues(cell.row, cell.col);
        return block_;
    }

private:
    using RowVector = Eigen::RowVectorXd;

    /// False where vectors have no numbers: then every derivative is 0, never NaN.
    [[nodiscard]] bool hasNumbers() const {
        return width_ != 0 && document_.dV() != 0 && document_.dIn() != 0;
    }

    /// @param norms all 0
    void writeNorms(Index query, Eigen::Ref<RowVector> norms) {
        finite_ = finiteColumns(trace_.view(trace_.result()), query);
        if (finite_.empty()) {
            norms.setConstant(std::numeric_limits<double>::quiet_NaN());
            return;
        }
        if (is_over_columns_) return writeNormsThroughColumns(query, norms);
        for (LeakHead& head : heads_) prepare(head, query);
        for (Index token = 0; token < document_.n(); ++token) {
            const bool touched = addKeysAndValues(query, token);
            if (token == query) addQueries(query);
            if (touched || token == query) norms(token) = normOfFinite();
        }
    }

    void writeNormsThroughColumns(Index query, Eigen::Ref<RowVector> norms) {
        for (Index token = 0; token < document_.n(); ++token) {
            block_.setZero(document_.dIn(), width_);
            if (addThroughColumns(query, token)) norms(token) = normOfFinite();
        }
    }

    /// The norm of the block over the finite numbers of the result.
    [[nodiscard]] double normOfFinite() const {
        if (static_cast<Index>(finite_.size()) == block_.cols()) return norm(block_);
        return norm(block_(Eigen::all, finite_));
    }

    void makeAngles() {
        if (!info(document_.positions.kind).is_rotary) return;
        cosines_.resize(document_.n(), rotation_.pairs());
        sines_.resize(document_.n(), rotation_.pairs());
        for (Index token = 0; token < document_.n(); ++token) {
            for (Index pair = 0; pair < rotation_.pairs(); ++pair) {
                const double angle = rotation_.angle(token, pair);
                cosines_(token, pair) = std::cos(angle);
                sines_(token, pair) = std::sin(angle);
            }
        }
    }

    /// Turns a row of d_k numbers back by the angles of a place, where positions are rotary.
    void turnBack(Matrix<double>& rows, Index row, Index place) const {
        for (Index pair = 0; pair < cosines_.cols(); ++pair) {
            const Index first = rotation_.first(pair);
            const Index second = rotation_.second(pair);
            const double a = rows(row, first);
            const double b = rows(row, second);
            rows(row, first) = a * cosines_(place, pair) + b * sines_(place, pair);
            rows(row, second) = b * cosines_(place, pair) - a * sines_(place, pair);
        }
    }

    /// The derivative of a score that enters the softmax by the product of query and key.
    [[nodiscard]] double share(const LeakHead& head, Index query, Index key) const {
        if (cuts_ && mask_(query, key) == 0) return 0;
        return head.bends.size() > 0 ? head.bends(query, key) / divisor_ : 1 / divisor_;
    }

    /// Computes `slopes` and `along` of a head for one query.
    void prepare(LeakHead& head, Index query) const {
        const bool rotary = cosines_.size() > 0;
        Matrix<double> turned = head.queries.row(query).replicate(rotary ? document_.n() : 1, 1);
        for (Index place = 0; rotary && place < turned.rows(); ++place) {
            turnBack(turned, place, place);
        }
        head.along.noalias() = turned * head.w_key.transpose();
        for (Index key = 0; key < document_.n(); ++key) {
            const double by = share(head, query, key);
            if (by == 0 || head.isAbsent(query, key)) continue;
            head.slopes.row(key) = by * (head.weights(query, key) * head.values.row(key) -
                                         head.denominator(query, key) * head.mixed.row(query));
        }
    }

    /// Sets the block to the derivative of result i by x_j through the value and the key of j.
    /// @return false where that is exactly 0; then the block is set only where i is j
    bool addKeysAndValues(Index query, Index token) {
        bool touched = false;
        for (const LeakHead& head : heads_) {
            if (head.isAbsent(query, token)) continue;
            if (!touched) block_.setZero(document_.dIn(), width_);
            touched = true;
            const double weight = head.weights(query, token);
            const bool by_key = share(head, query, token) != 0;
            const Index along = head.along.rows() == 1 ? 0 : token;
            auto part = block_.middleCols(head.first, head.values.cols());
            part += weight * head.w_value;
            if (by_key) {
                part.noalias() += head.along.row(along).transpose() * head.slopes.row(token);
            }
        }
        if (!touched && query == token) block_.setZero(document_.dIn(), width_);
        return touched;
    }

    /// Adds the derivative of result i by x_i through its own query.
    void addQueries(Index query) {
        for (const LeakHead& head : heads_) {
            auto part = block_.middleCols(head.first, head.values.cols());
            Matrix<double> asked = Matrix<double>::Zero(head.values.cols(), head.keys.cols());
            for (Index key = 0; key < document_.n(); ++key) {
                if (share(head, query, key) == 0 || head.isAbsent(query, key)) continue;
                for (Index col = 0; col < asked.rows(); ++col) {
                    asked.row(col) += head.slopes(key, col) * head.keys.row(key);
                }
            }
            for (Index col = 0; col < asked.rows(); ++col) turnBack(asked, col, query);
            part.noalias() += head.w_query * asked.transpose();
        }
    }

    void sumQueries(LeakHead& head) const {
        head.asking = Matrix<double>::Zero(document_.n(), head.queries.cols());
        for (Index key = 0; key < document_.n(); ++key) {
            for (Index query = 0; query < document_.n(); ++query) {
                const double by = head.denominator(query, key) * share(head, query, key);
                if (by != 0) head.asking.row(key) += by * head.queries.row(query);
            }
        }
    }

    /// Adds all of the derivative of result i by x_j, where softmax is over columns.
    /// @return false where it is exactly 0
    bool addThroughColumns(Index query, Index token) {
        const bool is_divided =
            maskingArithmetic(document_.masking.method).weights == Arithmetic::renormalising;
        bool touched = false;
        for (const LeakHead& head : heads_) {
            auto part = block_.middleCols(head.first, head.values.cols());
            const auto moved = [&](Index key) {
                Matrix<double> value = head.values.row(key);
                if (is_divided) value -= head.mixed.row(query);
                return Matrix<double>(head.weights(query, key) * value);
            };
            if (head.weights(query, token) != 0) {
                touched = true;
                part += head.weights(query, token) * head.w_value;
                Matrix<double> along =
                    share(head, query, token) * head.queries.row(query) - head.asking.row(token);
                turnBack(along, 0, token);
                part.noalias() += (along * head.w_key.transpose()).transpose() * moved(token);
            }
            Matrix<double> asked = Matrix<double>::Zero(head.values.cols(), head.keys.cols());
            bool asks = false;
            for (Index key = 0; key < document_.n(); ++key) {
                const double own = query == token ? 1 : 0;
                const double by = (own - head.denominator(token, key)) * share(head, token, key);
                if (by == 0 || head.weights(query, key) == 0) continue;
                asks = true;
                asked += by * moved(key).transpose() * head.keys.row(key);
            }
            if (!asks) continue;
            touched = true;
            for (Index col = 0; col < asked.rows(); ++col) turnBack(asked, col, token);
            part.noalias() += head.w_query * asked.transpose();
        }
        return touched;
    }

    const Document& document_;
    const Trace& trace_;
    MatrixView mask_;  ///< (n, n), 1 = allowed
    Rotation rotation_;
    Index width_;  ///< of the result
    double divisor_;
    bool cuts_;             ///< the mask gives blocked scores a gradient of 0
    bool is_over_columns_;  ///< softmax
    std::vector<LeakHead> heads_;
    Matrix<double> cosines_;  ///< (n, d_k / 2) of the rotary angles; empty where there are none
    Matrix<double> sines_;
    Matrix<double> block_;       ///< (d_in, width) d result_i / d x_j, transposed
    std::vector<Index> finite_;  ///< columns of the result of the query that are finite numbers
};

}  // namespace

Matrix<double> jacobianNorms(const Document& document, const Trace& trace,
                             const GivesUp& gives_up) {
    return Jacobian(document, trace).norms(gives_up);
}

std::vector<double> jacobianNorms(const Document& document, const Trace& trace, Index output) {
    return Jacobian(document, trace).normsOf(output);
}

void visitBlocks(const Document& document, const Trace& trace, std::span<const Cell> cells,
                 const std::function<void(Cell, const Matrix<double>&)>& visit) {
    Jacobian jacobian(document, trace);
    for (const Cell cell : cells) visit(cell, jacobian.block(cell));
}

}  // namespace lookback
