#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// A dot of a track.
struct TrackDot {
    std::vector<std::string> names{};  ///< the longest first; the first with room is shown
    bool is_filled = true;
    bool answers = true;  ///< a click on it is reported
};

/// A track of dots, one for each token of a sentence, with one of them in focus.
struct DotTrack {
    const char* id;          ///< of the dots: with "##word ", that of the first is "##word 1"
    std::size_t count = 0;   ///< at least 1
    std::size_t focus = 0;   ///< index of the dot in focus
    std::size_t ahead = 0;   ///< dots after it that stay in sight
    bool is_walked = false;  ///< the line up to the focus is dark
    std::function<TrackDot(std::size_t)> dot;
};

/// Draws as many dots as the timeline has room for, and their names below.
/// @param region of the timeline. @return the index of the dot that was clicked
std::optional<std::size_t> drawDotTrack(const Scene& scene, Painter& painter, const Rect& region,
                                        const DotTrack& track);

}  // namespace lookback
