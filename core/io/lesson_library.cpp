#include "core/io/lesson_library.h"

#include <algorithm>
#include <tuple>

#include "core/io/document_json.h"
#include "core/io/shipped.h"
#include "core/lesson/lesson.h"

namespace lookback {
namespace {

std::vector<LessonEntry> readLessons() {
    std::vector<LessonEntry> entries;
    for (const EmbeddedFile& file : embeddedLessons()) {
        LessonEntry entry{std::string(file.name), std::string(file.name), file.text, 0};
        // A lesson with faults stays in the list: opening it reports them.
        if (const auto document = readDocument(file.text)) {
            entry.title = document->title;
            if (document->lesson) {
                entry.order = document->lesson->order;
                entry.summary = document->lesson->summary;
                entry.source = document->lesson->source;
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
    if (entry == nullptr) return tl::unexpected(notShipped(lessons(), id, "lesson"));
    Checked<Document> document = readDocument(entry->text);
    if (document && document->lesson) {
        Lesson lesson = *document->lesson;
        lesson.id = id;
        document->lesson = std::make_shared<const Lesson>(std::move(lesson));
    }
    return document;
}

bool isLesson(std::string_view id) { return findShipped(lessons(), id) != nullptr; }

}  // namespace lookback
