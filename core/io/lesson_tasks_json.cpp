#include "core/io/lesson_tasks_json.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/io/lesson_edits.h"
#include "core/io/local_text_json.h"
#include "messages/expected.h"
#include "messages/faults.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr std::string_view kNumberTask = "number";
constexpr std::string_view kCellTask = "cell";
constexpr std::string_view kTokenTask = "token";
constexpr std::string_view kChoiceTask = "choice";

/// Reads one task.
class TaskReader {
public:
    TaskReader(const Json& json, std::string path, LessonSubject subject, Faults& faults)
        : json_(json), path_(std::move(path)), subject_(subject), faults_(faults) {}

    std::optional<LessonTask> read() {
        const auto kind = readKind();
        if (!kind) return std::nullopt;
        const Fields fields(json_, path_, knownFields(*kind), faults_);
        LessonTask task{.ask = textOf(fields, "ask"), .kind = NumberTask{}};
        if (*kind == kNumberTask) {
            task.kind = readNumberTask(fields);
        } else if (*kind == kCellTask || *kind == kTokenTask) {
            task.kind = readCellTask(fields, *kind == kTokenTask);
        } else if (*kind == kChoiceTask) {
            task.kind = readChoiceTask(fields);
        } else {
            task.kind = readMakeTask(fields);
        }
        return task;
    }

private:
    std::optional<std::string_view> readKind() {
        const auto names = taskKindNames();
        if (!json_.is_object() || !json_.contains("kind")) {
            if (json_.is_object()) {
                faults_.add(joined(path_, "kind"), say::faults::Missing{.expected = oneOf(names)});
            } else {
                addWrong(json_, path_, say::expected::Object{}, faults_);
            }
            return std::nullopt;
        }
        const auto place = readName(json_["kind"], joined(path_, "kind"), names, faults_);
        if (!place) return std::nullopt;
        return names[*place];
    }

    static std::span<const std::string_view> knownFields(std::string_view kind) {
        constexpr static std::array<std::string_view, 5> kNumber{"kind", "ask", "of", "within",
                                                                 "unit"};
        constexpr static std::array<std::string_view, 5> kCell{"kind", "ask", "cells", "where",
                                                               "visible"};
        constexpr static std::array<std::string_view, 4> kChoice{"kind", "ask", "choices", "right"};
        constexpr static std::array<std::string_view, 5> kMake{"kind", "ask", "all", "any",
                                                               "solution"};
        if (kind == kNumberTask) return kNumber;
        if (kind == kCellTask || kind == kTokenTask) return kCell;
        return kind == kChoiceTask ? std::span<const std::string_view>(kChoice) : kMake;
    }

    LessonText textOf(const Fields& fields, std::string_view name, ExpressionScope scope = {}) {
        scope.subject = subject_;
        const Json* const json = fields.need(name, say::expected::Text{});
        if (json == nullptr) return {};
        return readLessonText(*json, fields.path(name), scope, faults_).value_or(LessonText());
    }

    Expression expressionOf(const Fields& fields, std::string_view name) {
        const Json* const json = fields.need(name, say::lesson::AnExpression{});
        if (json == nullptr) return {};
        return numbers(readExpression(*json, fields.path(name), {.subject = subject_}, faults_),
                       fields.path(name));
    }

    /// An expression that must not be words.
    Expression numbers(std::optional<Expression> read, const std::string& path) {
        if (!read) return {};
        if (read->is_word) faults_.add(path, say::lesson::IsWord{.name = Verbatim{read->text}});
        return *std::move(read);
    }

    NumberTask readNumberTask(const Fields& fields) {
        NumberTask task{.of = expressionOf(fields, "of")};
        if (const Json* within = fields.find("within")) {
            const std::string path = fields.path("within");
            const auto number = readNumber(*within, path, faults_);
            if (number && *number < 0)
                addWrong(*within, path, say::expected::ZeroOrMore{}, faults_);
            task.within = number.value_or(task.within);
        }
        if (const Json* unit = fields.find("unit")) {
            const auto place = readName(*unit, fields.path("unit"), kAnswerUnitNames, faults_);
            task.unit = static_cast<AnswerUnit>(place.value_or(0));
        }
        return task;
    }

