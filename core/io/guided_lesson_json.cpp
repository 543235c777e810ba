#include "core/io/guided_lesson_json.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"
#include "core/io/lesson_moments.h"
#include "core/io/lesson_tasks_json.h"
#include "core/io/local_text_json.h"
#include "core/lesson/outline.h"
#include "messages/expected.h"
#include "messages/faults.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr std::array<std::string_view, 13> kLessonFields{
    "lookback_lesson", "title",      "group", "order", "about",
    "minutes",         "summary",    "goal",  "next",  "show_me",
    "document",        "experiment", "steps"};

/// Reads one lesson file.
class GuidedLessonReader {
public:
    GuidedLessonReader(const Json& root, double allowed)
        : fields_(root, "", kLessonFields, faults_), allowed_(allowed) {}

    Checked<GuidedLesson> read() {
        readHead();
        readWork();
        if (const Json* steps = fields_.need("steps", say::lesson::Steps{})) readSteps(*steps);
        if (!faults_.empty()) return tl::unexpected(faults_.take());
        if (auto found = editFaults(lesson_, allowed_); !found.empty()) {
            return tl::unexpected(std::move(found));
        }
        return std::move(lesson_);
    }

private:
    void readHead() {
        lesson_.title = words("title");
        if (const Json* group = fields_.find("group")) {
            const auto names = namesOf(lessonGroups());
            const auto place = readName(*group, "group", names, faults_);
            if (place) lesson_.group = lessonGroups()[*place].group;
        }
        if (const Json* order = fields_.find("order")) {
            lesson_.order = static_cast<int>(readWhole(*order, "order", 1, faults_).value_or(0));
        }
        if (const Json* about = fields_.find("about")) {
            lesson_.about = readList<int>(*about, "about", faults_,
                                          [&](const Json& one, const std::string& at) {
                                              return readMisconception(one, at);
                                          })
                                .value_or(std::vector<int>());
        }
        if (const Json* minutes = fields_.need("minutes", say::lesson::Minutes{})) {
            lesson_.minutes = static_cast<int>(
                readWhole(*minutes, "minutes", 1, faults_, kMostMinutes).value_or(0));
        }
        lesson_.summary = words("summary");
        if (const Json* goal = fields_.need("goal", say::lesson::Goals{})) readGoals(*goal);
        if (const Json* next = fields_.find("next")) {
            const auto id = readString(*next, "next", faults_);
            if (id && id->empty()) faults_.add("next", say::faults::NoNext{});
            lesson_.next = id.value_or("");
        }
        if (const Json* show = fields_.find("show_me")) {
            lesson_.may_show_answer = readBool(*show, "show_me", faults_).value_or(true);
        }
    }

    LocalText words(std::string_view name) {
        const Json* const json = fields_.need(name, say::expected::Text{});
        if (json == nullptr) return {};
        return readWords(*json, std::string(name), faults_).value_or(LocalText());
    }

    /// `M9` as 9.
    std::optional<int> readMisconception(const Json& json, const std::string& path) {
        const auto text = readString(json, path, faults_);
        if (!text) return std::nullopt;
        int number = 0;
        const char* const end = text->data() + text->size();
        const bool has_letter = text->starts_with('M') && text->size() > 1;
        const auto parsed = std::from_chars(text->data() + (has_letter ? 1 : 0), end, number);
        const bool is_known = has_letter && parsed.ec == std::errc() && parsed.ptr == end &&
                              number >= 1 && number <= kMostAbout;
        if (is_known) return number;
        addWrong(json, path, say::lesson::Misconception{}, faults_);
        return std::nullopt;
    }

    void readGoals(const Json& json) {
        if (!json.is_array()) {
            lesson_.goals.push_back(readWords(json, "goal", faults_).value_or(LocalText()));
            return;
        }
        if (json.empty() || json.size() > kMostGoals) {
            return addWrong(json, "goal", say::lesson::Goals{}, faults_);
        }
        for (std::size_t k = 0; k < json.size(); ++k) {
            lesson_.goals.push_back(
                readWords(json[k], joined("goal", k), faults_).value_or(LocalText()));
        }
    }

