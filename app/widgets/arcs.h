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

}  // namespace lookback
