#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/look/painter.h"
#include "core/base/matrix.h"

namespace lookback {

/// The attention weight of one key for the query of the arcs.
struct Arc {
    double weight = 0;
    bool masked = false;
    bool pointed = false;
    float drawn = 1;     ///< share of the arc that is drawn, from the query on, 0 to 1
    float dashed = 0;    ///< share of the dashes of a masked key that is drawn, 0 to 1
    bool leaks = false;  ///< the key is masked and has weight all the same
};

/// The arc or word under the pointer.
struct ArcEvents {
    std::optional<Index> arc;   ///< key of the arc
    std::optional<Index> word;  ///< below the arcs
    bool is_clicked = false;
};

/// Draws an arc over the words from `query` to every key. Its width is the weight. Masked keys have
/// thin dashes; masked keys with weight have an arc with gaps in the colour of a fault.
ArcEvents drawArcs(Painter& painter, const Rect& region, std::span<const std::string> words,
                   Index query, std::span<const Arc> arcs);

/// A value vector of two numbers, and the weight that it gets.
struct PlanePoint {
    double x = 0;
    double y = 0;
    double weight = 0;
    bool masked = false;
    bool pointed = false;
    std::string label;
};

/// Draws the value vectors as points and the output between them, with a line to each value whose
/// strength is its weight. @param bound of the colour scale of the values; the ends of the axes
/// are multiples of a quarter of it.
void drawValuePlane(Painter& painter, const Rect& region, std::span<const PlanePoint> values,
                    ImVec2 output, double bound);

/// A bar with its name to the left and a number to the right.
struct ChanceBar {
    std::string name;
    std::string number;
    double share = 0;  ///< of the room, 0 to 1; NaN counts as 0
    bool is_chosen = false;
};

/// Returns the width of the longest name of some bars, in pixels.
[[nodiscard]] float chanceBarsNames(const Painter& painter, std::span<const ChanceBar> bars);

/// Bars one below the other. @param row the height of each @param names width of the names, at
/// least; bars in two areas have one scale where it is the same
void drawChanceBars(Painter& painter, const Rect& area, std::span<const ChanceBar> bars,
                    Color color, float row, float names = 0);

}  // namespace lookback
