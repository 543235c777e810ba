#pragma once

#include <string_view>

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/views/shared/scene.h"
#include "app/widgets/button.h"

namespace lookback {

/// The line above the timeline: back, next, play, where one is, and a few keys; as much of it as
/// has room in `line`.
void drawStepButtons(const Scene& scene, const Rect& line);

/// Draws the steps of the document's attention: the buttons and a track.
void drawTimeline(const Scene& scene, const Rect& region);

// What the timelines of the modes have in common.

/// The ground of a timeline, with an edge above the buttons.
void drawTimelineGround(const Scene& scene, const Rect& region);
/// The line of buttons at its top; not there while one presents.
[[nodiscard]] Rect buttonLine(const Scene& scene, const Rect& region);
/// The y of the middle of the track.
[[nodiscard]] float trackHeight(const Scene& scene, const Rect& region);

/// A button that does what the command of this name does.
void commandButton(const Scene& scene, Painter& painter, const Rect& box, std::string_view name,
                   const char* label, ButtonKind kind = ButtonKind::plain);

/// Draws a button that goes to the next speed of Play, from the fastest on to the slowest.
void playSpeedButton(const Scene& scene, Painter& painter, const Rect& box);
[[nodiscard]] float playSpeedWidth(const Scene& scene, const Painter& painter);

/// The names of the commands with which a timeline begins.
struct PlayCommands {
    std::string_view first;
    std::string_view back;
    std::string_view on;
    std::string_view play;
};

/// Draws their buttons from the left end of the line on. @return the x at which the next may begin
float drawPlayButtons(const Scene& scene, Painter& painter, const Rect& line,
                      const PlayCommands& commands);
/// Pixels between two buttons.
[[nodiscard]] float buttonGap(const Scene& scene);

}  // namespace lookback
