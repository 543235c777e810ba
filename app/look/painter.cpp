#include "app/look/painter.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/look/characters.h"
#include "app/look/theme.h"
#include "app/look/vector_drawing.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kThin = 0.46f;         ///< width of stripes that may be crossed, as Hatching::share
constexpr float kHatchingTint = 0.3f;  ///< share of a rule's colour in the ground of its stripes
constexpr float kByHand = 0.5f;        ///< share of the colour of paint in its stripes

/// Returns the part of a convex polygon to the left or to the right of the upright line at `x`.
std::vector<ImVec2> cutAt(float x, bool keep_left, std::span<const ImVec2> polygon) {
    std::vector<ImVec2> kept;
    const auto stays = [&](ImVec2 point) { return keep_left ? point.x <= x : point.x >= x; };
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const ImVec2 here = polygon[k];
        const ImVec2 next = polygon[(k + 1) % polygon.size()];
        if (stays(here)) kept.push_back(here);
        if (stays(here) == stays(next)) continue;
        const float share = (x - here.x) / (next.x - here.x);
        kept.push_back({x, here.y + (next.y - here.y) * share});
    }
    return kept;
}

/// Returns the polygon of a slanting stripe within a box; a clipping rectangle would need a draw
/// command of its own. @param x of the middle of its upper end, from the left of the box
/// @param rises its lower end is to the left of its upper end
std::vector<ImVec2> stripe(const Rect& box, float x, float across, bool rises) {
    const float left = box.min.x + x - across / 2;
    const float right = left + across;
    const float lean = rises ? -box.height() : box.height();
    const std::array<ImVec2, 4> whole{ImVec2{left, box.min.y},
                                      {right, box.min.y},
                                      {right + lean, box.max.y},
                                      {left + lean, box.max.y}};
    return cutAt(box.max.x, true, cutAt(box.min.x, false, whole));
}

constexpr float kHalfPixel = 0.5f;  ///< by which ImGui moves lines: to the middle of a pixel

constexpr unsigned kFirstOfSeveralBytes = 0x80;  ///< least byte of characters of several bytes
constexpr std::string_view kEllipsis = "\u2026";
constexpr std::size_t kMostDrawn = 1000;  ///< characters: no screen has room for more in a line

/// Returns the sum of the widths of the characters: ImGui's own function also breaks paragraphs.
float advances(ImFont* font, std::string_view text) {
    float width = 0;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) {
        unsigned code = static_cast<unsigned char>(*at);
        at += code < kFirstOfSeveralBytes ? 1 : ImTextCharFromUtf8(&code, at, end);
        width += font->GetCharAdvance(static_cast<ImWchar>(code));
    }
    return width;
}

/// Returns the beginning of a text that is measured and drawn.
std::string_view drawnPart(std::string_view text) {
    return text.size() <= kMostDrawn ? text : firstCharacters(text, kMostDrawn);
}

}  // namespace

Hatching maskedHatching(const Theme& theme) {
    return {.ground = theme.hatch_ground, .line = theme.hatch_line};
}

Hatching leakHatching(const Theme& theme) {
    return {.ground = theme.leak_ground, .line = theme.leak_line};
}

Hatching ruleHatching(const Theme& theme, std::size_t rule) {
    constexpr std::array kLeans{Lean::falling, Lean::rising, Lean::level, Lean::upright};
    const Color color = theme.rules[rule % theme.rules.size()];
    return {.ground = mix(theme.panel, color, kHatchingTint),
            .line = color,
            .lean = kLeans[rule % kLeans.size()],
            .share = kThin};
}

Hatching paintedHatching(const Theme& theme) {
    const Color color = mix(theme.panel, theme.painted, kByHand);
    return {.ground = mix(theme.panel, color, kHatchingTint), .line = color, .share = kThin};
}

Painter::Painter(const Look& look) : look_(look), list_(*ImGui::GetWindowDrawList()) {
    if (look.drawing != nullptr) look.drawing->window(*ImGui::GetCurrentWindow());
}

float Painter::width(ImFont* font, std::string_view text) const {
    text = drawnPart(text);
    std::string whole;
    if (mayCompose(text)) text = whole = composed(text);
    return hasRightToLeft(text) ? advances(font, visualOrder(text)) : advances(font, text);
}

ImFont* Painter::fittingFont(std::initializer_list<ImFont*> fonts, float room,
                             std::string_view text) const {
    ImFont* const* const found = std::find_if(
        fonts.begin(), fonts.end(), [&](ImFont* font) { return width(font, text) <= room; });
    return found != fonts.end() ? *found : *(fonts.end() - 1);
}

float Painter::text(ImFont* font, Color color, const Rect& box, std::string_view text,
                    Align align) {
    return aligned(font, color, box, text, width(font, text), align);
}

