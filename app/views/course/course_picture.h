#pragma once

#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/views/course/course_entries.h"

namespace lookback {

/// Draws the picture of an entry from its numbers: the attention weights of a document, the batch
/// losses of both models of an experiment. Those that are not shown yet of what one steps through
/// are blank. Nothing where there are none. @param has_words tokens and the letters of models are
/// written beside them
void drawCoursePicture(const Scene& scene, Painter& painter, const CourseEntry& entry,
                       const Rect& box, bool has_words);

/// True where an entry has a picture, now or once its numbers are computed.
[[nodiscard]] bool hasCoursePicture(const Scene& scene, const CourseEntry& entry);

/// Returns the words below a picture: what it shows.
[[nodiscard]] Message pictureCaption(const Scene& scene, const CourseEntry& entry);

}  // namespace lookback