    CellTask readCellTask(const Fields& fields, bool asks_token) {
        CellTask task{.asks_token = asks_token};
        if (subject_ == LessonSubject::experiment) {
            faults_.add(joined(path_, "kind"), say::lesson::CellOfExperiment{});
            return task;
        }
        const Message expected =
            asks_token ? Message(say::lesson::CellsOrTokens{}) : Message(say::lesson::Cells{});
        if (const Json* cells = fields.need("cells", expected)) {
            auto read = readCells(*cells, fields.path("cells"), asks_token, faults_);
            if (read) task.cells = *std::move(read);
        }
        if (const Json* where = fields.need("where", say::lesson::ACondition{})) {
            const ExpressionScope scope{.subject = subject_, .has_candidate = true};
            auto read = readCondition(*where, fields.path("where"), scope, false, faults_);
            if (read) task.where = *std::move(read);
        }
        if (const Json* visible = fields.find("visible")) {
            task.is_visible = readBool(*visible, fields.path("visible"), faults_).value_or(false);
        }
        return task;
    }

    ChoiceTask readChoiceTask(const Fields& fields) {
        constexpr std::array<std::string_view, 2> kFields{"text", "reply"};
        ChoiceTask task;
        if (const Json* choices = fields.need("choices", say::lesson::Choices{})) {
            const auto read = [&](const Json& one, const std::string& at) {
                const Fields choice(one, at, kFields, faults_);
                return std::optional(LessonChoice{
                    .text = textOf(choice, "text"),
                    .reply = textOf(choice, "reply", {.has_answer = true}),
                });
            };
            const std::string path = fields.path("choices");
            task.choices = readList<LessonChoice>(*choices, path, faults_, read)
                               .value_or(std::vector<LessonChoice>());
            const bool fits = task.choices.size() >= 2 && task.choices.size() <= kMostChoices;
            if (choices->is_array() && !fits) {
                addWrong(*choices, path, say::lesson::Choices{}, faults_);
            }
        }
        task.right = expressionOf(fields, "right");
        return task;
    }

    MakeTask readMakeTask(const Fields& fields) {
        MakeTask task;
        const Json* const all = fields.find("all");
        const Json* const any = fields.find("any");
        if ((all == nullptr) == (any == nullptr)) {
            faults_.add(path_, say::lesson::AllOrAny{});
        } else {
            task.needs_all = all != nullptr;
            const std::string path = fields.path(task.needs_all ? "all" : "any");
            const Json& list = task.needs_all ? *all : *any;
            const ExpressionScope scope{.subject = subject_};
            task.conditions =
                readList<Condition>(list, path, faults_,
                                    [&](const Json& one, const std::string& at) {
                                        return readCondition(one, at, scope, true, faults_);
                                    })
                    .value_or(std::vector<Condition>());
            if (list.is_array() && list.empty()) {
                faults_.add(path,
                            say::faults::Empty{.expected = Message(say::lesson::ACondition{})});
            }
        }
        if (const Json* solution = fields.need("solution", say::lesson::SomeEdits{})) {
            readSolution(*solution, fields.path("solution"), task);
        }
        return task;
    }

    void readSolution(const Json& json, const std::string& path, MakeTask& task) {
        auto edits = readEdits(json, path, faults_);
        if (!edits) return;
        Json fields = json;
        if (const auto look = fields.find("look"); look != fields.end()) {
            task.look = readLook(*look, joined(path, "look"), subject_, faults_);
            fields.erase("look");
            edits = readEdits(fields, path, faults_);
        }
        task.solution = *std::move(edits);
    }

    const Json& json_;
    std::string path_;
    LessonSubject subject_;
    Faults& faults_;
};

/// Reads one step with its mistakes.
class StepReader {
public:
    StepReader(const Json& json, std::string path, LessonSubject subject, Faults& faults)
        : path_(std::move(path)),
          subject_(subject),
          faults_(faults),
          fields_(json, path_, kKnown, faults) {}

    std::optional<LessonStep> read() {
        if (!fields_.isObject()) return std::nullopt;
        if (const Json* task = fields_.find("task")) {
            step_.task = TaskReader(*task, fields_.path("task"), subject_, faults_).read();
            is_asking_ = true;
        }
        readTitle();
        if (const Json* text = fields_.need("text", say::expected::Text{})) {
            step_.text = readText(*text, fields_.path("text"), {});
        }
        if (const Json* look = fields_.find("look")) {
            step_.look = readLook(*look, fields_.path("look"), subject_, faults_);
        }
        if (const Json* set = fields_.find("set")) {
            step_.set = readEdits(*set, fields_.path("set"), faults_).value_or(LessonEdits());
        }
        if (const Json* lock = fields_.find("lock")) {
            step_.lock = readParts(*lock, fields_.path("lock"), faults_);
        }
        if (const Json* hide = fields_.find("hide")) {
            step_.hide =
                readList<HiddenEntry>(*hide, fields_.path("hide"), faults_,
                                      [&](const Json& one, const std::string& at) {
                                          return readHiddenEntry(one, at, subject_, faults_);
                                      })
                    .value_or(std::vector<HiddenEntry>());
        }
        readReplies();
        return std::move(step_);
    }

private:
    static constexpr std::array<std::string_view, 11> kKnown{
        "title", "text",     "look",      "set",  "lock", "hide",
        "task",  "mistakes", "otherwise", "hint", "then"};

