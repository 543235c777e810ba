#include "core/gradients/rounding_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/engine/position_arithmetic.h"
#include "core/engine/stages.h"
#include "core/gradients/leak_search.h"
#include "core/gradients/other_embeddings.h"

namespace lookback {
namespace {

using Id = MatrixId;
using Row = Eigen::RowVectorXd;

constexpr double kEndless = std::numeric_limits<double>::infinity();
/// Terms of second order are at most this share of those of the first.
constexpr double kSecondOrder = 0.15;
/// Relative errors above this have terms of second order that are larger.
constexpr double kLargestError = 1.0 / 16;
constexpr std::size_t kMostReaching = 256;
constexpr int kHalvings = 40;
constexpr double kMostBounds = 2e7;  ///< multiplications for pairs, beyond kLeastOfRow pairs a row
constexpr std::size_t kLeastOfRow = 8;

/// The rounding of a dtype. Softmax of 16 bits is computed in float32.
struct Precision {
    double unit;        ///< from 1 to the next number
    double wide_unit;   ///< likewise, of the precision of softmax and of sums
    double half_unit;   ///< relative error of rounding to the dtype, 0 where it is the wide one
    double least_half;  ///< absolute error of a weight that is too small for all its digits
};

Precision precisionOf(DType dtype) {
    const double unit = info(dtype).epsilon;
    const double wide = dtype == DType::float64 ? unit : info(DType::float32).epsilon;
    const double subnormal = unit * 4 / info(dtype).largest;
    const double wide_subnormal =
        dtype == DType::float64 ? 0x1p-1074 : wide * 4 / info(DType::float32).largest;
    return {unit, wide, unit > wide ? unit / 2 : 0, subnormal + 2 * wide_subnormal};
}

double roundedUp(double number, DType dtype) {
    return std::max(number, roundedTo(number, info(dtype).kind));
}

double lengthOf(const MatrixView& view, Index row) {
    double squares = 0;
    for (Index col = 0; col < view.cols(); ++col) squares += view(row, col) * view(row, col);
    return std::sqrt(squares);
}

/// The scores that hidden words reach in one head.
class Reach {
public:
    Reach(const Document& document, const Trace& trace, Index head, double largest)
        : document_(document),
          head_(head),
          largest_(largest),
          unit_(info(document.dtype).epsilon),
          rotation_(document.positions, document.dK()),
          queries_(trace.view(scoreQueries(document), head)),
          keys_(trace.view(scoreKeys(document), head)),
          w_key_(document.dIn(), document.dK()) {
        const DType dtype = document.dtype;
        for (Index col = 0; col < w_key_.cols(); ++col) {
            for (Index row = 0; row < w_key_.rows(); ++row) {
                const double number = document.weights.key(row, head * w_key_.cols() + col);
                w_key_(row, col) = roundedTo(number, info(dtype).kind);
            }
        }
        longest_change_ = 2 * largest * w_key_.cwiseAbs().colwise().sum().norm();
    }

    /// The greatest score of a pair that enters the softmax, rounding included.
    [[nodiscard]] double greatest(Cell cell) const {
        const Row slopes = along(cell);
        const Row own = ownNumbers(cell.col);
        double raw = 0;
        for (Index col = 0; col < queries_.cols(); ++col) {
            raw += queries_(cell.row, col) * keys_(cell.col, col);
        }
        const double sign = divisor(document_) < 0 ? -1 : 1;
        const double gain = (slopes.cwiseAbs() * largest_ - sign * slopes.cwiseProduct(own)).sum();
        const double error = 4 * unit_ * lengthOf(queries_, cell.row) *
                             (lengthOf(keys_, cell.col) + longest_change_);
        double score = (sign * raw + gain + error) / std::abs(divisor(document_));
        if (document_.softcap) {
            const double cap = roundedUp(*document_.softcap, document_.dtype);
            score = cap * std::tanh(score / cap) + unit_ * cap;
        }
        if (info(document_.positions.kind).has_slopes) {
            const double lost =
                headSlope(document_, head_) * std::abs(static_cast<double>(cell.row - cell.col));
            score += -lost + 2 * unit_ * std::abs(lost);
        }
        return std::isnan(score) ? kEndless : score;
    }

