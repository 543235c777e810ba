#include "app/views/shared/layout.h"

#include <algorithm>
#include <cmath>

namespace lookback {
namespace {

constexpr float kCompactBelow = 860;
constexpr float kNarrowBelow = 1400;
constexpr float kPanelsFloatBelow = 1180;
constexpr Index kLayoutLongSentence = 8;
constexpr float kPresentedType = 2;  ///< size of type in a window of kPresentedSize
constexpr ImVec2 kPresentedSize{1920, 1080};
constexpr ImVec2 kLeastWindow{1160, 650};  ///< pixels of the design: larger type would leave less
constexpr float kBesideCells = 190;        ///< of the centre's width: margins and labels
constexpr float kTypeSteps = 15;           ///< sizes of type from one multiple of the design's on

/// Returns the regions in presentation: the step, and below it the timeline.
Regions presentation(const Look& look, ImVec2 size) {
    const float bottom = size.y - look.px(56);
    Regions regions;
    regions.centre = {{0, 0}, {size.x, bottom}};
    regions.bottom = {{0, bottom}, size};
    regions.compact = size.y < look.px(kCompactBelow);
    return regions;
}

/// The division of the window: the edges of the centre.
struct Frame {
    bool compact = false;
    bool narrow = false;
    bool left_floats = false;
    bool right_floats = false;
    float top = 0;     ///< y of the upper edge of the centre
    float bottom = 0;  ///< y of its lower edge
    float left = 0;    ///< x of the right edge of the left panel
    float right = 0;   ///< x of the left edge of the right panel

    [[nodiscard]] float width(float window) const {
        return (right_floats ? window : right) - (left_floats ? 0 : left);
    }
    [[nodiscard]] float height() const { return bottom - top; }
};

/// Sets the edges of a frame by its other members.
Frame placed(Frame frame, float scale, ImVec2 size) {
    const auto px = [scale](float length) { return std::floor(length * scale + 0.5f); };
    frame.top = px(frame.compact ? 46 : 52);
    frame.bottom = size.y - px(frame.compact ? 98 : 118);
    frame.left = px(frame.narrow ? 296 : 336);
    frame.right = size.x - px(frame.narrow ? 290 : 330);
    return frame;
}

/// Returns the frame for the size of the window. The centre is wider for long sentences, so that
/// their digits fit.
Frame frameOf(float scale, ImVec2 size, Index tokens) {
    Frame frame;
    frame.compact = size.y < kCompactBelow * scale;
    frame.narrow = size.x < kNarrowBelow * scale;
    frame.left_floats = size.x < kPanelsFloatBelow * scale;
    frame.right_floats = frame.left_floats || (frame.narrow && tokens > kLayoutLongSentence);
    return placed(frame, scale, size);
}

/// Returns the frame for type larger than usual: panels are left out until the centre has as much
/// room as with type of the usual size.
Frame roomiest(float scale, float usual_scale, ImVec2 size, Index tokens) {
    const Frame usual = frameOf(usual_scale, size, tokens);
    Frame frame = frameOf(scale, size, tokens);
    const float beside = kBesideCells * std::max(scale - usual_scale, 0.0f);
    for (bool Frame::*const way : {&Frame::narrow, &Frame::right_floats, &Frame::left_floats}) {
        if (frame.width(size.x) >= usual.width(size.x) + beside) break;
        frame.*way = true;
        frame = placed(frame, scale, size);
    }
    if (frame.height() < usual.height()) frame.compact = true;
    return placed(frame, scale, size);
}

/// Returns the size of type in presentation, in steps, so that resizing the window does not rebuild
/// the fonts in every frame.
float presentingType(ImVec2 size) {
    const float share = std::min(size.x / kPresentedSize.x, size.y / kPresentedSize.y);
    const float steps = std::floor(kPresentedType * share * kTypeSteps + 0.01f);
    return std::max(steps / kTypeSteps, 0.8f);
}

}  // namespace

float mostWords(ImVec2 size) {
    return std::max(std::min(size.x / kLeastWindow.x, size.y / kLeastWindow.y), 1.0f);
}

float centreWidth(const Look& look, float words, ImVec2 size, Index tokens) {
    const float usual_scale = look.scale / look.words;
    return roomiest(words * usual_scale, usual_scale, size, tokens).width(size.x);
}

TypeSize typeSize(const Preferences& preferences, const Place& place, ImVec2 size) {
    const float wished = static_cast<float>(preferences.type_percent) / 100;
    if (place.presenting) {
        const float words = std::min(wished, 1.0f);
        return {words * presentingType(size), words, wished};
    }
    const float words = std::min(wished, mostWords(size));
    return {words, words, wished};
}

Regions layOut(const Look& look, const Place& place, SidePanel open_panel, ImVec2 size,
               Index tokens) {
    if (place.presenting) return presentation(look, size);
    const float usual_scale = look.scale / look.words;
    const Frame usual = frameOf(usual_scale, size, tokens);
    const Frame frame = roomiest(look.scale, usual_scale, size, tokens);
    const Frame of_short = roomiest(look.scale, usual_scale, size, 0);
    const Frame of_long = roomiest(look.scale, usual_scale, size, kLayoutLongSentence + 1);
    const bool shows_left = !frame.left_floats || open_panel == SidePanel::edit;
    const bool shows_right = !frame.right_floats || open_panel == SidePanel::meaning;
    Regions regions;
    regions.top = {{0, 0}, {size.x, frame.top}};
    if (shows_left) regions.left = {{0, frame.top}, {frame.left, frame.bottom}};
    if (shows_right) regions.right = {{frame.right, frame.top}, {size.x, frame.bottom}};
    regions.centre = {{frame.left_floats ? 0 : frame.left, frame.top},
                      {frame.right_floats ? size.x : frame.right, frame.bottom}};
    regions.bottom = {{0, frame.bottom}, size};
    regions.left_floats = frame.left_floats;
    regions.right_floats = frame.right_floats;
    regions.left_may_float = of_short.left_floats || of_long.left_floats;
    regions.right_may_float = of_short.right_floats || of_long.right_floats;
    regions.dense = frame.compact && tokens > kLayoutLongSentence;
    regions.narrow = frame.narrow;
    regions.compact = frame.compact;
    regions.usual_centre = {usual.width(size.x), usual.height()};
    return regions;
}

}  // namespace lookback
