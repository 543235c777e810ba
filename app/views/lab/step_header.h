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

/// The step's name, what its stage does in one line, and the formula.
/// @return true where the line had room between the two
bool drawStepHeader(const Scene& scene, Painter& painter, MatrixId shown, const StepHeader& header);

}  // namespace lookback