    /// The embedding of the greatest score.
    [[nodiscard]] Matrix<double> embedding(Cell cell) const {
        const double sign = divisor(document_) < 0 ? -1 : 1;
        const Row slopes = sign * along(cell);
        Matrix<double> numbers = ownNumbers(cell.col);
        for (Index col = 0; col < slopes.cols(); ++col) {
            if (slopes(col) != 0) numbers(0, col) = std::copysign(largest_, slopes(col));
        }
        return roundedTo(numbers, document_.dtype);
    }

private:
    [[nodiscard]] Row ownNumbers(Index token) const {
        return document_.embeddings.get().row(token).unaryExpr(
            [this](double number) { return roundedTo(number, info(document_.dtype).kind); });
    }

    /// The derivative of a score before scaling by the embedding: (q_i R_j) W_k^T.
    [[nodiscard]] Row along(Cell cell) const {
        Row query(queries_.cols());
        for (Index col = 0; col < query.cols(); ++col) query(col) = queries_(cell.row, col);
        for (Index pair = 0; pair < rotation_.pairs(); ++pair) {
            const double angle = rotation_.angle(cell.col, pair);
            double& first = query(rotation_.first(pair));
            double& second = query(rotation_.second(pair));
            const double a = first;
            first = a * std::cos(angle) + second * std::sin(angle);
            second = second * std::cos(angle) - a * std::sin(angle);
        }
        return query * w_key_.transpose();
    }

    const Document& document_;
    Index head_;
    double largest_;
    double unit_;
    Rotation rotation_;
    MatrixView queries_;
    MatrixView keys_;
    Matrix<double> w_key_;
    double longest_change_;
};

/// The row of weights of one output in one head.
struct WeightRow {
    Row scores;                   ///< of allowed keys, as they enter the softmax
    Row weights;                  ///< of allowed keys
    Matrix<double> values;        ///< (allowed keys, d_v)
    Row context;                  ///< d_v
    double greatest = -kEndless;  ///< score of all keys
};

WeightRow weightRow(const Document& document, const Trace& trace, Index output, Index head) {
    const MatrixView scores = trace.view(softmaxInput(document), head);
    const MatrixView weights = trace.view(Id::attention_weights, head);
    const MatrixView values = trace.view(Id::value, head);
    const MatrixView contexts = trace.view(Id::context);
    WeightRow row;
    std::vector<Index> keys;
    for (Index key = 0; key < document.n(); ++key) {
        row.greatest = std::max(row.greatest, scores(output, key));
        if (allows(document.mask, output, key)) keys.push_back(key);
    }
    const auto count = static_cast<Index>(keys.size());
    row.scores.resize(count);
    row.weights.resize(count);
    row.values.resize(count, document.dV());
    row.context.resize(document.dV());
    for (Index col = 0; col < document.dV(); ++col) {
        row.context(col) = contexts(output, head * document.dV() + col);
    }
    for (Index k = 0; k < count; ++k) {
        const Index key = keys[static_cast<std::size_t>(k)];
        row.scores(k) = scores(output, key);
        row.weights(k) = weights(output, key);
        for (Index col = 0; col < document.dV(); ++col) row.values(k, col) = values(key, col);
    }
    return row;
}

/// Bounds the change of each number of a context where the greatest score of the row is at most
/// `score`; infinite where an allowed weight may be lost.
Row contextBound(const WeightRow& row, double score, const Precision& precision, Index n) {
    const Index keys = row.scores.cols();
    const Row lost = Row::Constant(row.context.cols(), kEndless);
    const double top = std::max(score, row.greatest);
    const double sum = (row.scores.array() - top).exp().sum() / static_cast<double>(n);
    const double of_sum = static_cast<double>(keys) * precision.least_half / sum;
    const double adding = static_cast<double>(n + 2) * precision.wide_unit;
    const Row errors =
        (((top - row.scores.array()) / 2 + 3) * precision.wide_unit + precision.half_unit + adding)
            .matrix();
    // Scores so low that their weights vanish beside the others have no digits to lose.
    double largest_error = 0;
    for (Index k = 0; k < keys; ++k) largest_error += row.weights(k) * errors(k);
    if (!(of_sum + largest_error <= kLargestError)) return lost;
    const double unit = precision.unit;
    Row bound(row.context.cols());
    for (Index col = 0; col < bound.cols(); ++col) {
        double move = 0;
        for (Index k = 0; k < keys; ++k) {
            const double value = std::abs(row.values(k, col));
            const double apart = std::abs(row.values(k, col) - row.context(col));
            move += row.weights(k) * (errors(k) * apart + (unit / 2 + adding) * value) +
                    precision.least_half * (apart / sum + value);
        }
        const double whole = std::abs(row.context(col));
        bound(col) = move + (unit + adding + of_sum) * whole;
    }
    return 2 * (1 + kSecondOrder) * bound;  // both results may be off by as much
}

/// Bounds moves of outputs.
class Bounds {
public:
    Bounds(const Document& document, const Trace& trace)
        : document_(document),
          trace_(trace),
          result_(trace.view(trace.result())),
          precision_(precisionOf(document.dtype)) {
        if (!document.weights.output) return;
        w_output_ = roundedTo(document.weights.output->get(), document.dtype);
    }