    LessonText readText(const Json& json, const std::string& path, ExpressionScope scope) {
        scope.subject = subject_;
        return readLessonText(json, path, scope, faults_).value_or(LessonText());
    }

    void readTitle() {
        const Json* const title =
            is_asking_ ? fields_.need("title", say::expected::Text{}) : fields_.find("title");
        if (title != nullptr) {
            step_.title = readWords(*title, fields_.path("title"), faults_).value_or(LocalText());
        }
    }

    /// Whether a number, a cell or a token is asked for.
    [[nodiscard]] bool takesMistakes() const {
        if (!step_.task) return false;
        return std::holds_alternative<NumberTask>(step_.task->kind) ||
               std::holds_alternative<CellTask>(step_.task->kind);
    }

    void readReplies() {
        for (const std::string_view name : {"mistakes", "otherwise"}) {
            if (fields_.find(name) != nullptr && !takesMistakes() && (step_.task || !is_asking_)) {
                faults_.add(fields_.path(name), say::lesson::NoMistakesHere{});
            }
        }
        if (const Json* mistakes = fields_.find("mistakes"); mistakes && takesMistakes()) {
            step_.mistakes = readList<LessonMistake>(*mistakes, fields_.path("mistakes"), faults_,
                                                     [&](const Json& one, const std::string& at) {
                                                         return readMistake(one, at);
                                                     })
                                 .value_or(std::vector<LessonMistake>());
        }
        if (const Json* otherwise = fields_.find("otherwise"); otherwise && takesMistakes()) {
            step_.otherwise = readText(*otherwise, fields_.path("otherwise"), {.has_answer = true});
        }
        if (const Json* hint = fields_.find("hint")) readHints(*hint, fields_.path("hint"));
        if (const Json* then = fields_.find("then")) {
            const bool has_right =
                step_.task && std::holds_alternative<NumberTask>(step_.task->kind);
            step_.then = readText(*then, fields_.path("then"), {.has_right = has_right});
        }
    }

    void readHints(const Json& json, const std::string& path) {
        if (!json.is_array()) {
            step_.hints.push_back(readText(json, path, {}));
            return;
        }
        if (json.empty() || json.size() > kMostHints) {
            return addWrong(json, path, say::lesson::Hints{}, faults_);
        }
        for (std::size_t k = 0; k < json.size(); ++k) {
            step_.hints.push_back(readText(json[k], joined(path, k), {}));
        }
    }

    std::optional<LessonMistake> readMistake(const Json& json, const std::string& path) {
        constexpr std::array<std::string_view, 4> kFields{"mistake", "when", "where", "reply"};
        const Fields fields(json, path, kFields, faults_);
        if (!fields.isObject()) return std::nullopt;
        LessonMistake mistake;
        const auto* const cell = std::get_if<CellTask>(&step_.task->kind);
        std::size_t given = 0;
        for (const std::string_view name : {"mistake", "when", "where"}) {
            given += fields.find(name) != nullptr ? 1 : 0;
        }
        if (given != 1) {
            faults_.add(path, say::lesson::OneOfMistakes{});
            return std::nullopt;
        }
        const std::string_view wrong_field = cell == nullptr    ? "where"
                                             : cell->asks_token ? "mistake"
                                                                : "when";
        const bool is_named_cell = cell != nullptr && fields.find("mistake") != nullptr;
        if (fields.find(wrong_field) != nullptr || is_named_cell) {
            faults_.add(path, say::lesson::OtherMistakes{});
            return std::nullopt;
        }
        const ExpressionScope scope{.subject = subject_};
        bool is_whole = true;
        if (const Json* named = fields.find("mistake")) {
            const auto names = namesOf(namedMistakes());
            const auto place = readName(*named, fields.path("mistake"), names, faults_);
            is_whole = place.has_value();
            if (place) mistake.named = namedMistakes()[*place].mistake;
        }
        if (const Json* when = fields.find("when")) {
            auto read = readExpression(*when, fields.path("when"), scope, faults_);
            is_whole = read.has_value();
            if (read && read->is_word) {
                faults_.add(fields.path("when"), say::lesson::IsWord{.name = Verbatim{read->text}});
            }
            if (read) mistake.when = *std::move(read);
        }
        if (const Json* where = fields.find("where")) {
            mistake.where =
                readCondition(*where, fields.path("where"),
                              {.subject = subject_, .has_candidate = true}, false, faults_);
            is_whole = mistake.where.has_value();
        }
        if (const Json* reply = fields.need("reply", say::expected::Text{})) {
            mistake.reply = readText(*reply, fields.path("reply"), {.has_answer = true});
        }
        return is_whole ? std::optional(std::move(mistake)) : std::nullopt;
    }

