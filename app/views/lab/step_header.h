#pragma once

#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"

namespace lookback {

/// Where the name of the step and its formula stand.
struct StepHeader {
    ImVec2 at;        ///< top left corner
    float right = 0;  ///< where the formula ends
    LineFonts formula;
};

/// The step's name and the formula.
/// @return the room between the two
Rect drawStepHeader(const Scene& scene, Painter& painter, MatrixId shown, const StepHeader& header);

/// What a stage does, in one line, in that room. @return false: the line had no room there
bool drawStepLine(const Scene& scene, Painter& painter, MatrixId shown, const Rect& room);

}  // namespace lookback
