#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/scene.h"
#include "core/lesson/outline.h"

namespace lookback {

/// How far a task of a lesson has come.
enum class TaskMark : std::uint8_t { open, next, done };

/// A task as the page of lessons lists it.
struct CourseTask {
    std::string title;
    TaskMark mark = TaskMark::open;
};

/// A lesson, an experiment or a file, as the page of lessons lists it.
struct CourseEntry {
    enum class Kind : std::uint8_t { lesson, guided, experiment, on_screen, recent };
    Kind kind = Kind::lesson;
    std::string key;  ///< of a shipped one its id; unique on the page
    std::string title;
    std::string sentence{};  ///< its subject; of a recent one, where it is and when it was touched
    std::string source{};    ///< the notebook; of a file its path
    Outline outline{};
    std::vector<std::string> goals{};  ///< of a lesson with tasks, beside its outline
    std::vector<CourseTask> tasks{};
    bool is_about_experiment = false;
    std::size_t place = 0;      ///< among the shipped lessons or experiments, or the recent ones
    bool is_on_screen = false;  ///< of a lesson also its document alone
    bool is_asked = false;      ///< the tasks of the lesson are on the screen

    /// True for what can be presented: lessons, also those of one's own, and experiments.
    [[nodiscard]] bool isTaught() const {
        return kind == Kind::lesson || kind == Kind::guided || kind == Kind::experiment;
    }
    /// True for a shipped one; one's own has its path as `source`.
    [[nodiscard]] bool isOwnLesson() const { return kind == Kind::guided && !source.empty(); }
    /// True for a shipped lesson whose document can be opened without its tasks.
    [[nodiscard]] bool hasDocumentAlone() const {
        return kind == Kind::guided && !isOwnLesson() && !is_about_experiment;
    }
    [[nodiscard]] bool isDone() const;
    [[nodiscard]] bool isBegun() const;  ///< a task is done, and another is not
};

struct CourseGroup {
    std::string title;
    std::vector<CourseEntry> entries{};

    /// How many lessons with tasks it has, and how many of them are done.
    [[nodiscard]] std::size_t lessonsWithTasks() const;
    [[nodiscard]] std::size_t lessonsDone() const;
};

/// Returns the groups with the entries that have every word of `search` in their texts; no empty
/// group.
[[nodiscard]] std::vector<CourseGroup> courseGroups(const Scene& scene, std::string_view search);

/// Returns the title of the shipped lesson or experiment with this id; empty where none has it.
[[nodiscard]] std::string courseTitle(const Scene& scene, std::string_view id);

/// Closes the page and opens an entry. For the work on screen that is not shipped, it only closes
/// the page.
void openEntry(const Scene& scene, const CourseEntry& entry);

}  // namespace lookback
