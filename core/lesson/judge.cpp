#include "core/lesson/judge.h"

#include <algorithm>
#include <cmath>

#include "core/explain/in_conventions.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

/// Infinities must be met exactly; NaN is never met.
bool isMet(double given, double wanted, double within) {
    return given == wanted || std::abs(given - wanted) <= within;
}

/// The cells or tokens in question with their numbers.
struct Question {
    NamedCells named;
    std::vector<double> numbers;  ///< row by row

    [[nodiscard]] Index count() const { return named.range.rows * named.range.cols; }

    [[nodiscard]] Cell cellAt(Index place) const {
        const CellRange& range = named.range;
        return {range.row + place / range.cols, range.col + place % range.cols};
    }
    /// Whether the only index that runs is that of the rows.
    [[nodiscard]] bool runsDown() const { return named.range.cols == 1 && named.range.rows > 1; }

    [[nodiscard]] Index tokenAt(Index place) const {
        const Cell cell = cellAt(place);
        return runsDown() ? cell.row : cell.col;
    }

    [[nodiscard]] LocalNames namesAt(Index place, bool asks_token) const {
        const Cell cell = cellAt(place);
        LocalNames names{.it = numbers[asSize(place)], .all = numbers};
        if (asks_token) names.token = static_cast<double>(tokenAt(place));
        if (!named.are_tokens) {
            names.row = static_cast<double>(cell.row);
            names.col = static_cast<double>(cell.col);
        }
        return names;
    }

    [[nodiscard]] TaskAnswer answerAt(Index place, bool asks_token) const {
        if (asks_token) return AnsweredToken{tokenAt(place)};
        return AnsweredCell{named.range.id, named.range.head, cellAt(place)};
    }
};

Result<Question> questionOf(const CellTask& task, const LessonFacts& facts) {
    return cellsOf(task.cells, facts).and_then([&](const NamedCells& named) -> Result<Question> {
        Question question{named, {}};
        if (named.are_tokens) {
            for (Index k = 0; k < named.range.cols; ++k) {
                question.numbers.push_back(static_cast<double>(named.range.col + k));
            }
            return question;
        }
        if (task.asks_token && named.range.rows > 1 && named.range.cols > 1) {
            return tl::unexpected(Error{"", say::lesson::OneIndexRuns{}});
        }
        const Result<NumberList> numbers = evaluateNumbers(task.cells, facts);
        if (!numbers) return tl::unexpected(numbers.error());
        question.numbers = numbers->numbers;
        return question;
    });
}

/// The place in question that an answer names; nothing where it is another cell.
std::optional<Index> placeOf(const Question& question, const CellTask& task,
                             const TaskAnswer& answer) {
    for (Index place = 0; place < question.count(); ++place) {
        if (question.answerAt(place, task.asks_token) == answer) return place;
    }
    return std::nullopt;
}

/// The cell of the range's matrix that an answer names. Another head is another pair.
AnsweredCell cellAsAsked(const CellRange& range, const AnsweredCell& given) {
    if (!isOfPairs(range.id) || !isOfPairs(given.id)) return given;
    const bool have_heads = info(range.id).per_head && info(given.id).per_head;
    const bool is_other_head = have_heads && given.head != range.head;
    return is_other_head ? given : AnsweredCell{range.id, range.head, given.cell};
}

tl::unexpected<Error> otherKind() { return tl::unexpected(Error{"", say::lesson::OtherKind{}}); }

/// Judges the answer to one step.
class StepJudge {
public:
    StepJudge(const LessonStep& step, const TaskAnswer& answer, const LessonFacts& facts)
        : step_(step), answer_(answer), facts_(facts) {}

    Result<Judgement> operator()(const NumberTask& task) const {
        const auto* const given = std::get_if<double>(&answer_);
        if (given == nullptr) return otherKind();
        const Result<double> right = evaluateNumber(task.of, facts_);
        if (!right) return tl::unexpected(right.error());
        if (isMet(*given, *right, task.within)) return Judgement{.is_right = true};
        Judgement judgement = wrong([&](const LessonMistake& mistake) -> Result<bool> {
            return wrongNumber(*step_.task, mistake, facts_).map([&](double number) {
                return isMet(*given, number, task.within);
            });
        });
        if (!judgement.mistake) judgement.named = namedForAll(task, *given, *right);
        return judgement;
    }

