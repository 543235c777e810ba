#pragma once

#include <algorithm>
#include <vector>

#include "app/look/painter.h"
#include "tests/app/lab_under_test.h"

namespace lookback::test {

/// True where a box has stripes of this colour, dimmed or not.
[[nodiscard]] inline bool isStriped(const LabUnderTest& lab, const ImRect& box,
                                    const Hatching& how) {
    const std::vector<ImU32> colors = lab.ui.colorsIn(box, {2, 2});
    return std::any_of(colors.begin(), colors.end(),
                       [&](ImU32 color) { return ((color ^ how.line) & ~IM_COL32_A_MASK) == 0; });
}

}  // namespace lookback::test
