#include "app/views/leak/move_bars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "app/widgets/cell_fit.h"
#include "core/base/text.h"
#include "core/words/say.h"
#include "messages/leak.h"

namespace lookback {
namespace {

constexpr float kLeastType = 13;        ///< height of a bar that has words, in points of the design
constexpr float kMoveBarsTrack = 0.5f;  ///< share of the colour of lines in an empty bar
constexpr float kLeastBar = 2;          ///< length of the bar of the smallest move
constexpr float kLeastTrack = 24;       ///< a narrower bar is drawn behind its number
constexpr float kBehindNumber = 0.3f;   ///< share of its colour there
constexpr float kLettersOfLine = 0.75f;  ///< height of digits and letters, of that of their line

/// Returns the largest type that fits into a bar of this height; nullptr where none does.
ImFont* fontFor(const Look& look, float height) {
    if (look.fonts.mono->FontSize <= height) return look.fonts.mono;
    ImFont* const least = look.fonts.mono_small;
    return kLettersOfLine * least->FontSize <= height ? least : nullptr;
}

/// Returns the number of a bar: how far its output moves, or what keeps it from being known.
std::string numberOf(const Scene& scene, const MoveBar& bar) {
    if (bar.endless.count() > 0) {
        if (bar.endless.infinite == 0) return "NaN";
        return bar.endless.nan == 0 ? "\u221e" : "NaN, \u221e";
    }
    if (!std::isfinite(bar.move)) return formatShort(bar.move);
    return leakDigits(bar.move, scene.preferences().decimals);
}

}  // namespace

std::string leakDigits(double value, int decimals) {
    if (value == 0) return "0";
    if (!(value < 0.5 * std::pow(10.0, -decimals))) return formatNumber(value, decimals);
    const auto power = static_cast<int>(std::floor(std::log10(value)));
    const double leading = std::floor(value / std::pow(10.0, power));
    return fmt::format("{:.0f}e\u2212{}", std::clamp(leading, 1.0, 9.0), -power);
}

float moveNumberWidth(const Scene& scene, Painter& painter, double bound) {
    const DigitRoom room{.bound = bound, .is_signed = false};
    const auto count = static_cast<std::size_t>(room.characters(scene.preferences().decimals));
    return painter.width(scene.look.fonts.mono, std::string(count, '0')) + scene.look.px(8);
}

void drawMoveBars(const Scene& scene, Painter& painter, std::span<const MoveBar> bars,
                  double bound) {
    const Look& look = scene.look;
    const Theme& c = look.colors();
    for (const MoveBar& bar : bars) {
        ImFont* const font = fontFor(look, bar.box.height());
        const float number = font != nullptr ? moveNumberWidth(scene, painter, bound) : 0;
        const bool is_behind = number > 0 && bar.box.width() - number < look.px(kLeastTrack);
        const Rect track = is_behind ? bar.box : bar.box.untilX(bar.box.max.x - number);
        const float radius = bar.box.height() >= look.px(kLeastType) ? look.px(3) : 0;
        const bool is_unknown = bar.endless.count() > 0;
        const bool stands = bar.move == 0 && !is_unknown;
        if (stands) {
            const Color ground = mix(c.panel, c.line, kMoveBarsTrack);
            painter.fill(track, ground, radius);
            if (font == nullptr) continue;
            using Room = say::leak::Still::Room;
            const std::array said{scene.said(say::leak::Still{.room = Room::other}),
                                  scene.said(say::leak::Still{.room = Room::narrow}),
                                  std::string("0")};
            for (const std::string& words : said) {
                const Rect inner = track.fromX(track.min.x + look.px(6));
                if (painter.width(look.fonts.small_text, words) > inner.width()) continue;
                if (kLettersOfLine * look.fonts.small_text->FontSize > bar.box.height()) break;
                painter.text(look.fonts.small_text, readable(c, c.soft, ground), inner, words);
                break;
            }
            continue;
        }
        const bool is_number = std::isfinite(bar.move);
        const double share = is_number ? std::min(bar.move / bound, 1.0) : 1.0;
        const float wide = std::max(look.px(kLeastBar), track.width() * static_cast<float>(share));
        const Color full = bar.is_leak ? c.bad : c.weights;
        const Color color = is_behind ? mix(c.panel, full, kBehindNumber) : full;
        if (is_unknown) {
            painter.fill(track, mix(c.panel, c.line, kMoveBarsTrack), radius);
        } else {
            painter.fill(track.left(wide), color, radius);
        }
        if (font == nullptr) continue;
        const std::string text = numberOf(scene, bar);
        const Rect room = is_behind ? bar.box : bar.box.fromX(track.max.x);
        painter.text(font, bar.is_leak ? readable(c, c.bad, is_behind ? color : c.panel) : c.ink,
                     room, text, Align::right);
    }
}

}  // namespace lookback
