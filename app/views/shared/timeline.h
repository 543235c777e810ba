#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/views/shared/scene.h"
#include "app/widgets/button.h"

namespace lookback {

/// Draws the line above the timeline: back, next, play, the present step and a few keys, as many of
/// them as fit into `line`.
void drawStepButtons(const Scene& scene, const Rect& line);

/// Draws the steps of the document's attention: the buttons and a track.
void drawTimeline(const Scene& scene, const Rect& region);

// Parts of the timelines of all modes.

/// Draws the ground of a timeline, with an edge above the buttons.
void drawTimelineGround(const Scene& scene, const Rect& region);
/// Returns the line of buttons at the top of a timeline; presentation has none.
[[nodiscard]] Rect buttonLine(const Scene& scene, const Rect& region);
/// Returns the y of the middle of the track.
[[nodiscard]] float trackHeight(const Scene& scene, const Rect& region);

/// Draws a button that carries out the command of this name.
void commandButton(const Scene& scene, Painter& painter, const Rect& box, std::string_view name,
                   const std::string& label, ButtonKind kind = ButtonKind::plain);

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
/// Draws these buttons and that of the speed of Play. @return the rest of the line after a gap
/// between buttons; nothing where the speed has no room
std::optional<Rect> drawPlayAndSpeed(const Scene& scene, Painter& painter, const Rect& line,
                                     const PlayCommands& commands);
/// Pixels between two buttons.
[[nodiscard]] float buttonGap(const Scene& scene);

}  // namespace lookback
