#pragma once

#include <optional>

#include "app/views/shared/scene.h"
#include "core/base/message.h"
#include "core/document/shape.h"

namespace lookback {

/// Draws steppers of the widths and of the number of heads, in lines of this width from the cursor
/// of the window on. @return the shape in the frame in which one of them changes it
std::optional<DocumentShape> shapeSteppers(const Scene& scene, const DocumentShape& shape,
                                           float width);

/// Returns the bounds of the steppers, in one line.
[[nodiscard]] Message shapeLimits();

}  // namespace lookback
