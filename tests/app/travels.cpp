#include "tests/app/travels.h"

#include <algorithm>
#include <cmath>

namespace lookback::test {

GoTo wholeStep(const LabUnderTest& lab, std::size_t step) {
    return {step, lab.state().shown.lastCell(lab.state().steps()[step])};
}

void open(LabUnderTest& lab, bool presented) {
    if (presented) lab.act(SetPresenting{true});
    lab.goTo(std::size_t{0});
}

const DrawnGrid* find(const DrawnThings& things, MatrixId id) {
    const auto at = std::find_if(things.grids.begin(), things.grids.end(),
                                 [id](const DrawnGrid& grid) { return grid.id == id; });
    return at != things.grids.end() ? &*at : nullptr;
}

float apart(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

}  // namespace lookback::test
