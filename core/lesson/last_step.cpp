#include "core/lesson/last_step.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/engine/stages.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

tl::unexpected<Error> withoutStep() {
    return tl::unexpected(Error{"", say::lesson::NotComputable{}});
}

/// The numbers of two lists in products, of which the last may be left out.
struct ProductTerms {
    std::vector<double> left;
    std::vector<double> right;
};

/// The sum of products before its last product that is not 0. Errors: it has fewer than two.
Result<LastStep> lastProduct(const ProductTerms& factors) {
    LastStep step{.operation = LastOperation::product};
    std::size_t products = 0;
    for (std::size_t k = 0; k < factors.left.size(); ++k) {
        const double a = factors.left[k];
        const double b = factors.right[k];
        if (a == 0 || b == 0) continue;
        if (products++ > 0) step.before += step.a * step.b;
        step.a = a;
        step.b = b;
    }
    if (products < 2) return withoutStep();
    return step;
}

/// The last step of one cell.
class CellStep {
public:
    CellStep(const LessonFacts& facts, DocumentVariant variant, const Document& document,
             const CellRange& asked)
        : facts_(facts),
          variant_(variant),
          document_(document),
          stage_(stage(asked.id)),
          asked_(asked) {}

    [[nodiscard]] Result<LastStep> find() const {
        switch (stage_.arithmetic(document_)) {
            case Arithmetic::dot:
            case Arithmetic::score:
            case Arithmetic::weighted_sum: return products();
            case Arithmetic::quotient: return after(LastOperation::division, divisor(document_));
            case Arithmetic::masking:
            case Arithmetic::zeroing: return after(LastOperation::mask, 0);
            case Arithmetic::softmax:
            case Arithmetic::column_softmax:
                return after(LastOperation::softmax, 0).map([](LastStep step) {
                    step.before = std::exp(step.a);
                    return step;
                });
            case Arithmetic::renormalising: return renormalized();
            case Arithmetic::capping: return after(LastOperation::other, 0);
            default: return withoutStep();
        }
    }

private:
    [[nodiscard]] Result<MatrixView> matrix(MatrixId id) const {
        return facts_.matrix(variant_, id, info(id).per_head ? head() : 0);
    }

    /// A matrix with the columns of all heads names its head by its column.
    [[nodiscard]] Index head() const {
        if (!info(asked_.id).is_of_all_heads) return asked_.head;
        return asked_.col / std::max<Index>(stage_.width(document_), 1);
    }

    /// One operand, the same cell of the stage to the left.
    [[nodiscard]] Result<LastStep> after(LastOperation operation, double b) const {
        return matrix(stage_.left(document_)).map([&](const MatrixView& left) {
            const double a = left(asked_.row, asked_.col);
            return LastStep{.operation = operation, .before = a, .a = a, .b = b};
        });
    }

    [[nodiscard]] Result<LastStep> renormalized() const {
        return matrix(stage_.left(document_)).map([&](const MatrixView& left) {
            LastStep step{.operation = LastOperation::renormalize,
                          .before = left(asked_.row, asked_.col),
                          .a = left(asked_.row, asked_.col)};
            for (Index col = 0; col < left.cols(); ++col) step.b += left(asked_.row, col);
            return step;
        });
    }

    [[nodiscard]] Result<LastStep> products() const {
        const Result<MatrixView> left = matrix(stage_.left(document_));
        if (!left) return tl::unexpected(left.error());
        const Result<MatrixView> right = matrix(stage_.right(document_));
        if (!right) return tl::unexpected(right.error());
        const bool is_score = stage_.arithmetic(document_) == Arithmetic::score;
        const bool is_of_all_heads = info(asked_.id).is_of_all_heads;
        const Index width = std::max<Index>(right->cols(), 1);
        const Index col = is_of_all_heads ? asked_.col % width : asked_.col;
        ProductTerms factors;
        for (Index k = 0; k < left->cols(); ++k) {
            factors.left.push_back((*left)(asked_.row, k));
            factors.right.push_back(is_score ? (*right)(asked_.col, k) : (*right)(k, col));
        }
        const auto bias = biasOf(document_, asked_.id);
        if (!bias) return lastProduct(factors);
        return matrix(*bias).map([&](const MatrixView& added) {
            LastStep step{.operation = LastOperation::bias, .b = added(0, asked_.col)};
            for (std::size_t k = 0; k < factors.left.size(); ++k) {
                step.before += factors.left[k] * factors.right[k];
            }
            step.a = step.before;
            return step;
        });
    }

