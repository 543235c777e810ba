#include "app/widgets/change_marks.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/engine/changed_cells.h"

namespace lookback {
namespace {

constexpr float kLeastGlow = 0.45f;  ///< opacity of the ring of the smallest change
constexpr float kRing = 2;
constexpr float kHalo = 2;      ///< within the ring, fainter
constexpr float kRingFrom = 7;  ///< smaller cells carry a dot
constexpr float kHaloFrom = 20;
constexpr float kHaloShare = 0.35f;
constexpr float kLetters = 0.6f;  ///< of the height of a line, in its middle
constexpr float kClear = 1;

/// Returns the box of a small text below digits in the middle of a box, so that their letters do
/// not touch; an empty rectangle where it does not fit.
Rect roomBelow(const Rect& box, const ImFont& digits, const ImFont& small_type) {
    const float middle = box.center().y;
    const float top = middle + digits.FontSize * kLetters / 2 + kClear;
    const float height = small_type.FontSize * kLetters;
    const float bottom = box.max.y - kClear;
    if (bottom - top < height) return {box.min, box.min};
    // In the room below the digits, nearer to them than to the edge.
    const float center = top + height / 2 + (bottom - top - height) / 3;
    return box.betweenY(center - small_type.FontSize / 2, center + small_type.FontSize / 2);
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
    if (difference == 0 || !std::isfinite(difference)) return "";
    std::string text = formatNumber(difference, decimals);
    if (text.find_first_of("123456789") == std::string::npos) return "";
    return difference > 0 ? "+" + text : text;
}

Glow::Glow(Painter& painter, ImVec2 size, float radius, float margin)
    : painter_(painter), color_(painter.colors().highlight), radius_(radius) {
    const Look& look = painter.look();
    const float side = std::min(size.x, size.y);
    if (side < look.px(kRingFrom)) {
        dot_ = std::max(1.0f, std::floor(side / 3));
        return;
    }
    const bool is_small = side < look.px(kHaloFrom);
    ring_ = std::max(1.0f, look.px(kRing) * (is_small ? 0.75f : 1.0f));
    if (!is_small && margin >= ring_ + look.px(kHalo)) halo_ = look.px(kHalo);
}

void Glow::draw(const Rect& box, float strength) {
    const Color color = faded(color_, strength);
    if (dot_ > 0) {
        const ImVec2 middle = box.center();
        const ImVec2 at{std::floor(middle.x - dot_ / 2), std::floor(middle.y - dot_ / 2)};
        painter_.fill(Rect::at(at, {dot_, dot_}), color);
        return;
    }
    painter_.print(ring_stamp_, box.min, color,
                   [&] { painter_.outline(box, color, radius_, ring_); });
    if (halo_ == 0) return;
    const Color faint = faded(color, kHaloShare);
    painter_.print(halo_stamp_, box.min, faint,
                   [&] { painter_.outline(box.grown(-ring_), faint, radius_, halo_); });
}

void ChangeMarks::glow(Cell cell, const Rect& box, double value) {
    if (!spec_.glows || spec_.before.empty()) return;
    const float strength = glowOf(spec_.before(cell), value, spec_.bound);
    if (strength > 0) glow_.draw(box, strength * spec_.strength);
}

void ChangeMarks::difference(Cell cell, const Rect& box, double value, bool masked, Color ground) {
    if (spec_.differences == nullptr || spec_.before.empty()) return;
    if (spec_.domain == Domain::allowed || (masked && spec_.domain != Domain::weights)) return;
    const Rect room = roomBelow(box, *spec_.font, *spec_.differences);
    if (room.height() <= 0) return;
    const std::string text = differenceText(spec_.before(cell), value, spec_.decimals);
    const float width = painter_.width(spec_.differences, text);
    if (text.empty() || width > box.width() - spec_.pad) return;
    const Theme& c = painter_.colors();
    painter_.aligned(spec_.differences, readable(c, c.soft, ground),
                     room.untilX(room.max.x - spec_.pad), text, width, Align::right);
}

void differencesBelow(Painter& painter, const GridSpec& spec, ImFont* font) {
    if (spec.before.empty() || spec.font == nullptr) return;
    for (Index col = 0; col < spec.values.cols(); ++col) {
        if (isBlank(spec, {0, col})) continue;
        const Rect box = cellRect(spec, {0, col});
        const std::string text =
            differenceText(spec.before(0, col), spec.values(0, col), spec.decimals);
        const float width = painter.width(font, text);
        if (text.empty() || width > box.width()) continue;
        painter.aligned(
            font, painter.colors().soft,
            {{box.min.x, box.max.y}, {box.max.x - spec.pad, box.max.y + font->FontSize}}, text,
            width, Align::right);
    }
}

}  // namespace lookback
