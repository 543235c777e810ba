#include "app/views/shared/layout.h"

#include <algorithm>
#include <cmath>

namespace lookback {
namespace {

constexpr float kCompactBelow = 860;
constexpr float kNarrowBelow = 1400;
constexpr float kPanelsFloatBelow = 1180;
constexpr Index kLongSentence = 8;
constexpr float kPresentedType = 2;  ///< in a window of this size
constexpr ImVec2 kPresentedSize{1920, 1080};
constexpr float kTypeSteps = 15;  ///< sizes of type for each time the design's

/// In presentation the step has the window to itself; below it only the timeline.
Regions presentation(const Look& look, ImVec2 size) {
    const float bottom = size.y - look.px(56);
    Regions regions;
    regions.centre = {{0, 0}, {size.x, bottom}};
    regions.bottom = {{0, bottom}, size};
    regions.compact = size.y < look.px(kCompactBelow);
    return regions;
}

/// In steps, so that a window that is being resized does not draw its letters anew each time.
float presentingType(ImVec2 size) {
    const float share = std::min(size.x / kPresentedSize.x, size.y / kPresentedSize.y);
    const float steps = std::floor(kPresentedType * share * kTypeSteps + 0.01f);
    return std::max(steps / kTypeSteps, 0.8f);
}

}  // namespace

float typeScale(const Preferences& preferences, const Place& place, ImVec2 size) {
    const float chosen = static_cast<float>(preferences.type_percent) / 100;
    return place.presenting ? chosen * presentingType(size) : chosen;
}

Regions layOut(const Look& look, const Place& place, SidePanel open_panel, ImVec2 size,
               Index tokens) {
    if (place.presenting) return presentation(look, size);
    const bool compact = size.y < look.px(kCompactBelow);
    const bool narrow = size.x < look.px(kNarrowBelow);
    const bool is_long = tokens > kLongSentence;
    const bool left_floats = size.x < look.px(kPanelsFloatBelow);
    const bool right_floats = left_floats || (narrow && is_long);
    const float top = look.px(compact ? 46 : 52);
    const float bottom = size.y - look.px(compact ? 98 : 118);
    const float left = look.px(narrow ? 296 : 336);
    const float right = size.x - look.px(narrow ? 290 : 330);
    const bool shows_left = !left_floats || open_panel == SidePanel::edit;
    const bool shows_right = !right_floats || open_panel == SidePanel::meaning;
    Regions regions;
    regions.top = {{0, 0}, {size.x, top}};
    if (shows_left) regions.left = {{0, top}, {left, bottom}};
    if (shows_right) regions.right = {{right, top}, {size.x, bottom}};
    regions.centre = {{left_floats ? 0 : left, top}, {right_floats ? size.x : right, bottom}};
    regions.bottom = {{0, bottom}, size};
    regions.left_floats = left_floats;
    regions.right_floats = right_floats;
    regions.dense = compact && is_long;
    regions.narrow = narrow;
    regions.compact = compact;
    return regions;
}

}  // namespace lookback
