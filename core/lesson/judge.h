#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "core/lesson/guided_lesson.h"

namespace lookback {

/// A cell that was clicked.
struct AnsweredCell {
    MatrixId id = MatrixId::embeddings;
    Index head = 0;
    Cell cell{};

    bool operator==(const AnsweredCell&) const = default;
};

/// A token that was clicked, by its place from 0.
struct AnsweredToken {
    Index place = 0;

    bool operator==(const AnsweredToken&) const = default;
};

/// A choice, by its place from 0.
struct AnsweredChoice {
    std::size_t place = 0;

    bool operator==(const AnsweredChoice&) const = default;
};

/// An answer to a task about a number, a cell, a token or a choice.
using TaskAnswer = std::variant<double, AnsweredCell, AnsweredToken, AnsweredChoice>;

/// What is said of an answer.
struct Judgement {
    bool is_right = false;
    std::optional<std::size_t> mistake{};  ///< place among the step's mistakes
    FilledText reply{};                    ///< of a choice, a mistake, or `otherwise`; may be empty
    std::optional<Message> named{};        ///< instead of `reply`: a mistake named for all lessons
};

/// Judges an answer. Errors: the step has no task of that kind, or the task cannot be evaluated.
/// @param facts at the moment of the step
[[nodiscard]] Result<Judgement> judge(const LessonStep& step, const TaskAnswer& answer,
                                      const LessonFacts& facts);

/// Every right answer: one of a number or a choice, at least one of a cell or token. Errors: the
/// task asks for something to be made, cannot be evaluated, or has no right answer.
/// @param reads to which the quantities that are read are added; null: nowhere
[[nodiscard]] Result<std::vector<TaskAnswer>> rightAnswers(const LessonTask& task,
                                                           const LessonFacts& facts,
                                                           ReadQuantities* reads = nullptr);

/// True where a task about cells can be answered in a matrix: in the one that it asks about, and,
/// as a pair of query and key is the same in all matrices of pairs, in each of those where it asks
/// for a pair.
[[nodiscard]] bool canAnswerIn(const CellTask& task, MatrixId id);

/// The answer as the task asks for it: a pair that was named in another matrix of pairs becomes the
/// cell of the matrix in question. All other answers stay as they are.
[[nodiscard]] TaskAnswer asAsked(const LessonTask& task, const TaskAnswer& answer,
                                 const LessonFacts& facts);

/// All cells or tokens in question.
[[nodiscard]] Result<std::vector<TaskAnswer>> candidates(const CellTask& task,
                                                         const LessonFacts& facts);

/// The wrong number, or the place of the wrong token, of a mistake with a number. Errors: it cannot
/// be computed.
[[nodiscard]] Result<double> wrongNumber(const LessonTask& task, const LessonMistake& mistake,
                                         const LessonFacts& facts);

/// The names of an answer in a reply.
[[nodiscard]] LocalNames answerNames(const TaskAnswer& answer);

/// The text said after the answer.
[[nodiscard]] FilledText thenText(const LessonStep& step, const LessonFacts& facts);

/// Whether the conditions of a task hold. Errors: one cannot be evaluated.
[[nodiscard]] Result<bool> isMade(const MakeTask& task, const LessonFacts& facts);

}  // namespace lookback
