#include "app/look/painter.h"

#include <algorithm>
#include <string>

#include "app/look/bidi.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr unsigned kFirstOfSeveralBytes = 0x80;  ///< from here on UTF-8 takes several
constexpr std::string_view kEllipsis = "\u2026";
constexpr std::size_t kMostDrawn = 1000;  ///< characters: no screen has room for more in a line

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
    hatch(box, maskedHatching(colors()), strength);
}

void Painter::hatch(const Rect& box, const Hatching& how, float strength) {
    const float step = std::max(3.0f, std::min(look_.px(9), box.height() / 2));
    fill(box, faded(how.ground, strength), look_.px(2));
    drawStripes(list_, box, how, step, faded(how.line, strength));
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
