#pragma once

#include <span>
#include <string>

#include "app/look/painter.h"

namespace lookback {

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

}  // namespace lookback