    /// Makes an output the one that `places` is asked for.
    void take(Index output) {
        output_ = output;
        rows_.clear();
        for (Index head = 0; head < document_.heads; ++head) {
            rows_.push_back(weightRow(document_, trace_, output, head));
        }
    }

    /// The greatest score of the output's row at the document's own numbers.
    [[nodiscard]] double greatest(std::size_t head) const { return rows_[head].greatest; }

    /// True for an output without allowed keys.
    [[nodiscard]] bool isEmpty() const { return rows_.front().scores.size() == 0; }

    /// Units in the last place that the output moves where the scores of a hidden word reach
    /// `scores`, one for each head.
    [[nodiscard]] double places(std::span<const double> scores) const {
        Row contexts(document_.heads * document_.dV());
        for (Index head = 0; head < document_.heads; ++head) {
            const auto at = static_cast<std::size_t>(head);
            contexts.segment(head * document_.dV(), document_.dV()) =
                contextBound(rows_[at], scores[at], precision_, document_.n());
        }
        const Row moves = document_.weights.output ? throughOutput(contexts) : contexts;
        double largest = 0;
        for (Index col = 0; col < result_.cols(); ++col) {
            largest = std::max(largest, std::abs(result_(output_, col)));
        }
        const double most = moves.size() == 0 ? 0 : moves.maxCoeff<Eigen::PropagateNaN>();
        const double units = placesMoved(most, largest, document_.dtype);
        return std::isnan(units) ? kEndless : units;
    }

private:
    [[nodiscard]] Row throughOutput(const Row& contexts) const {
        if (!contexts.allFinite()) return Row::Constant(result_.cols(), kEndless);
        Row moves = contexts * w_output_.cwiseAbs();
        const double adding = static_cast<double>(contexts.cols()) * precision_.wide_unit;
        const MatrixView whole = trace_.view(Id::context);
        for (Index col = 0; col < moves.cols(); ++col) {
            double terms = 0;
            for (Index k = 0; k < contexts.cols(); ++k) {
                terms += std::abs(whole(output_, k) * w_output_(k, col));
            }
            const auto& bias = document_.biases.output;
            const double added = bias ? std::abs(bias->get()(0, col)) : 0;
            moves(col) += 2 * adding * (terms + added) +
                          2 * precision_.unit * (std::abs(result_(output_, col)) + added);
        }
        return moves;
    }

