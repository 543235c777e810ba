#include "app/widgets/change_marks.h"

#include <algorithm>
#include <cmath>

#include "core/attention/edited.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr float kLeastGlow = 0.45f;  ///< it has to be seen, however little a number changed
constexpr float kRing = 2;
constexpr float kHalo = 2;      ///< within the ring, fainter
constexpr float kRingFrom = 7;  ///< smaller cells carry a dot
constexpr float kHaloFrom = 20;
constexpr float kHaloShare = 0.35f;
constexpr float kLetters = 0.6f;  ///< of the height of a line, in its middle
constexpr float kClear = 1;

/// Where a small text stands below a larger one in the middle of a box, letters clear of letters;
/// an empty rectangle where there is no room for it.
Rect roomBelow(const Rect& box, const ImFont& digits, const ImFont& small_type) {
    const float middle = box.center().y;
    const float top = middle + digits.FontSize * kLetters / 2 + kClear;
    const float height = small_type.FontSize * kLetters;
    const float bottom = box.max.y - kClear;
    if (bottom - top < height) return {box.min, box.min};
    // In the middle of what is left below the digits, rather near to them.
    const float center = top + height / 2 + (bottom - top - height) / 3;
    return {{box.min.x, center - small_type.FontSize / 2},
            {box.max.x, center + small_type.FontSize / 2}};
}

}  // namespace

float glowOf(double was, double is, double bound) {
    if (sameBits(was, is)) return 0;
    const double share = std::abs(is - was) / bound;
    if (!(share < 1)) return 1;
    return kLeastGlow + (1 - kLeastGlow) * static_cast<float>(std::sqrt(share));
}

std::string differenceText(double was, double is, int decimals) {
    const double difference = is - was;
    if (!std::isfinite(difference)) return "";
    std::string text = formatNumber(difference, decimals);
    if (text.find_first_of("123456789") == std::string::npos) return "";
    return difference > 0 ? "+" + text : text;
}

void Glow::draw(Painter& painter, const Rect& box, float radius, float strength, float margin) {
    const Look& look = painter.look();
    const Color color = faded(painter.colors().highlight, strength);
    const float side = std::min(box.width(), box.height());
    if (side < look.px(kRingFrom)) {
        const float dot = std::max(1.0f, std::floor(side / 3));
        const ImVec2 at{std::floor(box.center().x - dot / 2), std::floor(box.center().y - dot / 2)};
        painter.fill({at, {at.x + dot, at.y + dot}}, color);
        return;
    }
    const bool is_small = side < look.px(kHaloFrom);
    const float thick = std::max(1.0f, look.px(kRing) * (is_small ? 0.75f : 1.0f));
    ring_.print(painter.list(), box.min, color,
                [&] { painter.outline(box, color, radius, thick); });
    if (is_small || margin < thick + look.px(kHalo)) return;
    const Color faint = faded(color, kHaloShare);
    halo_.print(painter.list(), box.min, faint,
                [&] { painter.outline(box.grown(-thick), faint, radius, look.px(kHalo)); });
}

void ChangeMarks::glow(Cell cell, const Rect& box, float radius) {
    if (!spec_.glows || spec_.before.empty()) return;
    const float strength = glowOf(spec_.before(cell), spec_.values(cell), spec_.bound);
    if (strength == 0) return;
    const float margin = spec_.font != nullptr ? spec_.pad : box.width();
    glow_.draw(painter_, box, radius, strength * spec_.strength, margin);
}

void ChangeMarks::difference(Cell cell, const Rect& box, bool masked, Color ground) {
    if (spec_.differences == nullptr || spec_.before.empty()) return;
    if (spec_.domain == Domain::allowed || (masked && spec_.domain != Domain::weights)) return;
    const Rect room = roomBelow(box, *spec_.font, *spec_.differences);
    if (room.height() <= 0) return;
    const std::string text = differenceText(spec_.before(cell), spec_.values(cell), spec_.decimals);
    if (painter_.width(spec_.differences, text) > box.width() - spec_.pad) return;
    const Theme& c = painter_.colors();
    painter_.text(spec_.differences, readable(c, c.soft, ground),
                  {room.min, {room.max.x - spec_.pad, room.max.y}}, text, Align::right);
}

void differencesBelow(Painter& painter, const GridSpec& spec, ImFont* font) {
    if (spec.before.empty() || spec.font == nullptr) return;
    for (Index col = 0; col < spec.values.cols(); ++col) {
        const Rect box = cellRect(spec, {0, col});
        const std::string text =
            differenceText(spec.before(0, col), spec.values(0, col), spec.decimals);
        if (painter.width(font, text) > box.width()) continue;
        painter.text(font, painter.colors().soft,
                     {{box.min.x, box.max.y}, {box.max.x - spec.pad, box.max.y + font->FontSize}},
                     text, Align::right);
    }
}

}  // namespace lookback