    void readWork() {
        const Json* const document = fields_.find("document");
        const Json* const experiment = fields_.find("experiment");
        lesson_.work = std::make_shared<const Document>();
        if (!fields_.isObject()) return;
        if ((document == nullptr) == (experiment == nullptr)) {
            faults_.add("document", say::lesson::DocumentOrExperiment{});
        } else if (document != nullptr) {
            take("document", *document, &openLesson,
                 [&](const Json& json) { return documentOf(json, allowed_); });
        } else {
            take("experiment", *experiment, &openShippedExperiment, &experimentOf);
        }
        subject_ = experiment != nullptr ? LessonSubject::experiment : LessonSubject::document;
    }

    /// Takes the work that a field holds, or the shipped one that it names.
    template <class Shipped, class Own>
    void take(const std::string& name, const Json& json, Shipped shipped, Own own) {
        auto work = json.is_string() ? shipped(json.get<std::string>()) : own(json);
        if (json.is_string()) lesson_.work_id = json.get<std::string>();
        if (work) {
            using Work = typename decltype(work)::value_type;
            lesson_.work = std::make_shared<const Work>(*std::move(work));
            return;
        }
        for (Error& error : work.error()) {
            faults_.add(error.where.empty() ? name : joined(name, error.where),
                        std::move(error.message));
        }
    }

    void readSteps(const Json& json) {
        if (!json.is_array() || json.empty() || json.size() > kMostLessonSteps) {
            return addWrong(json, "steps", say::lesson::Steps{}, faults_);
        }
        lesson_.steps = readList<LessonStep>(json, "steps", faults_,
                                             [&](const Json& one, const std::string& at) {
                                                 return readLessonStep(one, at, subject_, faults_);
                                             })
                            .value_or(std::vector<LessonStep>());
    }

    Faults faults_;
    Fields fields_;
    double allowed_;  // bytes of memory
    LessonSubject subject_ = LessonSubject::document;
    GuidedLesson lesson_;
};

/// A document or experiment file within a lesson file: without the line end behind it.
std::string nested(std::string text) {
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

std::string writeGoals(const std::vector<LocalText>& goals) {
    if (goals.size() == 1) return writeLocalText(goals.front());
    return jsonLines(jsonItems(goals, writeLocalText), 2);
}

}  // namespace

Checked<GuidedLesson> guidedLessonOf(const Json& json, double allowed) {
    if (auto fault = versionFault(json, kLessonField, kLessonVersion)) {
        return tl::unexpected(std::vector{*std::move(fault)});
    }
    return GuidedLessonReader(json, allowed).read();
}

Checked<GuidedLesson> readGuidedLesson(std::string_view text, double allowed) {
    return parseJson(text).and_then(
        [&](const Json& json) { return guidedLessonOf(json, allowed); });
}

bool isLessonFile(std::string_view text) {
    // Most files are not, and need not be parsed for this.
    if (text.find(kLessonField) == std::string_view::npos) return false;
    const Checked<Json> root = parseJson(text);
    return root && root->is_object() && root->contains(kLessonField);
}

std::string writeGuidedLesson(const GuidedLesson& lesson) {
    JsonFields fields{{kLessonField, std::to_string(kLessonVersion)},
                      {"title", writeLocalText(lesson.title)}};
    if (lesson.group != LessonGroup::mine) {
        fields.emplace_back("group", jsonString(info(lesson.group).name));
    }
    if (lesson.order > 0) fields.emplace_back("order", std::to_string(lesson.order));
    if (!lesson.about.empty()) {
        const auto items = jsonItems(
            lesson.about, [](int number) { return jsonString(fmt::format("M{}", number)); });
        fields.emplace_back("about", jsonList(items, 2));
    }
    fields.emplace_back("minutes", std::to_string(lesson.minutes));
    fields.emplace_back("summary", writeLocalText(lesson.summary));
    fields.emplace_back("goal", writeGoals(lesson.goals));
    if (!lesson.next.empty()) fields.emplace_back("next", jsonString(lesson.next));
    if (!lesson.may_show_answer) fields.emplace_back("show_me", jsonBool(false));
    const bool is_document = lesson.subject() == LessonSubject::document;
    const std::string work = !lesson.work_id.empty() ? jsonString(lesson.work_id)
                             : is_document           ? nested(writeDocument(*lesson.document()))
                                           : nested(writeExperiment(*lesson.experiment()));
    fields.emplace_back(is_document ? "document" : "experiment", work);
    const auto steps =
        jsonItems(lesson.steps, [](const LessonStep& step) { return writeLessonStep(step, 4); });
    fields.emplace_back("steps", jsonLines(steps, 2));
    return jsonObject(fields, 0) + "\n";
}

}  // namespace lookback
