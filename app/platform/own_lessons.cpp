#include "app/platform/own_lessons.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "app/platform/folder_files.h"
#include "app/platform/user_folders.h"
#include "core/base/text.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"

namespace lookback {
namespace {

constexpr std::string_view kOwnEnd = ".lesson.json";

/// Where the lessons of one's own are; nothing where there is no folder for data.
std::optional<std::filesystem::path> lessonsFolder() {
    const auto data = dataFolder();
    if (!data) return std::nullopt;
    return *data / "lessons";
}

}  // namespace

std::string ownLessonsFolder() {
    const auto folder = lessonsFolder();
    if (!folder) return "";
    std::error_code fault;
    std::filesystem::create_directories(*folder, fault);
    return fault ? "" : folder->string();
}

std::vector<OwnLesson> ownLessons() {
    std::vector<OwnLesson> found;
    const auto folder = lessonsFolder();
    if (!folder) return found;
    for (const DatedFile& file : filesIn(*folder, kOwnEnd)) {
        const std::string name = file.path.filename().string();
        std::string id = name.substr(0, name.size() - kOwnEnd.size());
        const bool is_name = !id.empty() && isUtf8(id);
        if (!is_name || isLesson(id) || isShippedExperiment(id)) continue;
        found.push_back({std::move(id), file.path.string()});
    }
    std::sort(found.begin(), found.end(),
              [](const OwnLesson& a, const OwnLesson& b) { return a.id < b.id; });
    return found;
}

std::string ownLessonPath(std::string_view id) {
    const std::vector<OwnLesson> own = ownLessons();
    const auto found = std::find_if(own.begin(), own.end(),
                                    [id](const OwnLesson& lesson) { return lesson.id == id; });
    return found == own.end() ? std::string() : found->path;
}

}  // namespace lookback
