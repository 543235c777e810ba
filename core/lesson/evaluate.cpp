#include "core/lesson/evaluate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/base/named_rows.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr Index kMostRead = 1'000'000;  ///< numbers of one quantity

/// Indices that an index of an expression means.
struct IndexRun {
    Index first = 0;
    Index count = 0;
    bool is_one = false;
};

tl::unexpected<Error> failed(Message why) { return tl::unexpected(Error{"", std::move(why)}); }

ExpressionValue ofNumbers(NumberList numbers) {
    const bool is_list = numbers.is_list;
    return {.numbers = std::move(numbers), .is_list = is_list};
}
ExpressionValue ofNumber(double number) { return ofNumbers(NumberList::one(number)); }
ExpressionValue ofWord(std::string_view word) {
    return {.words = {std::string(word)}, .is_word = true};
}

template <class Names, class Enum>
std::string_view nameAt(const Names& names, Enum value) {
    return names[static_cast<std::size_t>(value)];
}

/// Evaluates the nodes of one expression, each after its operands.
class Evaluation {
public:
    Evaluation(const Expression& expression, const LessonFacts& facts, const LocalNames& names,
               ReadQuantities* reads)
        : expression_(expression), facts_(facts), names_(names), reads_(reads) {}

    Result<ExpressionValue> run() {
        for (const ExpressionNode& node : expression_.nodes) {
            Result<ExpressionValue> value = evaluateNode(node);
            if (!value) return tl::unexpected(value.error());
            values_.push_back(*std::move(value));
        }
        return values_.empty() ? ExpressionValue() : std::move(values_.back());
    }

    /// The cells of an expression that is a path.
    Result<NamedCells> cells() {
        const QuantityPath& path = *expression_.asPath();
        // The path is the last node: those before it are its indices.
        for (std::size_t k = 0; k + 1 < expression_.nodes.size(); ++k) {
            Result<ExpressionValue> value = evaluateNode(expression_.nodes[k]);
            if (!value) return tl::unexpected(value.error());
            values_.push_back(*std::move(value));
        }
        if (path.matrix) {
            return block(path).map([](const CellBlock& block) {
                return NamedCells{false, block.range};
            });
        }
        const Index n = facts_.moment().document->n();
        return span(path, 0, n).map([](const IndexRun& span) {
            return NamedCells{true, {.col = span.first, .cols = span.count}};
        });
    }

private:
    struct CellBlock {
        CellRange range;
        bool is_one = false;
    };

    const NumberList& operand(const ExpressionNode& node, std::size_t at) const {
        return values_[node.operands[at]].numbers;
    }

    Result<ExpressionValue> evaluateNode(const ExpressionNode& node) {
        switch (node.kind) {
            case ExpressionKind::number: return ofNumber(node.number);
            case ExpressionKind::quantity: return quantity(node.path);
            case ExpressionKind::negative:
                return ofNumbers(each(operand(node, 0), [](double x) { return -x; }));
            case ExpressionKind::sum: return both(node, [](double a, double b) { return a + b; });
            case ExpressionKind::difference:
                return both(node, [](double a, double b) { return a - b; });
            case ExpressionKind::product:
                return both(node, [](double a, double b) { return a * b; });
            case ExpressionKind::quotient:
                return both(node, [](double a, double b) { return a / b; });
            case ExpressionKind::power:
                return both(node, [](double a, double b) { return std::pow(a, b); });
            case ExpressionKind::call: return call(node);
        }
        return failed(say::lesson::ExpectedValue{});
    }

    template <class Change>
    static NumberList each(NumberList list, Change change) {
        for (double& number : list.numbers) number = change(number);
        return list;
    }

    template <class Join>
    Result<ExpressionValue> both(const ExpressionNode& node, Join join) const {
        const NumberList& left = operand(node, 0);
        const NumberList& right = operand(node, 1);
        if (!right.is_list) {
            const double b = right.numbers.front();
            return ofNumbers(each(left, [&](double a) { return join(a, b); }));
        }
        if (!left.is_list) {
            const double a = left.numbers.front();
            return ofNumbers(each(right, [&](double b) { return join(a, b); }));
        }
        if (left.numbers.size() != right.numbers.size()) return unequal(left, right);
        NumberList result = left;
        for (std::size_t k = 0; k < result.numbers.size(); ++k) {
            result.numbers[k] = join(left.numbers[k], right.numbers[k]);
        }
        return ofNumbers(std::move(result));
    }

