#include "app/look/painter.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/look/bidi.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr unsigned kFirstOfSeveralBytes = 0x80;  ///< from here on UTF-8 takes several
constexpr float kStripe = 0.64f;                 ///< of a step of the hatching that is dark
constexpr std::string_view kEllipsis = "\u2026";
constexpr std::size_t kMostDrawn = 1000;  ///< characters: no screen has room for more in a line

/// The part of a convex polygon on one side of the upright line at `x`: to its left or its right.
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

/// A stripe from the upper left to the lower right, cut off by the sides of the box: a clipping
/// rectangle would be a draw command of its own. @param x of its middle, from the corner of the box
std::vector<ImVec2> stripe(const Rect& box, float x, float across) {
    const float left = box.min.x + x - across / 2;
    const float right = left + across;
    const float lean = box.height();
    const std::array<ImVec2, 4> whole{ImVec2{left, box.min.y},
                                      {right, box.min.y},
                                      {right + lean, box.max.y},
                                      {left + lean, box.max.y}};
    return cutAt(box.max.x, true, cutAt(box.min.x, false, whole));
}

/// ImGui measures paragraphs; a line is the sum of its characters.
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

/// What is measured and drawn of a text, however long it is.
std::string_view drawnPart(std::string_view text) {
    return text.size() <= kMostDrawn ? text : firstCharacters(text, kMostDrawn);
}

}  // namespace

Painter::Painter(const Look& look) : look_(look), list_(*ImGui::GetWindowDrawList()) {}

float Painter::width(ImFont* font, std::string_view text) const {
    text = drawnPart(text);
    return hasRightToLeft(text) ? advances(font, visualOrder(text)) : advances(font, text);
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
    const auto add = [&](std::string_view drawn) {
        list_.AddText(font, font->FontSize, at, color, drawn.data(), drawn.data() + drawn.size());
    };
    hasRightToLeft(text) ? add(visualOrder(text)) : add(text);
    if (look_.probe == nullptr || text.empty()) return;
    look_.probe->add(std::string(text), {at, {at.x + wide, at.y + font->FontSize}},
                     {list_.GetClipRectMin(), list_.GetClipRectMax()});
}

void Painter::fill(const Rect& box, Color color, float radius) {
    list_.AddRectFilled(box.min, box.max, color, radius);
}

void Painter::outline(const Rect& box, Color color, float radius, float thickness) {
    const float inset = thickness / 2;
    list_.AddRect({box.min.x + inset, box.min.y + inset}, {box.max.x - inset, box.max.y - inset},
                  color, radius, 0, thickness);
}

void Painter::hairline(ImVec2 from, ImVec2 to, Color color) {
    const float thickness = std::max(1.0f, std::floor(look_.scale));
    if (from.y == to.y) {
        list_.AddRectFilled(from, {to.x, to.y + thickness}, color);
    } else {
        list_.AddRectFilled(from, {to.x + thickness, to.y}, color);
    }
}

void Painter::hatch(const Rect& box, float strength) {
    const Theme& c = colors();
    fill(box, faded(c.hatch_ground, strength), look_.px(2));
    const float step = std::max(3.0f, std::min(look_.px(9), box.height() / 2));
    const float across = step * kStripe;
    for (float x = -box.height(); x < box.width(); x += step) {
        for (const ImVec2 corner : stripe(box, x, across)) list_.PathLineTo(corner);
        list_.PathFillConvex(faded(c.hatch_line, strength));
    }
}

void Painter::pin(const Rect& box) {
    const ImVec2 head{box.max.x - look_.px(2), box.min.y + look_.px(1)};
    outline(box, colors().ink, look_.px(3), std::max(2.0f, look_.px(2)));
    list_.AddLine(head, {head.x - look_.px(6), head.y + look_.px(7)}, colors().ink, look_.px(2));
    list_.AddCircleFilled(head, look_.px(5), colors().ink);
    list_.AddCircleFilled(head, look_.px(3.5f), colors().highlight);
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

}  // namespace lookback
