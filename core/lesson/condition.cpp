#include "core/lesson/condition.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/base/text.h"
#include "core/explain/checks.h"
#include "core/lesson/expectations.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr double kMostCounted = 1e6;  ///< a larger present value is not a count

constexpr std::array kRelations{
    RelationInfo{Relation::equals, "equals", true},
    RelationInfo{Relation::at_least, "at_least", true},
    RelationInfo{Relation::at_most, "at_most", true},
    RelationInfo{Relation::between, "between", true},
    RelationInfo{Relation::is, "is", true},
    RelationInfo{Relation::contains, "contains", true},
    RelationInfo{Relation::no_leak, "no_leak", false},
    RelationInfo{Relation::rows_add_up, "rows_add_up", false},
    RelationInfo{Relation::equals_notebook, "equals_notebook", false},
    RelationInfo{Relation::unchanged, "unchanged", false},
    RelationInfo{Relation::negation, "not", false},
    RelationInfo{Relation::all, "all", false},
    RelationInfo{Relation::any, "any", false},
};

/// Infinities of one sign are equal; NaN equals nothing.
bool areNear(double a, double b, double within) { return a == b || std::abs(a - b) <= within; }

std::optional<Mask> promisedMask(const Condition& condition) {
    if (!condition.promised) return std::nullopt;
    return Mask{*condition.promised, {}};
}

/// The rows of attention weights, in all heads, of which the sum is not 1.
Result<Index> rowsOff(const LessonFacts& facts) {
    const auto found = facts.document();
    const auto trace = facts.trace();
    if (!found || !trace) return tl::unexpected(found ? trace.error() : found.error());
    const Document& document = **found;
    const double tolerance = sumTolerance(document.dtype);
    Index off = 0;
    for (Index head = 0; head < document.heads; ++head) {
        const MatrixView weights = (*trace)->view(MatrixId::attention_weights, head);
        for (Index row = 0; row < weights.rows(); ++row) {
            double sum = 0;
            for (Index col = 0; col < weights.cols(); ++col) sum += weights(row, col);
            if (!(std::abs(sum - 1) <= tolerance)) ++off;
        }
    }
    return off;
}

/// The parts of a condition that differ from those at the beginning of the step.
std::vector<DocumentPart> changedParts(const Condition& condition, const LessonFacts& facts) {
    std::vector<DocumentPart> changed;
    if (facts.subject() != LessonSubject::document) return changed;
    for (const DocumentPart part : condition.parts) {
        const auto is_same = info(part).is_same;
        if (is_same != nullptr && !is_same(facts.begun(), *facts.moment().document)) {
            changed.push_back(part);
        }
    }
    return changed;
}

/// Whether a condition holds, evaluated from the inside out.
class Judging {
public:
    Judging(const LessonFacts& facts, const LocalNames& names, ReadQuantities* reads)
        : facts_(facts), names_(names), reads_(reads) {}

    Result<bool> holds(const Condition& condition) const {
        switch (condition.relation) {
            case Relation::equals:
            case Relation::at_least:
            case Relation::at_most:
            case Relation::between: return compares(condition);
            case Relation::is: return isWord(condition);
            case Relation::contains: return contains(condition);
            case Relation::no_leak: return hasNoLeak(condition);
            case Relation::rows_add_up:
                return rowsOff(facts_).map([](Index off) { return off == 0; });
            case Relation::equals_notebook: return equalsNotebook();
            case Relation::unchanged: return changedParts(condition, facts_).empty();
            case Relation::negation:
                return holds(condition.inner.front()).map([](bool inner) { return !inner; });
            case Relation::all:
            case Relation::any: return joined(condition);
        }
        return false;
    }

private:
    [[nodiscard]] Result<double> number(const Expression& expression) const {
        return evaluateNumber(expression, facts_, names_, reads_);
    }

    [[nodiscard]] Result<bool> compares(const Condition& condition) const {
        const Result<double> value = number(condition.of);
        if (!value) return tl::unexpected(value.error());
        std::array<double, 2> bounds{};
        for (std::size_t k = 0; k < condition.bounds.size(); ++k) {
            const Result<double> bound = number(condition.bounds[k]);
            if (!bound) return tl::unexpected(bound.error());
            bounds[k] = *bound;
        }
        switch (condition.relation) {
            case Relation::equals: return areNear(*value, bounds[0], condition.within);
            case Relation::at_least: return *value >= bounds[0];
            case Relation::at_most: return *value <= bounds[0];
            default: return *value >= bounds[0] && *value <= bounds[1];
        }
    }

    [[nodiscard]] Result<bool> isWord(const Condition& condition) const {
        if (!condition.of.is_word) {
            return number(condition.of).map([](double value) { return std::isnan(value); });
        }
        return evaluateWords(condition.of, facts_, names_, reads_).map([&](const auto& words) {
            return words.size() == 1 && words.front() == condition.word;
        });
    }