    const LessonFacts& facts_;
    DocumentVariant variant_;
    const Document& document_;
    const Stage& stage_;
    const CellRange& asked_;
};

/// The part of an expression that ends at a node.
Expression partOf(const Expression& whole, std::size_t node) {
    Expression part;
    part.nodes.assign(whole.nodes.begin(),
                      whole.nodes.begin() + static_cast<std::ptrdiff_t>(node) + 1);
    return part;
}

/// The last step of an expression that computes.
class ExpressionStep {
public:
    ExpressionStep(const Expression& of, const LessonFacts& facts)
        : of_(of), root_(of.nodes.back()), facts_(facts) {}

    [[nodiscard]] Result<LastStep> find() const {
        switch (root_.kind) {
            case ExpressionKind::sum: return between(LastOperation::addend);
            case ExpressionKind::difference: return between(LastOperation::subtrahend);
            case ExpressionKind::product: return between(LastOperation::factor);
            case ExpressionKind::quotient: return between(LastOperation::division);
            case ExpressionKind::call: return call();
            default: return withoutStep();
        }
    }

private:
    [[nodiscard]] Result<double> number(std::size_t operand) const {
        return evaluateNumber(partOf(of_, root_.operands[operand]), facts_);
    }

    [[nodiscard]] Result<std::vector<double>> numbers(std::size_t operand) const {
        return evaluateNumbers(partOf(of_, root_.operands[operand]), facts_)
            .map([](const NumberList& list) { return list.numbers; });
    }

    [[nodiscard]] Result<LastStep> between(LastOperation operation) const {
        const Result<double> a = number(0);
        if (!a) return tl::unexpected(a.error());
        return number(1).map([&](double b) {
            return LastStep{.operation = operation, .before = *a, .a = *a, .b = b};
        });
    }

    [[nodiscard]] Result<LastStep> call() const {
        const ExpressionFunction& function = expressionFunctions()[root_.function];
        if (function.form == FunctionForm::each) {
            return number(0).map([](double a) { return LastStep{.before = a, .a = a}; });
        }
        if (function.form == FunctionForm::pair) {
            const auto left = numbers(0);
            const auto right = numbers(1);
            if (!left || !right || left->size() != right->size()) return withoutStep();
            return lastProduct({*left, *right});
        }
        if (function.name == "sum" && root_.operands.size() == 1) return sum();
        return withoutStep();
    }

    /// A sum over the numbers of a path, before its last number that is not 0.
    [[nodiscard]] Result<LastStep> sum() const {
        const Expression path = partOf(of_, root_.operands[0]);
        if (path.asPath() == nullptr || !path.asPath()->matrix) return withoutStep();
        const Result<NamedCells> named = cellsOf(path, facts_);
        const Result<std::vector<double>> all = numbers(0);
        if (!named || !all || named->range.rows != 1) return withoutStep();
        const bool is_of_tokens = info(named->range.id).cols == Axis::token;
        LastStep step{.operation = LastOperation::token};
        std::size_t added = 0;
        for (std::size_t k = 0; k < all->size(); ++k) {
            if ((*all)[k] == 0) continue;
            if (added++ > 0) step.before += step.a;
            step.a = (*all)[k];
            step.token = named->range.col + static_cast<Index>(k);
        }
        if (added < 2 || !is_of_tokens) return withoutStep();
        return step;
    }

    const Expression& of_;
    const ExpressionNode& root_;
    const LessonFacts& facts_;
};

}  // namespace

Result<LastStep> lastStep(const Expression& of, const LessonFacts& facts) {
    if (of.empty() || of.is_word) return withoutStep();
    const QuantityPath* const path = of.asPath();
    if (path == nullptr) return ExpressionStep(of, facts).find();
    if (!path->matrix || isParameter(*path->matrix)) return withoutStep();
    const Result<const Document*> document = facts.document(path->variant);
    if (!document) return tl::unexpected(document.error());
    return cellsOf(of, facts).and_then([&](const NamedCells& named) -> Result<LastStep> {
        const CellRange& asked = named.range;
        if (asked.rows != 1 || asked.cols != 1) return withoutStep();
        return CellStep(facts, path->variant, **document, asked).find();
    });
}

}  // namespace lookback