    static tl::unexpected<Error> unequal(const NumberList& left, const NumberList& right) {
        return failed(
            say::lesson::UnequalLists{.left = Count{static_cast<Index>(left.numbers.size())},
                                      .right = Count{static_cast<Index>(right.numbers.size())}});
    }

    Result<ExpressionValue> call(const ExpressionNode& node) const {
        const ExpressionFunction& function = expressionFunctions()[node.function];
        switch (function.form) {
            case FunctionForm::each: return ofNumbers(each(operand(node, 0), function.of_number));
            case FunctionForm::list:
                return ofNumbers(NumberList::list(function.to_list(operand(node, 0).numbers)));
            case FunctionForm::whole: {
                std::vector<double> all;
                for (std::size_t k = 0; k < node.operands.size(); ++k) {
                    const std::vector<double>& more = operand(node, k).numbers;
                    all.insert(all.end(), more.begin(), more.end());
                }
                return ofNumber(function.of_numbers(all));
            }
            case FunctionForm::pair: {
                const NumberList& left = operand(node, 0);
                const NumberList& right = operand(node, 1);
                if (left.numbers.size() != right.numbers.size()) return unequal(left, right);
                double dot = 0;
                for (std::size_t k = 0; k < left.numbers.size(); ++k) {
                    dot += left.numbers[k] * right.numbers[k];
                }
                return ofNumber(dot);
            }
            case FunctionForm::pick: {
                const std::vector<double>& list = operand(node, 0).numbers;
                return wholeOf(operand(node, 1), static_cast<Index>(list.size()), function.name)
                    .map([&](Index place) { return ofNumber(list[asSize(place)]); });
            }
        }
        return failed(say::lesson::ExpectedValue{});
    }

    /// An index below `size`.
    static Result<Index> wholeOf(const NumberList& value, Index size, std::string_view name) {
        const double number = value.numbers.empty() ? -1 : value.numbers.front();
        const bool is_whole = !value.is_list && std::round(number) == number && number >= 0 &&
                              number < static_cast<double>(size);
        if (is_whole) return static_cast<Index>(number);
        if (value.is_list || std::round(number) != number) {
            return failed(say::lesson::IndexNotWhole{.name = Verbatim{std::string(name)}});
        }
        return failed(say::lesson::IndexOutside{.index = Verbatim{formatIndex(number)},
                                                .name = Verbatim{std::string(name)},
                                                .n = size,
                                                .last = Count{size - 1}});
    }

    static std::string formatIndex(double number) { return fmt::format("{}", number); }

    static std::string_view nameOf(const QuantityPath& path) {
        return path.matrix ? info(*path.matrix).name : info(path.quantity).name;
    }

    /// Index `at` of a path; all `size` where it has none.
    Result<IndexRun> span(const QuantityPath& path, std::size_t at, Index size) const {
        if (at >= path.indices.size() || path.indices[at].kind == IndexSpan::Kind::every) {
            return IndexRun{0, size, false};
        }
        const IndexSpan& index = path.indices[at];
        const auto read = [&](std::size_t node) {
            return wholeOf(values_[node].numbers, size, nameOf(path));
        };
        const Result<Index> first = read(index.first);
        if (!first || index.kind == IndexSpan::Kind::one) {
            return first.map([](Index one) { return IndexRun{one, 1, true}; });
        }
        const Result<Index> last = read(index.last);
        if (!last) return tl::unexpected(last.error());
        if (*last < *first) return failed(say::lesson::RangeBackwards{});
        return IndexRun{*first, *last - *first + 1, false};
    }

