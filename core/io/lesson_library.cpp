#include "core/io/lesson_library.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "core/io/document_json.h"
#include "core/io/guided_lesson_json.h"
#include "core/io/json_fields.h"
#include "core/io/shipped.h"
#include "core/io/translations.h"
#include "core/lesson/lesson.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr std::string_view kGuidedEnd = ".lesson";

std::string_view idOf(const EmbeddedFile& file) {
    return file.name.ends_with(kGuidedEnd)
               ? file.name.substr(0, file.name.size() - kGuidedEnd.size())
               : file.name;
}

bool isGuided(const EmbeddedFile& file) { return file.name.ends_with(kGuidedEnd); }

/// The file of a lesson; null for an unknown id.
const EmbeddedFile* findFile(std::string_view id) {
    const auto files = embeddedLessons();
    const auto found = std::find_if(files.begin(), files.end(),
                                    [id](const EmbeddedFile& file) { return idOf(file) == id; });
    return found == files.end() ? nullptr : &*found;
}

/// The document within a lesson with tasks. It comes from this lesson, not from another one.
Checked<Document> documentWithin(Json lesson) {
    const auto document = lesson.is_object() ? lesson.find("document") : lesson.end();
    if (!lesson.is_object() || document == lesson.end()) {
        return tl::unexpected(std::vector{Error{"", say::lesson::IsOnExperiment{}}});
    }
    if (document->is_string()) {
        const EmbeddedFile* const other = findFile(document->get<std::string>());
        // Not the document of a lesson that only names it, which might name this one.
        if (other != nullptr && !isGuided(*other)) return readDocument(other->text);
        return tl::unexpected(std::vector{Error{"document", say::lesson::NoOwnDocument{}}});
    }
    if (document->is_object()) document->erase("from");
    return documentOf(*document);
}

/// The document of a lesson with its texts in every language.
Document withTexts(const EmbeddedFile& file, Document document) {
    Lesson lesson = document.lesson ? *document.lesson : Lesson{.masking = document.masking};
    lesson.id = idOf(file);
    lesson.title = document.title;
    translate(lesson);
    document.lesson = std::make_shared<const Lesson>(std::move(lesson));
    return document;
}

Checked<Document> openedWithTexts(const EmbeddedFile& file) {
    if (isGuided(file)) {
        return parseJson(file.text).and_then(documentWithin).map([&](Document document) {
            return withTexts(file, std::move(document));
        });
    }
    Checked<Document> document = readDocument(file.text);
    if (!document || !document->lesson) return document;
    return withTexts(file, *std::move(document));
}

/// True for a lesson with tasks that is about a notebook.
bool isOnNotebook(const Json& lesson) {
    return lesson.is_object() && lesson.contains("document") &&
           lesson.value("group", Json()) == Json(info(LessonGroup::notebooks).name);
}

/// The notebook of a file; nothing for a lesson about something else.
std::optional<LessonEntry> notebookOf(const EmbeddedFile& file) {
    const std::string id(idOf(file));
    LessonEntry entry{id, id, ""};
    Checked<Document> document;
    if (isGuided(file)) {
        Checked<Json> lesson = parseJson(file.text);
        if (!lesson || !isOnNotebook(*lesson)) return std::nullopt;
        document = documentWithin(*std::move(lesson));
        if (document) entry.text = writeDocument(*document);
    } else {
        document = readDocument(file.text);
        entry.text = file.text;
    }
    // A lesson with faults stays in the list: opening it reports them.
    if (!document || !(isGuided(file) || document->lesson)) return entry;
    const Lesson lesson = *withTexts(file, *std::move(document)).lesson;
    entry.title = lesson.title;
    entry.order = lesson.order;
    entry.summary = lesson.summary;
    entry.source = lesson.source;
    entry.outline = lesson.outline;
    return entry;
}

std::vector<LessonEntry> readLessons() {
    std::vector<LessonEntry> entries;
    for (const EmbeddedFile& file : embeddedLessons()) {
        if (auto entry = notebookOf(file)) entries.push_back(*std::move(entry));
    }
    std::sort(entries.begin(), entries.end(), [](const LessonEntry& a, const LessonEntry& b) {
        return std::tie(a.order, a.id) < std::tie(b.order, b.id);
    });
    return entries;
}

std::vector<GuidedEntry> readGuidedLessons() {
    std::vector<GuidedEntry> entries;
    for (const EmbeddedFile& file : embeddedLessons()) {
        if (!isGuided(file)) continue;
        GuidedEntry entry{std::string(idOf(file)), nullptr};
        if (Checked<GuidedLesson> lesson = openGuidedLesson(entry.id)) {
            entry.lesson = std::make_shared<const GuidedLesson>(*std::move(lesson));
        }
        entries.push_back(std::move(entry));
    }
    const auto place = [](const GuidedEntry& entry) {
        const LessonGroup group = entry.lesson ? entry.lesson->group : LessonGroup::mine;
        return std::tuple(group, entry.lesson ? entry.lesson->order : 0, entry.id);
    };
    std::sort(entries.begin(), entries.end(),
              [&](const GuidedEntry& a, const GuidedEntry& b) { return place(a) < place(b); });
    return entries;
}

}  // namespace

const std::vector<LessonEntry>& lessons() {
    static const std::vector<LessonEntry> entries = readLessons();
    return entries;
}

const std::vector<GuidedEntry>& guidedLessons() {
    static const std::vector<GuidedEntry> entries = readGuidedLessons();
    return entries;
}

Checked<GuidedLesson> openGuidedLesson(std::string_view id) {
    const EmbeddedFile* const file = findFile(id);
    if (file == nullptr || !isGuided(*file)) {
        return tl::unexpected(idNotFound(lessonIds(), id, ShippedKind::lesson));
    }
    Checked<GuidedLesson> lesson = readGuidedLesson(file->text);
    if (!lesson) return lesson;
    lesson->id = id;
    if (lesson->subject() == LessonSubject::document) {
        // Saved, it names this lesson as the one that it comes from.
        lesson->work =
            std::make_shared<const Document>(withTexts(*file, Document(*lesson->document())));
    }
    return lesson;
}

// Not by `lessons()`: a document may be opened while the list is made.
Checked<Document> openLesson(std::string_view id) {
    const EmbeddedFile* const file = findFile(id);
    if (file == nullptr) return tl::unexpected(idNotFound(lessonIds(), id, ShippedKind::lesson));
    return openedWithTexts(*file);
}

bool isLesson(std::string_view id) { return findFile(id) != nullptr; }

bool isGuidedLesson(std::string_view id) {
    const EmbeddedFile* const file = findFile(id);
    return file != nullptr && isGuided(*file);
}

std::vector<std::string_view> lessonIds() {
    std::vector<std::string_view> ids;
    for (const EmbeddedFile& file : embeddedLessons()) ids.push_back(idOf(file));
    return ids;
}

}  // namespace lookback