    const Document& document_;
    const Trace& trace_;
    MatrixView result_;
    Precision precision_;
    Matrix<double> w_output_;
    Index output_ = 0;
    std::vector<WeightRow> rows_;
};

/// The score from which on an output moves by more than `most_places`, in one head, the others as
/// they are. @param scores of a word, which move it by more
double firstScore(const Bounds& bounds, std::vector<double> scores, std::size_t head,
                  double most_places) {
    const auto is_above = [&](double score) {
        scores[head] = score;
        return bounds.places(scores) > most_places;
    };
    double high = std::min(scores[head], std::numeric_limits<double>::max());
    double low = std::min(bounds.greatest(head), high);  // lower scores change nothing
    if (is_above(low)) return low;
    for (int k = 0; k < kHalvings; ++k) {
        const double middle = low + (high - low) / 2;
        (is_above(middle) ? high : low) = middle;
    }
    return high;
}

/// Bounds the moves of all outputs, one after the other.
class RoundingBounds {
public:
    RoundingBounds(const Document& document, const Trace& trace, double most_places)
        : bounds_(document, trace),
          most_places_(most_places),
          found_{.largest = largestUsual(document), .score = -kEndless, .from = kEndless} {
        for (Index head = 0; head < document.heads; ++head) {
            heads_.emplace_back(document, trace, head, found_.largest);
        }
        const auto n = static_cast<double>(document.n());
        const auto width = static_cast<double>(document.heads * document.dV());
        const double of_row = kMostBounds / (n * n * std::max(width, 1.0));
        most_of_row_ = std::max(kLeastOfRow, static_cast<std::size_t>(of_row));
    }

    /// @param tokens hidden from the output
    void take(Index output, const std::vector<Index>& tokens) {
        bounds_.take(output);
        if (bounds_.isEmpty()) return;  // 0 / 0 whatever the scores are
        std::vector<Reached> all;
        std::vector<double> most(heads_.size(), -kEndless);
        for (const Index token : tokens) {
            Reached& reached = all.emplace_back(Reached{.token = token});
            for (std::size_t head = 0; head < heads_.size(); ++head) {
                reached.scores.push_back(heads_[head].greatest({output, token}));
                most[head] = std::max(most[head], reached.scores.back());
            }
            reached.greatest = *std::max_element(reached.scores.begin(), reached.scores.end());
            found_.score = std::max(found_.score, reached.greatest);
        }
        const double places = bounds_.places(most);
        found_.places = std::max(found_.places, places);
        if (places > most_places_) takeReaching(output, std::move(all));
    }

    [[nodiscard]] RoundingBound finished() && {
        std::stable_sort(reaching_.begin(), reaching_.end(),
                         [](const auto& a, const auto& b) { return a.score > b.score; });
        reaching_.resize(std::min(reaching_.size(), kMostReaching));
        for (const Reaching& one : reaching_) {
            found_.reaching.push_back({one.cell, heads_[one.head].embedding(one.cell)});
        }
        return std::move(found_);
    }

private:
    struct Reached {
        Index token = 0;
        std::vector<double> scores{};  ///< one for each head
        double greatest = 0;
    };
    struct Reaching {
        Cell cell;
        std::size_t head;
        double score;
    };

    void takeReaching(Index output, std::vector<Reached> all) {
        std::stable_sort(all.begin(), all.end(), [](const Reached& a, const Reached& b) {
            return a.greatest > b.greatest;
        });
        all.resize(std::min(all.size(), most_of_row_));
        bool is_first = true;
        for (const Reached& reached : all) {
            if (bounds_.places(reached.scores) <= most_places_) continue;
            for (std::size_t head = 0; head < heads_.size(); ++head) {
                reaching_.push_back({{output, reached.token}, head, reached.scores[head]});
                if (!is_first) continue;
                const double from = firstScore(bounds_, reached.scores, head, most_places_);
                found_.from = std::min(found_.from, from);
            }
            is_first = false;
        }
    }

    Bounds bounds_;
    double most_places_;
    RoundingBound found_;
    std::vector<Reach> heads_;
    std::size_t most_of_row_ = kLeastOfRow;
    std::vector<Reaching> reaching_;
};

}  // namespace

RoundingBound roundingBound(const Document& document, const Trace& trace,
                            std::span<const HiddenWord> hidden, double most_places) {
    std::vector<std::vector<Index>> words(static_cast<std::size_t>(document.n()));
    for (const HiddenWord& word : hidden) {
        for (const Index output : word.outputs) {
            words[static_cast<std::size_t>(output)].push_back(word.token);
        }
    }
    RoundingBounds bounds(document, trace, most_places);
    for (Index output = 0; output < document.n(); ++output) {
        const std::vector<Index>& tokens = words[static_cast<std::size_t>(output)];
        if (!tokens.empty()) bounds.take(output, tokens);
    }
    return std::move(bounds).finished();
}

}  // namespace lookback
