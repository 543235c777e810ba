/// What is on its way between two pictures.
#pragma once

#include "app/look/motion.h"
#include "tests/app/lab_under_test.h"

namespace lookback::test {

/// Goes to a step with all of its cells.
[[nodiscard]] GoTo wholeStep(const LabUnderTest& lab, std::size_t step);

/// The Lab, or its presentation, at rest.
void open(LabUnderTest& lab, bool presented);

/// The first drawing of a matrix; nullptr where there is none.
[[nodiscard]] const DrawnGrid* find(const DrawnThings& things, MatrixId id);

[[nodiscard]] float apart(ImVec2 a, ImVec2 b);

}  // namespace lookback::test