    Result<Judgement> operator()(const CellTask& task) const {
        const bool is_token = std::holds_alternative<AnsweredToken>(answer_);
        const bool is_cell = std::holds_alternative<AnsweredCell>(answer_);
        if (task.asks_token ? !is_token : !is_cell) return otherKind();
        const Result<Question> question = questionOf(task, facts_);
        if (!question) return tl::unexpected(question.error());
        const auto* const cell = std::get_if<AnsweredCell>(&answer_);
        const TaskAnswer asked =
            cell == nullptr ? answer_ : cellAsAsked(question->named.range, *cell);
        const std::optional<Index> place = placeOf(*question, task, asked);
        if (!place) return wrong([](const LessonMistake&) -> Result<bool> { return false; });
        const LocalNames names = question->namesAt(*place, task.asks_token);
        const Result<bool> is_right = holds(task.where, facts_, names);
        if (!is_right) return tl::unexpected(is_right.error());
        if (*is_right) return Judgement{.is_right = true};
        return wrong([&](const LessonMistake& mistake) -> Result<bool> {
            if (mistake.where) return holds(*mistake.where, facts_, names);
            return evaluateNumber(mistake.when, facts_).map([&](double token) {
                return names.token && *names.token == token;
            });
        });
    }

    Result<Judgement> operator()(const ChoiceTask& task) const {
        const auto* const given = std::get_if<AnsweredChoice>(&answer_);
        if (given == nullptr || given->place >= task.choices.size()) return otherKind();
        return rightAnswers(*step_.task, facts_).map([&](const std::vector<TaskAnswer>& right) {
            return Judgement{
                .is_right = right.front() == answer_,
                .reply = filled(task.choices[given->place].reply, facts_, answerNames(answer_))};
        });
    }

    Result<Judgement> operator()(const MakeTask&) const { return otherKind(); }

private:
    /// The reply of the program to a mistake that may be made in every task about a number.
    [[nodiscard]] std::optional<Message> namedForAll(const NumberTask& task, double given,
                                                     double right) const {
        for (const NamedMistakeInfo& row : namedMistakes()) {
            if (row.compute_any == nullptr) continue;
            const Result<double> wrong = row.compute_any(facts_, task.of);
            if (!wrong || !isMet(given, *wrong, task.within)) continue;
            const bool has_other_sign = given < 0 ? right > 0 : right < 0;
            if (row.mistake == NamedMistake::sign_lost && !has_other_sign) continue;
            const bool is_share = task.unit == AnswerUnit::percent && given >= 0;
            const Argument answer = is_share ? Argument(Share{given}) : Argument(Decimal{given, 4});
            return mistakeReply(row.mistake, answer, right, task.of, facts_);
        }
        return std::nullopt;
    }

    /// The first mistake that fits replies, else `otherwise`.
    template <class Fits>
    [[nodiscard]] Judgement wrong(Fits fits) const {
        Judgement judgement;
        for (std::size_t k = 0; k < step_.mistakes.size(); ++k) {
            if (!fits(step_.mistakes[k]).value_or(false)) continue;
            judgement.mistake = k;
            judgement.reply = filled(step_.mistakes[k].reply, facts_, answerNames(answer_));
            return judgement;
        }
        judgement.reply = filled(step_.otherwise, facts_, answerNames(answer_));
        return judgement;
    }

    const LessonStep& step_;
    const TaskAnswer& answer_;
    const LessonFacts& facts_;
};

}  // namespace

Result<Judgement> judge(const LessonStep& step, const TaskAnswer& answer,
                        const LessonFacts& facts) {
    if (!step.task) return otherKind();
    return std::visit(StepJudge(step, answer, facts), step.task->kind);
}

bool canAnswerIn(const CellTask& task, MatrixId id) {
    const QuantityPath* const path = task.cells.asPath();
    if (task.asks_token || path == nullptr || !path->matrix) return false;
    return path->matrix == id || (isOfPairs(*path->matrix) && isOfPairs(id));
}