float Painter::textFitted(ImFont* font, Color color, const Rect& box, std::string_view text,
                          Align align) {
    const float wide = width(font, text);
    if (wide <= box.width()) return aligned(font, color, box, text, wide, align);
    return this->text(font, color, box, shortened(*this, font, text, box.width()), align);
}

float Painter::textAt(ImFont* font, Color color, ImVec2 at, std::string_view text) {
    const float wide = width(font, text);
    put(font, color, at, text, wide);
    return wide;
}

float Painter::aligned(ImFont* font, Color color, const Rect& box, std::string_view text,
                       float wide, Align align) {
    float x = box.min.x;
    if (align == Align::center) x += (box.width() - wide) / 2;
    if (align == Align::right) x = box.max.x - wide;
    const float y = box.min.y + (box.height() - font->FontSize) / 2;
    put(font, color, {std::floor(x), std::floor(y)}, text, wide);
    return wide;
}

void Painter::put(ImFont* font, Color color, ImVec2 at, std::string_view text, float wide) {
    text = drawnPart(text);
    std::string whole;
    if (mayCompose(text)) text = whole = composed(text);
    const auto add = [&](std::string_view drawn) {
        list_.AddText(font, font->FontSize, at, color, drawn.data(), drawn.data() + drawn.size());
        if (look_.drawing == nullptr) return;
        look_.drawing->text(list_, color, {.font = font, .at = at, .text = std::string(drawn)});
    };
    hasRightToLeft(text) ? add(visualOrder(text)) : add(text);
    if (look_.probe == nullptr || text.empty()) return;
    look_.probe->add(std::string(text), {at, {at.x + wide, at.y + font->FontSize}},
                     {list_.GetClipRectMin(), list_.GetClipRectMax()});
}

void Painter::fill(const Rect& box, Color color, float radius, ImDrawFlags corners) {
    list_.AddRectFilled(box.min, box.max, color, radius, corners);
    if (look_.drawing == nullptr) return;
    look_.drawing->box(list_, color, {.box = box, .radius = radius, .corners = corners});
}

void Painter::outline(const Rect& box, Color color, float radius, float thickness) {
    const float inset = thickness / 2;
    list_.AddRect({box.min.x + inset, box.min.y + inset}, {box.max.x - inset, box.max.y - inset},
                  color, radius, 0, thickness);
    if (look_.drawing == nullptr) return;
    look_.drawing->box(list_, color, {.box = box.grown(-inset - kHalfPixel), .radius = radius},
                       thickness);
}

void Painter::hairline(ImVec2 from, ImVec2 to, Color color) {
    const float thickness = std::max(1.0f, std::floor(look_.scale));
    if (from.y == to.y) {
        fill({from, {to.x, to.y + thickness}}, color);
    } else {
        fill({from, {to.x + thickness, to.y}}, color);
    }
}

void Painter::fadeIn(const Rect& box, Color color) {
    const Color clear = faded(color, 0);
    list_.AddRectFilledMultiColor(box.min, box.max, clear, clear, color, color);
    if (look_.drawing == nullptr) return;
    look_.drawing->fade(list_, clear, {.box = box, .below = color});
}

void Painter::line(ImVec2 from, ImVec2 to, Color color, float thickness) {
    list_.AddLine(from, to, color, thickness);
    if (look_.drawing == nullptr) return;
    const std::array ends{ImVec2{from.x + kHalfPixel, from.y + kHalfPixel},
                          ImVec2{to.x + kHalfPixel, to.y + kHalfPixel}};
    look_.drawing->path(list_, color, ends, thickness);
}

void Painter::polyline(std::span<const ImVec2> points, Color color, float thickness) {
    list_.AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, thickness);
    if (look_.drawing != nullptr) look_.drawing->path(list_, color, points, thickness);
}

void Painter::polygon(std::span<const ImVec2> corners, Color color) {
    list_.AddConvexPolyFilled(corners.data(), static_cast<int>(corners.size()), color);
    if (look_.drawing != nullptr) look_.drawing->path(list_, color, corners);
}

void Painter::disc(ImVec2 middle, float radius, Color color) {
    list_.AddCircleFilled(middle, radius, color);
    if (look_.drawing != nullptr) look_.drawing->circle(list_, color, middle, radius);
}

void Painter::circle(ImVec2 middle, float radius, Color color, float thickness) {
    list_.AddCircle(middle, radius, color, 0, thickness);
    if (look_.drawing == nullptr) return;
    look_.drawing->circle(list_, color, middle, radius - kHalfPixel, thickness);
}

void Painter::recordField(std::string_view text) {
    if (look_.drawing != nullptr) look_.drawing->field(list_, text);
}