    /// The cells of a path to a matrix.
    Result<CellBlock> block(const QuantityPath& path) const {
        const MatrixInfo& matrix = info(*path.matrix);
        const std::size_t given = path.indices.size();
        Index head = matrix.per_head ? facts_.standing().head : 0;
        if (given == 3) {
            const Document& document = *facts_.moment().document;
            const Result<IndexRun> heads = span(path, 0, document.heads);
            if (!heads) return tl::unexpected(heads.error());
            if (!heads->is_one) return failed(say::lesson::OneHead{});
            head = heads->first;
        }
        const auto view = facts_.matrix(path.variant, *path.matrix, head);
        if (!view) return tl::unexpected(view.error());
        const std::size_t first = given == 3 ? 1 : 0;
        const Result<IndexRun> rows = span(path, first, view->rows());
        if (!rows) return tl::unexpected(rows.error());
        const Result<IndexRun> cols = span(path, first + 1, view->cols());
        if (!cols) return tl::unexpected(cols.error());
        if (rows->count * cols->count > kMostRead) {
            return failed(say::lesson::TooManyNumbers{.most = Count{kMostRead}});
        }
        return CellBlock{{.id = *path.matrix,
                          .head = head,
                          .row = rows->first,
                          .col = cols->first,
                          .rows = rows->count,
                          .cols = cols->count},
                         rows->is_one && cols->is_one};
    }

    Result<ExpressionValue> matrixValue(const QuantityPath& path) {
        return block(path).and_then([&](const CellBlock& block) -> Result<ExpressionValue> {
            const CellRange& range = block.range;
            if (reads_ != nullptr) reads_->cells.push_back(range);
            const auto view = facts_.matrix(path.variant, *path.matrix, range.head);
            if (!view) return tl::unexpected(view.error());
            NumberList list{{}, !block.is_one};
            list.numbers.reserve(asSize(range.rows * range.cols));
            for (Index row = range.row; row < range.row + range.rows; ++row) {
                for (Index col = range.col; col < range.col + range.cols; ++col) {
                    list.numbers.push_back((*view)(row, col));
                }
            }
            return ofNumbers(std::move(list));
        });
    }

    Result<ExpressionValue> quantity(const QuantityPath& path) {
        if (path.matrix) return matrixValue(path);
        const QuantityInfo& row = info(path.quantity);
        if (reads_ != nullptr) reads_->quantities.push_back(row.id);
        switch (row.room) {
            case QuantityRoom::document: return documentValue(path);
            case QuantityRoom::experiment: return trainingValue(path);
            case QuantityRoom::place: return placeValue(row.id);
            default: return localValue(row);
        }
    }

    /// The part of a list that the path names.
    Result<ExpressionValue> part(const QuantityPath& path, const std::vector<double>& all) const {
        return span(path, 0, static_cast<Index>(all.size())).map([&](const IndexRun& span) {
            const auto first = all.begin() + span.first;
            return ofNumbers({{first, first + span.count}, !span.is_one});
        });
    }
    Result<ExpressionValue> part(const QuantityPath& path,
                                 const std::vector<std::string>& all) const {
        return span(path, 0, static_cast<Index>(all.size())).map([&](const IndexRun& span) {
            const auto first = all.begin() + span.first;
            return ExpressionValue{
                .words = {first, first + span.count}, .is_word = true, .is_list = !span.is_one};
        });
    }

    Result<ExpressionValue> documentValue(const QuantityPath& path) {
        const Result<const Document*> found = facts_.document(path.variant);
        if (!found) return tl::unexpected(found.error());
        const Document& document = **found;
        const auto index = [](Index value) { return ofNumber(static_cast<double>(value)); };
        switch (path.quantity) {
            case QuantityId::n: return index(document.n());
            case QuantityId::d_in: return index(document.dIn());
            case QuantityId::d_k: return index(document.dK());
            case QuantityId::d_v: return index(document.dV());
            case QuantityId::heads: return index(document.heads);
            case QuantityId::value: return ofNumber(document.masking.value);
            case QuantityId::divisor: return ofNumber(lookback::divisor(document));
            case QuantityId::softcap: return ofNumber(document.softcap.value_or(0));
            case QuantityId::largest: return ofNumber(info(document.dtype).largest);
            case QuantityId::smallest: return ofNumber(-info(document.dtype).largest);
            case QuantityId::method: return ofWord(info(document.masking.method).name);
            case QuantityId::order:
                return ofWord(nameAt(kMaskingOrderNames, document.masking.order));
            case QuantityId::softmax:
                return ofWord(nameAt(kSoftmaxOverNames, document.masking.softmax));
            case QuantityId::dtype: return ofWord(info(document.dtype).name);
            case QuantityId::encoding: return ofWord(info(document.positions.kind).name);
            case QuantityId::library: return ofWord(document.draw ? document.draw->library : "");
            case QuantityId::tokens: return part(path, document.tokens);
            case QuantityId::rules: {
                std::vector<std::string> names;
                for (const MaskRule& rule : document.mask.rules) {
                    names.emplace_back(info(rule.kind).name);
                }
                return part(path, names);
            }
            case QuantityId::leaks:
                return facts_.leaks(path.variant, {}).map([](const LeakVerdict* verdict) {
                    return ofNumber(static_cast<double>(verdict->leaks.size()));
                });
            case QuantityId::verdict:
                return facts_.leaks(path.variant, {}).map([](const LeakVerdict* verdict) {
                    return ofWord(info(verdict->kind).name);
                });
            case QuantityId::row_sum:
            case QuantityId::column_sum: return sumsOf(path);
            case QuantityId::influence: return influenceValue(path);
            default: return failed(say::lesson::ExpectedValue{});
        }
    }

