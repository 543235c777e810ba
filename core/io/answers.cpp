#include "core/io/answers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "core/io/csv_text.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/random/seed.h"
#include "messages/expected.h"

namespace lookback {
namespace {

constexpr std::uint64_t kAnswersVersion = 1;

constexpr std::array<std::string_view, 5> kAnswersFields{"lookback_answers", "lesson", "seed",
                                                         "name", "tasks"};
constexpr std::array<std::string_view, 3> kTaskFields{"first", "last", "shown"};

class AnswersReader {
public:
    explicit AnswersReader(const Json& root) : fields_(root, "", kAnswersFields, faults_) {}

    Checked<StudentAnswers> read() {
        readText("lesson", answers_.lesson);
        readSeed();
        readText("name", answers_.name);
        if (const Json* tasks = fields_.need("tasks", say::expected::Tasks{})) {
            const auto read = [this](const Json& task, const std::string& path) {
                return std::optional(readTask(task, path));
            };
            answers_.tasks = readList<StudentAnswers::Task>(*tasks, "tasks", faults_, read)
                                 .value_or(std::vector<StudentAnswers::Task>());
        }
        if (!faults_.empty()) return tl::unexpected(faults_.take());
        return std::move(answers_);
    }

private:
    void readText(std::string_view name, std::string& into) {
        const Json* const json = fields_.need(name, say::expected::AnyText{});
        if (json != nullptr) into = readString(*json, fields_.path(name), faults_).value_or("");
    }

    void readSeed() {
        const Json* const json = fields_.need("seed", say::expected::Whole{});
        if (json == nullptr) return;
        if (!json->is_number_integer() && !json->is_string()) {
            return addWrong(*json, "seed", say::expected::Whole{}, faults_);
        }
        answers_.seed = json->is_string() ? json->get<std::string>() : json->dump();
        if (const auto seed = parsePythonSeed(answers_.seed); !seed) {
            faults_.add("seed", seed.error().message);
        }
    }

    StudentAnswers::Task readTask(const Json& json, const std::string& path) {
        const Fields fields(json, path, kTaskFields, faults_);
        StudentAnswers::Task task;
        readAnswer(fields, "first", task.first);
        readAnswer(fields, "last", task.last);
        if (const Json* shown = fields.need("shown", say::expected::TrueOrFalse{})) {
            task.shown = readBool(*shown, fields.path("shown"), faults_).value_or(false);
        }
        return task;
    }

    /// A text as typed, a number, or null where nothing was answered.
    void readAnswer(const Fields& fields, std::string_view name, std::string& into) {
        const Json* const json = fields.need(name, say::expected::Answer{});
        if (json == nullptr || json->is_null()) return;
        if (json->is_string()) {
            into = json->get<std::string>();
        } else if (json->is_number()) {
            into = json->dump();
        } else {
            addWrong(*json, fields.path(name), say::expected::Answer{}, faults_);
        }
    }

    Faults faults_;
    Fields fields_;
    StudentAnswers answers_;
};

/// An answer as a field. A negative number stays one, though it begins with a minus sign.
std::string answerField(const std::string& answer) {
    const bool is_negative = answer.size() > 1 && answer.front() == '-' &&
                             answer.find_first_not_of("0123456789.", 1) == std::string::npos;
    return is_negative ? answer : csvField(answer);
}

/// A seed is a number in JSON, as far as readers of JSON keep its digits.
std::string seedField(const std::string& seed) {
    const std::size_t first = seed.starts_with('-') ? 1 : 0;
    const bool has_leading_zero = seed.size() > first + 1 && seed[first] == '0';
    return parseTorchSeed(seed) && !has_leading_zero ? seed : jsonString(seed);
}

std::string answerOrNull(const std::string& answer) {
    return answer.empty() ? std::string("null") : jsonString(answer);
}

std::string taskFields(const StudentAnswers::Task& task) {
    return jsonInline({{"first", answerOrNull(task.first)},
                       {"last", answerOrNull(task.last)},
                       {"shown", jsonBool(task.shown)}});
}

}  // namespace

std::string answerText(const TaskAnswer& answer, Index heads) {
    if (const auto* const number = std::get_if<double>(&answer)) {
        const std::string digits = jsonNumber(*number);
        return digits.starts_with('"') ? digits.substr(1, digits.size() - 2) : digits;
    }
    if (const auto* const token = std::get_if<AnsweredToken>(&answer)) {
        return fmt::format("tokens[{}]", token->place);
    }
    if (const auto* const choice = std::get_if<AnsweredChoice>(&answer)) {
        return fmt::format("choices[{}]", choice->place);
    }
    const auto& at = std::get<AnsweredCell>(answer);
    const MatrixInfo& matrix = info(at.id);
    const std::string head =
        matrix.per_head && heads > 1 ? fmt::format("[{}]", at.head) : std::string();
    return fmt::format("{}{}[{}][{}]", matrix.name, head, at.cell.row, at.cell.col);
}

std::string writeAnswers(const StudentAnswers& answers) {
    return jsonObject({{"lookback_answers", std::to_string(kAnswersVersion)},
                       {"lesson", jsonString(answers.lesson)},
                       {"seed", seedField(answers.seed)},
                       {"name", jsonString(answers.name)},
                       {"tasks", jsonLines(jsonItems(answers.tasks, taskFields), 2)}},
                      0) +
           "\n";
}

Checked<StudentAnswers> readAnswers(std::string_view text) {
    return parseJson(text).and_then([](const Json& root) -> Checked<StudentAnswers> {
        if (auto fault = versionFault(root, "lookback_answers", kAnswersVersion)) {
            return tl::unexpected(std::vector{*std::move(fault)});
        }
        return AnswersReader(root).read();
    });
}

void writeAnswersCsv(std::ostream& out, std::span<const StudentAnswers> students) {
    std::size_t most = 0;
    for (const StudentAnswers& student : students) most = std::max(most, student.tasks.size());
    out << "name,lesson,seed";
    for (std::size_t k = 1; k <= most; ++k) out << fmt::format(",first_{0},last_{0},shown_{0}", k);
    out << '\n';
    for (const StudentAnswers& student : students) {
        out << fmt::format("{},{},{}", csvField(student.name), csvField(student.lesson),
                           student.seed);
        for (std::size_t k = 0; k < most; ++k) {
            if (k >= student.tasks.size()) {
                out << ",,,";
                continue;
            }
            const StudentAnswers::Task& task = student.tasks[k];
            out << fmt::format(",{},{},{}", answerField(task.first), answerField(task.last),
                               task.shown);
        }
        out << '\n';
    }
}

}  // namespace lookback
