#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/lesson/judge.h"

namespace lookback {

/// The answers of a student to the tasks of one lesson, as a file `*.answers.json` has them.
struct StudentAnswers {
    struct Task {
        std::string first{};  ///< as typed or as `answerText`; empty: not answered
        std::string last{};
        bool shown = false;  ///< the student asked for the answer
    };

    std::string name{};    ///< as typed, may be empty
    std::string lesson{};  ///< its id
    std::string seed{};    ///< of the lesson's numbers, in decimal digits; 0: none were drawn
    std::vector<Task> tasks{};
};

/// How answers spell that the conditions of a task were met.
inline constexpr std::string_view kMadeAnswer = "made";

/// An answer as files spell it. A number has the shortest digits that read back exactly: `0.36`,
/// `-inf`. The others are named as in files of lessons, counted from 0: `scores[1][0]`, in a
/// document with heads `scores[1][1][0]`, `tokens[2]`, `choices[0]`.
/// @param heads of the document
[[nodiscard]] std::string answerText(const TaskAnswer& answer, Index heads);

/// Writes a file that `readAnswers` reads as the same answers.
[[nodiscard]] std::string writeAnswers(const StudentAnswers& answers);

/// Reads a file of answers, all or nothing. Errors: every fault with its JSON path.
[[nodiscard]] Checked<StudentAnswers> readAnswers(std::string_view text);

/// Writes the table of a class: a row for each student with name, lesson, seed, and for each task
/// the first and the last answer and whether the right one was shown. Fields of tasks that a lesson
/// does not have are empty. A spreadsheet computes none of the answers.
void writeAnswersCsv(std::ostream& out, std::span<const StudentAnswers> students);

}  // namespace lookback