    Result<ExpressionValue> sumsOf(const QuantityPath& path) {
        const Index head = facts_.standing().head;
        const auto view = facts_.matrix(path.variant, MatrixId::attention_weights, head);
        if (!view) return tl::unexpected(view.error());
        const bool by_rows = path.quantity == QuantityId::row_sum;
        std::vector<double> sums(asSize(by_rows ? view->rows() : view->cols()), 0);
        for (Index row = 0; row < view->rows(); ++row) {
            for (Index col = 0; col < view->cols(); ++col) {
                sums[asSize(by_rows ? row : col)] += (*view)(row, col);
            }
        }
        if (reads_ != nullptr) {
            reads_->cells.push_back({.id = MatrixId::attention_weights,
                                     .head = head,
                                     .rows = view->rows(),
                                     .cols = view->cols()});
        }
        return part(path, sums);
    }

    Result<ExpressionValue> influenceValue(const QuantityPath& path) {
        const auto found = facts_.influence(path.variant);
        if (!found) return tl::unexpected(found.error());
        const Matrix<double>& norms = (*found)->norms;
        const Result<IndexRun> rows = span(path, 0, norms.rows());
        if (!rows) return tl::unexpected(rows.error());
        const Result<IndexRun> cols = span(path, 1, norms.cols());
        if (!cols) return tl::unexpected(cols.error());
        NumberList list{{}, !rows->is_one || !cols->is_one};
        for (Index row = rows->first; row < rows->first + rows->count; ++row) {
            for (Index col = cols->first; col < cols->first + cols->count; ++col) {
                list.numbers.push_back(norms(row, col));
            }
        }
        return ofNumbers(std::move(list));
    }

    Result<ExpressionValue> trainingValue(const QuantityPath& path) const {
        const TrainingFacts& training = facts_.training();
        const Experiment& experiment = training.experiment();
        const auto index = [](Index value) { return ofNumber(static_cast<double>(value)); };
        switch (path.quantity) {
            case QuantityId::loss: return losses(path, experiment.steps, &TrainingFacts::loss);
            case QuantityId::training_loss:
                return losses(path, experiment.steps + 1, &TrainingFacts::trainingLoss);
            case QuantityId::held_out_loss:
                return losses(path, experiment.steps + 1, &TrainingFacts::heldOutLoss);
            case QuantityId::floor: return ofNumber(training.floor());
            case QuantityId::written:
                return training.written(path.model)
                    .and_then(
                        [&](const std::vector<std::string>& words) { return part(path, words); });
            case QuantityId::steps: return index(experiment.steps);
            case QuantityId::context: return index(experiment.context);
            case QuantityId::batch: return index(experiment.batch);
            case QuantityId::learning_rate: return ofNumber(experiment.optimizer.learning_rate);
            case QuantityId::vocabulary: return index(training.vocabulary());
            default: return failed(say::lesson::ExpectedValue{});
        }
    }

