#pragma once

#include <string>

#include "app/look/painter.h"
#include "app/views/course/course_entries.h"

namespace lookback {

/// The chosen entry, its group and its number there.
struct ChosenEntry {
    const CourseEntry& entry;
    std::string group;
    Index number = 1;
    Index of = 1;
};

/// Draws the mark of a task: a tick, a yellow disc or an empty ring.
void drawTaskMark(Painter& painter, ImVec2 center, TaskMark mark);

/// Draws all that is known of the chosen entry, and the buttons that open it. @return key of the
/// entry that the reader goes to, if any
[[nodiscard]] std::string drawCourseDetails(const Scene& scene, Painter& painter, const Rect& box,
                                            const ChosenEntry& chosen);

}  // namespace lookback
