#include "tests/app/type_sizes.h"

#include <algorithm>

#include <fmt/format.h>

#include "imgui_internal.h"

namespace lookback::test {

float smallestType(const LabUnderTest& lab, const ImRect& box, float line) {
    float least = 0;
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (!box.Contains({text.drawn.center().x, text.drawn.center().y})) continue;
        const float size = text.drawn.height() / line;
        least = least == 0 ? size : std::min(least, size);
    }
    return least;
}

float digitsOf(LabUnderTest& lab) {
    const Target shown = *focusedTarget(lab.state());
    ImRect result = lab.ui.find(fmt::format("Centre/{}", info(shown.id).name)).rect;
    // What goes on below the fold is not drawn; the bar has texts there.
    result.ClipWithFull(ImGui::FindWindowByName("Centre")->InnerRect);
    return smallestType(lab, result, kMonoLine);
}

}  // namespace lookback::test
