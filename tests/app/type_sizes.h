/// How large type is on the screen, measured at what was drawn.
#pragma once

#include "tests/app/lab_under_test.h"

namespace lookback::test {

/// The smallest type in a box, in pixels; 0 where nothing is written.
/// @param line height of the font's line over its size
[[nodiscard]] float smallestType(const LabUnderTest& lab, const ImRect& box, float line);

/// Of the digits of the result in focus.
[[nodiscard]] float digitsOf(LabUnderTest& lab);

}  // namespace lookback::test
