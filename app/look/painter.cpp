#include "app/look/painter.h"

#include <algorithm>
#include <string>

namespace lookback {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

bool startsCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0u) != 0x80u; }

}  // namespace

Painter::Painter(const Look& look) : look_(look), list_(*ImGui::GetWindowDrawList()) {}

float Painter::width(ImFont* font, std::string_view text) const {
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size())
        .x;
}

float Painter::text(ImFont* font, Color color, const Rect& box, std::string_view text,
                    Align align) {
    const float wide = width(font, text);
    float x = box.min.x;
    if (align == Align::center) x += (box.width() - wide) / 2;
    if (align == Align::right) x = box.max.x - wide;
    const float y = box.min.y + (box.height() - font->FontSize) / 2;
    textAt(font, color, {std::floor(x), std::floor(y)}, text);
    return wide;
}

float Painter::textFitted(ImFont* font, Color color, const Rect& box, std::string_view text,
                          Align align) {
    return this->text(font, color, box, shortened(*this, font, text, box.width()), align);
}

float Painter::textAt(ImFont* font, Color color, ImVec2 at, std::string_view text) {
    list_.AddText(font, font->FontSize, at, color, text.data(), text.data() + text.size());
    const float wide = width(font, text);
    if (look_.probe != nullptr && !text.empty()) {
        look_.probe->add(std::string(text), {at, {at.x + wide, at.y + font->FontSize}},
                         {list_.GetClipRectMin(), list_.GetClipRectMax()});
    }
    return wide;
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
    const float thickness = step * 0.45f;
    list_.PushClipRect(box.min, box.max, true);
    for (float x = box.min.x - box.height(); x < box.max.x; x += step) {
        list_.AddLine({x, box.min.y}, {x + box.height(), box.max.y}, faded(c.hatch_line, strength),
                      thickness);
    }
    list_.PopClipRect();
}

void Painter::card(const Rect& box) {
    fill(box, colors().panel, look_.px(7) * 1.4f);
    outline(box, colors().line, look_.px(7) * 1.4f, std::max(1.0f, std::floor(look_.scale)));
}

std::string shortened(const Painter& painter, ImFont* font, std::string_view text, float width) {
    if (painter.width(font, text) <= width) return std::string(text);
    const float room = width - painter.width(font, kEllipsis);
    std::size_t end = text.size();
    while (end > 0) {
        --end;
        if (startsCharacter(text[end]) && painter.width(font, text.substr(0, end)) <= room) break;
    }
    return std::string(text.substr(0, end)) + std::string(kEllipsis);
}

}  // namespace lookback