    /// @param count of steps that have a loss
    Result<ExpressionValue> losses(const QuantityPath& path, Index count,
                                   Result<double> (TrainingFacts::*loss)(std::size_t, Index)
                                       const) const {
        const Result<IndexRun> steps = span(path, 0, count);
        if (!steps) return tl::unexpected(steps.error());
        if (!steps->is_one && path.quantity != QuantityId::loss)
            return failed(say::lesson::OneStep{});
        NumberList list{{}, !steps->is_one};
        // From the last step on: what is not trained yet is told, or trained, once.
        for (Index step = steps->first + steps->count; step-- > steps->first;) {
            const Result<double> one = (facts_.training().*loss)(path.model, step);
            if (!one) return tl::unexpected(one.error());
            list.numbers.push_back(*one);
        }
        std::reverse(list.numbers.begin(), list.numbers.end());
        return ofNumbers(std::move(list));
    }

    Result<ExpressionValue> placeValue(QuantityId id) const {
        const Standing& place = facts_.standing();
        const auto index = [](Index value) { return ofNumber(static_cast<double>(value)); };
        switch (id) {
            case QuantityId::place_mode: return ofWord(nameAt(kLessonModeNames, place.mode));
            case QuantityId::place_step: return ofWord(info(place.step).name);
            case QuantityId::place_row: return index(place.cell.row);
            case QuantityId::place_col: return index(place.cell.col);
            case QuantityId::place_head: return index(place.head);
            case QuantityId::place_training_step: return index(place.training_step);
            default: return index(place.is_presenting ? 1 : 0);
        }
    }

    Result<ExpressionValue> localValue(const QuantityInfo& row) const {
        if (row.id == QuantityId::all) {
            return ofNumbers(NumberList::list({names_.all.begin(), names_.all.end()}));
        }
        const std::optional<double> value = localNumber(row.id);
        if (value) return ofNumber(*value);
        return failed(say::lesson::NotHere{.name = Verbatim{std::string(row.name)}});
    }

    [[nodiscard]] std::optional<double> localNumber(QuantityId id) const {
        switch (id) {
            case QuantityId::it: return names_.it;
            case QuantityId::row: return names_.row;
            case QuantityId::col: return names_.col;
            case QuantityId::token: return names_.token;
            case QuantityId::answer: return names_.answer;
            case QuantityId::answer_row: return names_.answer_row;
            case QuantityId::answer_col: return names_.answer_col;
            default: return names_.right;
        }
    }

    const Expression& expression_;
    const LessonFacts& facts_;
    LocalNames names_;
    ReadQuantities* reads_;
    std::vector<ExpressionValue> values_;
};

}  // namespace

bool ReadQuantities::has(QuantityId id) const {
    return std::find(quantities.begin(), quantities.end(), id) != quantities.end();
}

Result<ExpressionValue> evaluate(const Expression& expression, const LessonFacts& facts,
                                 const LocalNames& names, ReadQuantities* reads) {
    return Evaluation(expression, facts, names, reads).run();
}

Result<NumberList> evaluateNumbers(const Expression& expression, const LessonFacts& facts,
                                   const LocalNames& names, ReadQuantities* reads) {
    return evaluate(expression, facts, names, reads)
        .and_then([&](ExpressionValue value) -> Result<NumberList> {
            if (!value.is_word) return std::move(value.numbers);
            return failed(say::lesson::IsWord{.name = Verbatim{expression.text}});
        });
}

Result<double> evaluateNumber(const Expression& expression, const LessonFacts& facts,
                              const LocalNames& names, ReadQuantities* reads) {
    return evaluateNumbers(expression, facts, names, reads)
        .and_then([&](const NumberList& list) -> Result<double> {
            if (!list.is_list) return list.numbers.front();
            return failed(say::lesson::IsList{.name = Verbatim{expression.text}});
        });
}

Result<std::vector<std::string>> evaluateWords(const Expression& expression,
                                               const LessonFacts& facts, const LocalNames& names,
                                               ReadQuantities* reads) {
    return evaluate(expression, facts, names, reads)
        .and_then([&](ExpressionValue value) -> Result<std::vector<std::string>> {
            if (value.is_word) return std::move(value.words);
            return failed(say::lesson::IsNumber{.name = Verbatim{expression.text}});
        });
}

Result<NamedCells> cellsOf(const Expression& path, const LessonFacts& facts) {
    return Evaluation(path, facts, {}, nullptr).cells();
}

}  // namespace lookback
