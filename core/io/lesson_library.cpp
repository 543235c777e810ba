#include "core/io/lesson_library.h"

#include <algorithm>
#include <tuple>

#include "core/base/nearest_hint.h"
#include "core/base/text.h"
#include "core/io/document_json.h"
#include "core/io/embedded_files.h"
#include "core/lesson/lesson.h"

namespace lookback {
namespace {

std::vector<LessonEntry> readLessons() {
    std::vector<LessonEntry> entries;
    for (const EmbeddedFile& file : embeddedLessons()) {
        LessonEntry entry{std::string(file.name), std::string(file.name), file.text, 0};
        // A lesson with faults stays in the list, so that opening it tells what they are.
        if (const auto document = readDocument(file.text)) {
            entry.title = document->title;
            if (document->lesson) entry.order = document->lesson->order;
        }
        entries.push_back(std::move(entry));
    }
    std::sort(entries.begin(), entries.end(), [](const LessonEntry& a, const LessonEntry& b) {
        return std::tie(a.order, a.id) < std::tie(b.order, b.id);
    });
    return entries;
}

const LessonEntry* findLesson(std::string_view id) {
    const auto& entries = lessons();
    const auto entry = std::find_if(entries.begin(), entries.end(),
                                    [&](const LessonEntry& row) { return row.id == id; });
    return entry == entries.end() ? nullptr : &*entry;
}

}  // namespace

const std::vector<LessonEntry>& lessons() {
    static const std::vector<LessonEntry> entries = readLessons();
    return entries;
}

Checked<Document> openLesson(std::string_view id) {
    if (const LessonEntry* entry = findLesson(id)) return readDocument(entry->text);
    std::vector<std::string_view> ids;
    for (const LessonEntry& entry : lessons()) ids.push_back(entry.id);
    return tl::unexpected(
        std::vector{Error{std::string(id), "is no lesson" + nearestHint(id, ids)}});
}

bool isLesson(std::string_view id) { return findLesson(id) != nullptr; }

}  // namespace lookback