void Painter::dotted(const Rect& box, Color color) {
    const float dot = std::max(1.0f, look_.px(1));
    const auto line = [&](ImVec2 from, float length, bool is_across) {
        const auto count = std::max(2, static_cast<int>(length / (3 * dot)));
        const float step = (length - dot) / static_cast<float>(count - 1);
        for (int k = 0; k < count; ++k) {
            const float by = std::floor(step * static_cast<float>(k));
            const ImVec2 at = is_across ? ImVec2{from.x + by, from.y} : ImVec2{from.x, from.y + by};
            fill(Rect::at(at, {dot, dot}), color);
        }
    };
    line(box.min, box.width(), true);
    line({box.min.x, box.max.y - dot}, box.width(), true);
    line(box.min, box.height(), false);
    line({box.max.x - dot, box.min.y}, box.height(), false);
}

void Painter::hatch(const Rect& box, float strength) {
    hatch(box, maskedHatching(colors()), strength);
}

void Painter::hatch(const Rect& box, const Hatching& how, float strength) {
    const float step = std::max(3.0f, std::min(look_.px(9), box.height() / 2));
    fill(box, faded(how.ground, strength), look_.px(2));
    stripes(box, how, step, faded(how.line, strength));
}

void Painter::stripes(const Rect& box, const Hatching& how, float step, Color color) {
    const float across = step * how.share;
    if (how.lean == Lean::level) {
        for (float y = box.min.y + step / 2 - across / 2; y < box.max.y; y += step) {
            fill(box.betweenY(y, std::min(y + across, box.max.y)), color);
        }
        return;
    }
    if (how.lean == Lean::upright) {
        for (float x = box.min.x + step / 2 - across / 2; x < box.max.x; x += step) {
            fill(box.betweenX(x, std::min(x + across, box.max.x)), color);
        }
        return;
    }
    const bool rises = how.lean == Lean::rising;
    const float first = rises ? 0 : -box.height();
    const float end = rises ? box.width() + box.height() : box.width();
    for (float x = first; x < end; x += step) {
        polygon(stripe(box, x, across, rises), color);
    }
}

void Painter::pin(const Rect& box) {
    const ImVec2 head{box.max.x - look_.px(2), box.min.y + look_.px(1)};
    outline(box, colors().ink, look_.px(3), std::max(2.0f, look_.px(2)));
    line(head, {head.x - look_.px(6), head.y + look_.px(7)}, colors().ink, look_.px(2));
    disc(head, look_.px(5), colors().ink);
    disc(head, look_.px(3.5f), colors().highlight);
}

void Painter::card(const Rect& box) {
    fill(box, colors().panel, look_.px(7) * 1.4f);
    outline(box, colors().line, look_.px(7) * 1.4f, std::max(1.0f, std::floor(look_.scale)));
}

std::string shortened(const Painter& painter, ImFont* font, std::string_view text, float width) {
    if (painter.width(font, text) <= width) return std::string(text);
    const float room = width - painter.width(font, kEllipsis);
    std::size_t fitting = 0;  // characters
    std::size_t too_many = drawnPart(text).size();
    while (fitting + 1 < too_many) {
        const std::size_t tried = (fitting + too_many) / 2;
        const bool fits = painter.width(font, firstCharacters(text, tried)) <= room;
        (fits ? fitting : too_many) = tried;
    }
    return std::string(firstCharacters(text, fitting)).append(kEllipsis);
}

std::string cutInMiddle(const Painter& painter, ImFont* font, std::string_view text, float width) {
    if (painter.width(font, text) <= width) return std::string(text);
    std::vector<std::size_t> starts;  // of characters
    const std::string_view drawn = drawnPart(text);
    for (std::size_t k = 0; k < drawn.size(); ++k) {
        if ((static_cast<unsigned char>(drawn[k]) & 0xC0u) != 0x80u) starts.push_back(k);
    }
    starts.push_back(drawn.size());
    const std::size_t characters = starts.size() - 1;
    // Half of the characters that stay, rounded up, stand before the ellipsis.
    const auto with_only = [&](std::size_t staying) {
        const std::size_t before = (staying + 1) / 2;
        const std::size_t behind = starts[characters - (staying - before)];
        return std::string(drawn.substr(0, starts[before]))
            .append(kEllipsis)
            .append(drawn.substr(behind));
    };
    std::size_t fitting = 0;
    std::size_t too_many = characters;
    while (fitting + 1 < too_many) {
        const std::size_t tried = (fitting + too_many) / 2;
        (painter.width(font, with_only(tried)) <= width ? fitting : too_many) = tried;
    }
    return with_only(fitting);
}

}  // namespace lookback
