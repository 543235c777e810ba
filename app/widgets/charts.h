#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/look/painter.h"
#include "core/base/matrix.h"

namespace lookback {

/// What one token gets of another's attention.
struct Arc {
    double weight = 0;
    bool masked = false;
    bool pointed = false;
    float drawn = 1;     ///< so much of its way to the key, from the query on
    float dashed = 0;    ///< the same of the thin dashes of a masked one
    bool leaks = false;  ///< it is masked and has weight all the same
};

/// What the pointer is on.
struct ArcEvents {
    std::optional<Index> arc;   ///< the key that it leads to
    std::optional<Index> word;  ///< below the arcs
    bool is_clicked = false;
};

/// Arcs over the words from `query` to every key: as wide as the weight, dashed thinly where
/// masked, and in the colour of a fault, with gaps, where masked all the same has weight.
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

/// The plane of the value vectors, and the output between them: it is drawn to each value as
/// strongly as its weight says. @param bound of the colour scale of the values; the axes keep
/// to quarters of it.
void drawValuePlane(Painter& painter, const Rect& region, std::span<const PlanePoint> values,
                    ImVec2 output, double bound);

/// A bar with its name to the left and a number to the right.
struct ChanceBar {
    std::string name;
    std::string number;
    double share = 0;  ///< of the room, 0 to 1; NaN counts as 0
    bool is_chosen = false;
};

/// Bars one below the other. @param row the height of each
void drawChanceBars(Painter& painter, const Rect& area, std::span<const ChanceBar> bars,
                    Color color, float row);

}  // namespace lookback