    std::string path_;
    LessonSubject subject_;
    Faults& faults_;
    Fields fields_;
    LessonStep step_;
    bool is_asking_ = false;
};

void addText(JsonFields& fields, std::string_view name, const LessonText& text) {
    if (!text.empty()) fields.emplace_back(name, writeLocalText(text.source));
}

/// Fields of the kinds of tasks.
struct TaskFields {
    JsonFields& fields;
    int indent;

    void operator()(const NumberTask& task) const {
        fields.emplace_back("of", writeExpression(task.of));
        fields.emplace_back("within", jsonNumber(task.within));
        fields.emplace_back("unit",
                            jsonString(kAnswerUnitNames[static_cast<std::size_t>(task.unit)]));
    }
    void operator()(const CellTask& task) const {
        fields.emplace_back("cells", writeExpression(task.cells));
        fields.emplace_back("where", writeCondition(task.where));
        if (task.is_visible) fields.emplace_back("visible", jsonBool(true));
    }
    void operator()(const ChoiceTask& task) const {
        const auto items = jsonItems(task.choices, [](const LessonChoice& choice) {
            JsonFields parts;
            addText(parts, "text", choice.text);
            addText(parts, "reply", choice.reply);
            return jsonInline(parts);
        });
        fields.emplace_back("choices", jsonLines(items, indent + 2));
        fields.emplace_back("right", writeExpression(task.right));
    }
    void operator()(const MakeTask& task) const {
        fields.emplace_back(task.needs_all ? "all" : "any",
                            jsonLines(jsonItems(task.conditions, writeCondition), indent + 2));
        std::string edits = task.solution.empty() ? "{}" : task.solution.json;
        if (task.look != LessonLook{}) {
            edits.pop_back();
            if (edits.size() > 1) edits += ", ";
            edits += fmt::format("\"look\": {}}}", writeLook(task.look));
        }
        fields.emplace_back("solution", edits);
    }
};

std::string writeTask(const LessonTask& task, int indent) {
    JsonFields fields{{"kind", jsonString(task.kindName())}};
    addText(fields, "ask", task.ask);
    std::visit(TaskFields{fields, indent}, task.kind);
    return jsonObject(fields, indent);
}

std::string writeMistake(const LessonMistake& mistake) {
    JsonFields fields;
    if (mistake.named) {
        fields.emplace_back("mistake", jsonString(info(*mistake.named).name));
    } else if (mistake.where) {
        fields.emplace_back("where", writeCondition(*mistake.where));
    } else {
        fields.emplace_back("when", writeExpression(mistake.when));
    }
    addText(fields, "reply", mistake.reply);
    return jsonInline(fields);
}

}  // namespace

std::optional<LessonStep> readLessonStep(const Json& json, const std::string& path,
                                         LessonSubject subject, Faults& faults) {
    return StepReader(json, path, subject, faults).read();
}

std::string writeLessonStep(const LessonStep& step, int indent) {
    JsonFields fields;
    if (!step.title.versions().empty()) fields.emplace_back("title", writeLocalText(step.title));
    addText(fields, "text", step.text);
    if (step.look != LessonLook{}) fields.emplace_back("look", writeLook(step.look));
    if (!step.set.empty()) fields.emplace_back("set", step.set.json);
    if (!step.lock.empty()) fields.emplace_back("lock", writeParts(step.lock));
    if (!step.hide.empty()) {
        fields.emplace_back("hide", jsonList(jsonItems(step.hide, writeHiddenEntry), indent + 2));
    }
    if (step.task) fields.emplace_back("task", writeTask(*step.task, indent + 2));
    if (!step.mistakes.empty()) {
        fields.emplace_back("mistakes",
                            jsonLines(jsonItems(step.mistakes, writeMistake), indent + 2));
    }
    addText(fields, "otherwise", step.otherwise);
    if (!step.hints.empty()) {
        const auto items = jsonItems(
            step.hints, [](const LessonText& hint) { return writeLocalText(hint.source); });
        fields.emplace_back("hint", jsonLines(items, indent + 2));
    }
    addText(fields, "then", step.then);
    return jsonObject(fields, indent);
}

}  // namespace lookback
