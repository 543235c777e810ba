#include "core/io/lesson_library.h"

#include <algorithm>
#include <tuple>

#include "core/io/document_json.h"
#include "core/io/shipped.h"
#include "core/io/translations.h"
#include "core/lesson/lesson.h"

namespace lookback {
namespace {

/// The document of a lesson, whose texts are in every language.
Checked<Document> openedWithTexts(const LessonEntry& entry) {
    Checked<Document> document = readDocument(entry.text);
    if (document && document->lesson) {
        Lesson lesson = *document->lesson;
        lesson.id = entry.id;
        lesson.title = document->title;
        translate(lesson);
        document->lesson = std::make_shared<const Lesson>(std::move(lesson));
    }
    return document;
}

std::vector<LessonEntry> readLessons() {
    std::vector<LessonEntry> entries;
    for (const EmbeddedFile& file : embeddedLessons()) {
        LessonEntry entry{std::string(file.name), std::string(file.name), file.text, 0};
        // A lesson with faults stays in the list: opening it reports them.
        if (const auto document = openedWithTexts(entry)) {
            if (const auto& lesson = document->lesson) {
                entry.title = lesson->title;
                entry.order = lesson->order;
                entry.summary = lesson->summary;
                entry.source = lesson->source;
                entry.outline = lesson->outline;
            }
        }
        entries.push_back(std::move(entry));
    }
    std::sort(entries.begin(), entries.end(), [](const LessonEntry& a, const LessonEntry& b) {
        return std::tie(a.order, a.id) < std::tie(b.order, b.id);
    });
    return entries;
}

}  // namespace

const std::vector<LessonEntry>& lessons() {
    static const std::vector<LessonEntry> entries = readLessons();
    return entries;
}

Checked<Document> openLesson(std::string_view id) {
    const auto* const entry = findShipped(lessons(), id);
    if (entry == nullptr) return tl::unexpected(notShipped(lessons(), id, ShippedKind::lesson));
    return openedWithTexts(*entry);
}

bool isLesson(std::string_view id) { return findShipped(lessons(), id) != nullptr; }

}  // namespace lookback