    [[nodiscard]] Result<bool> contains(const Condition& condition) const {
        if (condition.of.is_word) {
            return evaluateWords(condition.of, facts_, names_, reads_).map([&](const auto& words) {
                return std::find(words.begin(), words.end(), condition.word) != words.end();
            });
        }
        const Result<NumberList> list = evaluateNumbers(condition.of, facts_, names_, reads_);
        if (!list) return tl::unexpected(list.error());
        return number(condition.bounds.front()).map([&](double wanted) {
            return std::any_of(list->numbers.begin(), list->numbers.end(), [&](double number) {
                return areNear(number, wanted, condition.within);
            });
        });
    }

    [[nodiscard]] Result<bool> hasNoLeak(const Condition& condition) const {
        if (reads_ != nullptr) reads_->quantities.push_back(QuantityId::leaks);
        return facts_.leaks(DocumentVariant::present, promisedMask(condition))
            .map([](const LeakVerdict* verdict) { return verdict->kind != LeakKind::leaks; });
    }

    [[nodiscard]] Result<bool> equalsNotebook() const {
        const auto document = facts_.document();
        const auto trace = facts_.trace();
        if (!document || !trace) return tl::unexpected(document ? trace.error() : document.error());
        return meetsExpectations(**document, **trace);
    }

    [[nodiscard]] Result<bool> joined(const Condition& condition) const {
        const bool wanted = condition.relation == Relation::any;
        for (const Condition& inner : condition.inner) {
            const Result<bool> one = holds(inner);
            if (!one || *one == wanted) return one;
        }
        return !wanted;
    }

    const LessonFacts& facts_;
    const LocalNames& names_;
    ReadQuantities* reads_;
};

/// The present value of what a condition compares.
std::optional<Message> presentValue(const Condition& condition, const LessonFacts& facts) {
    switch (condition.relation) {
        case Relation::no_leak: {
            const auto verdict = facts.leaks(DocumentVariant::present, promisedMask(condition));
            if (!verdict) return verdict.error().message;
            return say::lesson::NowLeaks{.n = static_cast<Index>((*verdict)->leaks.size())};
        }
        case Relation::rows_add_up: {
            const Result<Index> off = rowsOff(facts);
            if (!off) return off.error().message;
            return say::lesson::NowRowsOff{.n = *off};
        }
        case Relation::unchanged: {
            const std::vector<DocumentPart> changed = changedParts(condition, facts);
            if (changed.empty()) return std::nullopt;
            Listed parts;
            for (const DocumentPart part : changed) parts.things.emplace_back(info(part).label());
            return say::lesson::NowChanged{.parts = parts};
        }
        case Relation::equals_notebook:
        case Relation::negation:
        case Relation::all:
        case Relation::any: return std::nullopt;
        default: break;
    }
    const Result<ExpressionValue> value = evaluate(condition.of, facts);
    if (!value) return value.error().message;
    const QuantityPath* const path = condition.of.asPath();
    if (path != nullptr && !path->matrix) {
        // Names of files and places counted from 0 are no words of the program.
        const QuantityInfo& quantity = info(path->quantity);
        const bool is_place = quantity.room == QuantityRoom::place;
        if (is_place || !knownWords(quantity.id).empty()) return std::nullopt;
    }
    if (value->is_word) {
        Listed words;
        for (const std::string& word : value->words) words.things.emplace_back(Verbatim{word});
        if (words.things.empty()) return say::lesson::NowNothing{};
        return say::lesson::NowValue{.value = words};
    }
    if (value->is_list) return std::nullopt;
    const double number = value->numbers.numbers.front();
    // Most whole numbers are counts.
    const bool is_whole = std::abs(number) < kMostCounted && number == std::floor(number);
    if (is_whole) return say::lesson::NowValue{.value = Count{static_cast<Index>(number)}};
    return say::lesson::NowValue{.value = Decimal{number, 4}};
}

/// The program's words for a condition without a text of its own.
Message conditionWords(const Condition& condition) {
    switch (condition.relation) {
        case Relation::no_leak: return say::lesson::NoLeak{};
        case Relation::rows_add_up: return say::lesson::RowsAddUp{};
        case Relation::equals_notebook: return say::lesson::EqualsNotebook{};
        case Relation::unchanged: {
            Listed parts;
            for (const DocumentPart part : condition.parts) {
                parts.things.emplace_back(info(part).label());
            }
            return say::lesson::Unchanged{.parts = parts};
        }
        default: return say::lesson::OtherCondition{};
    }
}

}  // namespace

std::span<const RelationInfo> relationTable() { return kRelations; }

const RelationInfo& info(Relation relation) {
    const RelationInfo& row = kRelations[static_cast<std::size_t>(relation)];
    assert(row.relation == relation);
    return row;
}

Result<bool> holds(const Condition& condition, const LessonFacts& facts, const LocalNames& names,
                   ReadQuantities* reads) {
    return Judging(facts, names, reads).holds(condition);
}

ConditionState conditionState(const Condition& condition, const LessonFacts& facts) {
    ConditionState state{.holds = holds(condition, facts).value_or(false),
                         .label = conditionWords(condition),
                         .present = presentValue(condition, facts)};
    if (!condition.text.empty()) state.label = filled(condition.text, facts);
    return state;
}

}  // namespace lookback