TaskAnswer asAsked(const LessonTask& task, const TaskAnswer& answer, const LessonFacts& facts) {
    const auto* const asked = std::get_if<CellTask>(&task.kind);
    const auto* const cell = std::get_if<AnsweredCell>(&answer);
    if (asked == nullptr || cell == nullptr) return answer;
    const Result<NamedCells> named = cellsOf(asked->cells, facts);
    return named ? TaskAnswer(cellAsAsked(named->range, *cell)) : answer;
}

Result<std::vector<TaskAnswer>> candidates(const CellTask& task, const LessonFacts& facts) {
    return questionOf(task, facts).map([&](const Question& question) {
        std::vector<TaskAnswer> all;
        for (Index place = 0; place < question.count(); ++place) {
            all.push_back(question.answerAt(place, task.asks_token));
        }
        return all;
    });
}

Result<std::vector<TaskAnswer>> rightAnswers(const LessonTask& task, const LessonFacts& facts,
                                             ReadQuantities* reads) {
    using Answers = std::vector<TaskAnswer>;
    if (const auto* const number = std::get_if<NumberTask>(&task.kind)) {
        return evaluateNumber(number->of, facts, {}, reads)
            .and_then([](double right) -> Result<Answers> {
                if (!std::isnan(right)) return Answers{right};
                return tl::unexpected(Error{"", say::lesson::AnswerIsNan{}});
            });
    }
    if (const auto* const cell = std::get_if<CellTask>(&task.kind)) {
        const Result<Question> question = questionOf(*cell, facts);
        if (!question) return tl::unexpected(question.error());
        Answers right;
        for (Index place = 0; place < question->count(); ++place) {
            const Result<bool> is_right =
                holds(cell->where, facts, question->namesAt(place, cell->asks_token), reads);
            if (!is_right) return tl::unexpected(is_right.error());
            if (*is_right) right.push_back(question->answerAt(place, cell->asks_token));
        }
        if (!right.empty()) return right;
        return tl::unexpected(Error{"", say::lesson::NoRightCell{}});
    }
    if (const auto* const choice = std::get_if<ChoiceTask>(&task.kind)) {
        return evaluateNumber(choice->right, facts, {}, reads)
            .and_then([&](double right) -> Result<Answers> {
                const auto count = static_cast<Index>(choice->choices.size());
                if (std::round(right) == right && right >= 0 &&
                    right < static_cast<double>(count)) {
                    return Answers{AnsweredChoice{static_cast<std::size_t>(right)}};
                }
                return tl::unexpected(
                    Error{"", say::lesson::NoRightChoice{.last = Count{count - 1}}});
            });
    }
    return otherKind();
}

Result<double> wrongNumber(const LessonTask& task, const LessonMistake& mistake,
                           const LessonFacts& facts) {
    if (!mistake.named) return evaluateNumber(mistake.when, facts);
    const auto* const number = std::get_if<NumberTask>(&task.kind);
    if (number == nullptr) return otherKind();
    return mistakenNumber(*mistake.named, number->of, facts);
}

LocalNames answerNames(const TaskAnswer& answer) {
    LocalNames names;
    if (const auto* const number = std::get_if<double>(&answer)) names.answer = *number;
    if (const auto* const token = std::get_if<AnsweredToken>(&answer)) {
        names.answer = static_cast<double>(token->place);
    }
    if (const auto* const cell = std::get_if<AnsweredCell>(&answer)) {
        names.answer_row = static_cast<double>(cell->cell.row);
        names.answer_col = static_cast<double>(cell->cell.col);
    }
    if (const auto* const choice = std::get_if<AnsweredChoice>(&answer)) {
        names.answer = static_cast<double>(choice->place);
    }
    return names;
}

FilledText thenText(const LessonStep& step, const LessonFacts& facts) {
    LocalNames names;
    const auto* const number = step.task ? std::get_if<NumberTask>(&step.task->kind) : nullptr;
    if (number != nullptr) {
        if (const Result<double> right = evaluateNumber(number->of, facts)) names.right = *right;
    }
    return filled(step.then, facts, names);
}

Result<bool> isMade(const MakeTask& task, const LessonFacts& facts) {
    const bool wanted = !task.needs_all;
    for (const Condition& condition : task.conditions) {
        const Result<bool> one = holds(condition, facts);
        if (!one || *one == wanted) return one;
    }
    return !wanted;
}

}  // namespace lookback
