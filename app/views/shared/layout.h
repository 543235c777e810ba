#pragma once

#include "app/look/look.h"
#include "app/look/rect.h"
#include "app/state/model/hands.h"
#include "app/state/model/place.h"
#include "app/state/model/preferences.h"

namespace lookback {

/// Where the parts of the window stand.
struct Regions {
    Rect top;
    Rect left;
    Rect centre;
    Rect right;
    Rect bottom;
    bool left_floats = false;   ///< too narrow: the panel is shown over the centre when asked for
    bool right_floats = false;  ///< the same, sooner: the edit panel is what one works with
    bool narrow = false;        ///< the panels are smaller, labels shorter
    bool compact = false;       ///< a low window: everything stands closer together
    bool dense = false;         ///< a low window with a long sentence
    ImVec2 usual_centre{};      ///< its size with type of the usual size
};

/// How large type is, times that of the design: as the person chose it, and in presentation twice
/// as large in a window of 1920 x 1080, so that words are 1/36 of its height. Larger type is the
/// digits' first: words grow as long as they leave them their room, and while presenting not at
/// all.
/// @param size of the window in points
[[nodiscard]] TypeSize typeSize(const Preferences& preferences, const Place& place, ImVec2 size);

/// How large words become in a window of this size, times their usual size.
[[nodiscard]] float mostWords(ImVec2 size);

/// The width of the Lab's centre with words of this size, times their usual one, in pixels.
[[nodiscard]] float centreWidth(const Look& look, float words, ImVec2 size, Index tokens);

/// Divides a window of this size, in pixels. Long sentences want a wide centre, so that their
/// digits have room. @param open_panel that lies over the centre of a narrow window
/// @param tokens of the sentence
[[nodiscard]] Regions layOut(const Look& look, const Place& place, SidePanel open_panel,
                             ImVec2 size, Index tokens);

}  // namespace lookback
