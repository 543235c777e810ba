#include "core/gradients/leak_jacobian.h"

#include <cmath>
#include <limits>
#include <vector>

#include "core/attention/rotation.h"
#include "core/base/text.h"
#include "core/gradients/masking_derivative.h"

namespace lookback {
namespace {

using Id = MatrixId;

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

/// Overflow and underflow of the squares do not turn a number into infinity or 0.
double norm(const Matrix<double>& block) {
    if (block.size() == 0) return 0;
    const double plain = block.norm();
    if ((plain > 1e-140 && plain < 1e140) || std::isnan(plain)) return plain;
    const double largest = block.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    if (largest == 0 || !std::isfinite(largest)) return largest;
    return (block / largest).norm() * largest;
}

/// One head, as far as the result is concerned.
///
/// With row vectors, s the scores that enter the softmax, A the weights, u_m = v_m W_o (or v_m) and
/// c_i = sum over m of A_im u_m, what the head adds to the result:
///     d c_i / d s_im = A_im u_m - D_im c_i
/// Here D = A for softmax, and also for weights that are renormalised: the blocked exponentials
/// cancel out of A, so the derivative with respect to a blocked score is 0 and is taken as exactly
/// that (in floating point the division leaves noise). Where blocked weights are only set to 0, D
/// are the weights before that, whose denominator holds the blocked scores. From there
///     d s_im / d x_m = t_im (q'_i R_m) W_k^T,   d s_im / d x_i += t_im (k'_m R_i) W_q^T
/// with R the rotation back (or none) and t = 1 / divisor, times 1 - tanh^2 where scores are
/// capped, 0 where masking replaces or zeroes a score.
struct Head {
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
    Index first = 0;             ///< column of the result where its part begins

    // For one query:
    Matrix<double> slopes;  ///< (n, width), row m: t_im d c_i / d s_im
    Matrix<double> along;  ///< (n, d_in), row m: (q'_i R_m) W_k^T; one row where nothing is rotated

    /// A key without any share in a query's softmax: it adds exactly nothing, not even 0 *
    /// infinity.
    [[nodiscard]] bool isAbsent(Index query, Index key) const {
        return weights(query, key) == 0 && denominator(query, key) == 0;
    }
};

class Jacobian {
public:
    Jacobian(const Document& document, const Trace& trace)
        : document_(document),
          trace_(trace),
          mask_(trace.view(Id::mask)),
          rotation_(document.positions, document.dK()),
          width_(trace.tensor(trace.result()).cols()),
          divisor_(divisor(document)),
          cuts_(derivativeOf(document.masking.method).cuts) {
        makeAngles();
        for (Index head = 0; head < document.heads; ++head) heads_.push_back(makeHead(head));
    }

    [[nodiscard]] Matrix<double> norms(const GivesUp& gives_up) {
        const Index n = document_.n();
        Matrix<double> result = Matrix<double>::Zero(n, n);
        // Vectors without numbers carry nothing, not even a NaN.
        if (width_ == 0 || document_.dV() == 0 || document_.dIn() == 0) return result;
        const Matrix<double> output = asDouble(trace_.view(trace_.result()));
        for (Index query = 0; query < n && !isGivenUp(gives_up); ++query) {
            if (output.row(query).array().isNaN().any()) {
                result.row(query).setConstant(std::numeric_limits<double>::quiet_NaN());
                continue;
            }
            for (Head& head : heads_) prepare(head, query);
            for (Index token = 0; token < n; ++token) {
                const bool touched = addKeysAndValues(query, token);
                if (token == query) addQueries(query);
                if (touched || token == query) result(query, token) = norm(block_);
            }
        }
        return result;
    }

private:
    Head makeHead(Index head) const {
        const Weights& w = document_.weights;
        const Index d_k = document_.dK();
        const Index d_v = document_.dV();
        const DType dtype = document_.dtype;
        Head result;
        result.w_query = columnsOf(w.query, dtype, head * d_k, d_k);
        result.w_key = columnsOf(w.key, dtype, head * d_k, d_k);
        result.w_value = columnsOf(w.value, dtype, head * d_v, d_v);
        result.queries = asDouble(trace_.view(stage(Id::scores).left(document_), head));
        result.keys = asDouble(trace_.view(stage(Id::scores).right(document_), head));
        result.values = asDouble(trace_.view(Id::value, head));
        result.weights = asDouble(trace_.view(Id::attention_weights, head));
        result.denominator =
            asDouble(trace_.view(derivativeOf(document_.masking.method).softmax, head));
        if (w.output) {
            const Matrix<double> rows =
                columnsOf(*w.output, dtype, 0, width_).middleRows(head * d_v, d_v);
            result.w_value = result.w_value * rows;
            result.values = result.values * rows;
        } else {
            result.first = head * d_v;
        }
        result.mixed = result.weights * result.values;
        if (document_.softcap) {
            const double cap = roundedTo(*document_.softcap, info(dtype).kind);
            // 1 - tanh^2 as 1 / cosh^2, which loses no digits where it is small.
            const auto bend = [cap](double s) { return std::pow(std::cosh(s / cap), -2); };
            result.bends = asDouble(trace_.view(Id::scaled_scores, head)).unaryExpr(bend);
        }
        result.slopes.resize(document_.n(), result.values.cols());
        return result;
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

    /// How a score that enters the softmax changes with the product of query and key.
    [[nodiscard]] double share(const Head& head, Index query, Index key) const {
        if (cuts_ && mask_(query, key) == 0) return 0;
        return head.bends.size() > 0 ? head.bends(query, key) / divisor_ : 1 / divisor_;
    }

    /// What a head needs for the blocks of one query.
    void prepare(Head& head, Index query) const {
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

    /// Sets the block to what x_j does to the result of i as a value and as a key.
    /// @return false where it does nothing at all, though it may where i is j
    bool addKeysAndValues(Index query, Index token) {
        bool touched = false;
        for (const Head& head : heads_) {
            if (head.isAbsent(query, token)) continue;
            if (!touched) block_.setZero(document_.dIn(), width_);
            touched = true;
            const double weight = head.weights(query, token);
            const bool by_key = share(head, query, token) != 0;
            const Index along = head.along.rows() == 1 ? 0 : token;
            auto part = block_.middleCols(head.first, head.values.cols());
            for (Index row = 0; row < part.rows(); ++row) {
                part.row(row) += weight * head.w_value.row(row);
                if (by_key) part.row(row) += head.along(along, row) * head.slopes.row(token);
            }
        }
        if (!touched && query == token) block_.setZero(document_.dIn(), width_);
        return touched;
    }

    /// Adds what x_i does to its own result as the query that asks every key.
    void addQueries(Index query) {
        for (const Head& head : heads_) {
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

    const Document& document_;
    const Trace& trace_;
    MatrixView mask_;  ///< (n, n), 1 = allowed
    Rotation rotation_;
    Index width_;  ///< of the result
    double divisor_;
    bool cuts_;  ///< the mask takes blocked scores out
    std::vector<Head> heads_;
    Matrix<double> cosines_;  ///< (n, d_k / 2) of the rotary angles; empty where there are none
    Matrix<double> sines_;
    Matrix<double> block_;  ///< (d_in, width) d result_i / d x_j, transposed
};

}  // namespace

Matrix<double> jacobianNorms(const Document& document, const Trace& trace,
                             const GivesUp& gives_up) {
    return Jacobian(document, trace).norms(gives_up);
}

}  // namespace lookback
