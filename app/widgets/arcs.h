#pragma once

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
};

/// Arcs over the words from `query` to every key: as wide as the weight, dashed where masked.
void drawArcs(Painter& painter, const Rect& region, std::span<const std::string> words, Index query,
              std::span<const Arc> arcs);

}  // namespace lookback
