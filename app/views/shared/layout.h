#pragma once

#include "app/look/look.h"
#include "app/look/rect.h"
#include "app/state/model/hands.h"
#include "app/state/model/place.h"
#include "app/state/model/preferences.h"

namespace lookback {

/// The parts of the window.
struct Regions {
    Rect top;
    Rect left;
    Rect centre;
    Rect right;
    Rect bottom;
    bool left_floats = false;   ///< too narrow: the panel is shown over the centre when asked for
    bool right_floats = false;  ///< as `left_floats`, in wider windows already
    /// The panel floats in this window for a sentence of some length.
    bool left_may_float = false;
    bool right_may_float = false;
    bool narrow = false;    ///< the panels are smaller, labels shorter
    bool compact = false;   ///< a low window: everything stands closer together
    bool dense = false;     ///< a low window with a long sentence
    ImVec2 usual_centre{};  ///< its size with type of the usual size
};

/// Returns the sizes of type in a window of this size: those that the person chose, and in
/// presentation twice as large in a window of 1920 x 1080, so that words are 1/36 of its height.
/// Larger type goes to digits first: words grow only as long as digits keep their room, and in
/// presentation not at all.
/// @param size of the window in points
[[nodiscard]] TypeSize typeSize(const Preferences& preferences, const Place& place, ImVec2 size);

/// Returns the largest factor of the size of words in a window of this size.
[[nodiscard]] float mostWords(ImVec2 size);

/// Returns the width of the Lab's centre, in pixels, with words of this size. @param words factor
/// of their usual size
[[nodiscard]] float centreWidth(const Look& look, float words, ImVec2 size, Index tokens);

/// Divides a window of this size, in pixels. Long sentences want a wide centre, so that their
/// digits have room. @param open_panel that lies over the centre of a narrow window
/// @param tokens of the sentence
[[nodiscard]] Regions layOut(const Look& look, const Place& place, SidePanel open_panel,
                             ImVec2 size, Index tokens);

}  // namespace lookback
