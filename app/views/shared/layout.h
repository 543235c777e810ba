#pragma once

#include <cstdint>

#include "app/look/look.h"
#include "app/look/rect.h"
#include "app/state/model/hands.h"
#include "app/state/model/place.h"
#include "app/state/model/preferences.h"
#include "core/document/document.h"

namespace lookback {

/// Levels at which the parts around the Lab's figure give way to it, from roomy to dense.
enum class Density : std::uint8_t {
    roomy,    ///< thumbnails above the figure, cards below it
    crowded,  ///< margins, gaps and words as in a low window
    dense,    ///< no thumbnails
    densest,  ///< the words about the step in the header of the figure
};

/// The parts of the window.
struct Regions {
    Rect top;
    Rect left;
    Rect centre;
    Rect right;
    Rect bottom;
    bool left_floats = false;   ///< too narrow: the panel is shown over the centre when asked for
    bool right_floats = false;  ///< as `left_floats`, in wider windows already
    /// The panel floats in this window for some document.
    bool left_may_float = false;
    bool right_may_float = false;
    bool narrow = false;               ///< the panels are smaller, labels shorter
    bool compact = false;              ///< a low window: smaller margins and gaps
    Density density = Density::roomy;  ///< of the Lab's centre
    ImVec2 usual_centre{};             ///< its size with type of the usual size
};

/// The size of the largest figures of a document: counts of cells, and a width in pixels of the
/// design.
struct CellsToShow {
    Index tokens = 0;
    float width = 0;   ///< of the widest product, in the smallest type, with two decimals
    float label = 0;   ///< the least width of the tokens beside it
    Index rows = 0;    ///< of the highest product: those of the right operand and of the result
    Index edited = 0;  ///< columns of the embeddings
};
[[nodiscard]] CellsToShow cellsToShow(const Document& document, Index span);

/// Returns the sizes of type in a window of this size: those that the person chose, and in
/// presentation twice as large in a window of 1920 x 1080, so that words are 1/36 of its height.
/// A larger type size enlarges digits first. Words grow only while digits have room, and in
/// presentation they do not grow. In windows higher than 1200 points everything is larger, unless
/// the monitor has a scale.
/// @param size of the window in points @param density pixels a point
[[nodiscard]] TypeSize typeSize(const Preferences& preferences, const Place& place, ImVec2 size,
                                float density = 1);

/// Returns the largest factor of the size of words in a window of this size. @param scale pixels
/// for one of the design, with words of the usual size
[[nodiscard]] float mostWords(ImVec2 size, float scale);

/// Returns the width of the Lab's centre, in pixels, with words of this size. @param words factor
/// of their usual size
[[nodiscard]] float centreWidth(const Look& look, float words, ImVec2 size,
                                const CellsToShow& cells);

/// Divides a window of this size, in pixels. Large figures want a wide centre, so that their digits
/// have room. @param open_panel that lies over the centre of a narrow window
[[nodiscard]] Regions layOut(const Look& look, const Place& place, SidePanel open_panel,
                             ImVec2 size, const CellsToShow& cells);

}  // namespace lookback
