#include "app/views/layout.h"

namespace lookback {
namespace {

constexpr float kCompactBelow = 860;
constexpr float kNarrowBelow = 1400;
constexpr float kPanelsFloatBelow = 1180;

/// In presentation the focus has the window to itself; below it only the steps.
Regions presentation(const Look& look, ImVec2 size) {
    const float bottom = size.y - look.px(64);
    Regions regions;
    regions.centre = {{0, 0}, {size.x, bottom}};
    regions.bottom = {{0, bottom}, size};
    regions.compact = size.y < look.px(kCompactBelow);
    return regions;
}

}  // namespace

Regions layOut(const Look& look, const ViewState& view, ImVec2 size) {
    if (view.presenting) return presentation(look, size);
    const bool compact = size.y < look.px(kCompactBelow);
    const bool narrow = size.x < look.px(kNarrowBelow);
    const bool floats = size.x < look.px(kPanelsFloatBelow);
    const float top = look.px(compact ? 46 : 52);
    const float bottom = size.y - look.px(compact ? 98 : 118);
    const float left = look.px(narrow ? 296 : 336);
    const float right = size.x - look.px(narrow ? 290 : 330);
    const bool shows_left = !floats || view.open_panel == SidePanel::edit;
    const bool shows_right = !floats || view.open_panel == SidePanel::meaning;
    Regions regions;
    regions.top = {{0, 0}, {size.x, top}};
    if (shows_left) regions.left = {{0, top}, {left, bottom}};
    if (shows_right) regions.right = {{right, top}, {size.x, bottom}};
    regions.centre = {{floats ? 0 : left, top}, {floats ? size.x : right, bottom}};
    regions.bottom = {{0, bottom}, size};
    regions.panels_float = floats;
    regions.narrow = narrow;
    regions.compact = compact;
    return regions;
}

}  // namespace lookback
