#include "app/look/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lookback {
namespace {

constexpr Theme kThemeLight{
    .id = ThemeId::light,
    .name = kThemeNames[0].name,
    .ground = rgb(0xF5F4F0),
    .panel = rgb(0xFFFFFF),
    .inset = rgb(0xFBFAF7),
    .ink = rgb(0x1B1D22),
    .soft = rgb(0x6A6F7A),
    .line = rgb(0xDEDCD5),
    .hover = rgb(0xF3F2EE),
    .strong = rgb(0x1B1D22),
    .on_strong = rgb(0xFFFFFF),
    .highlight = rgb(0xFFD84D),
    .on_highlight = rgb(0x1B1D22),
    .blank = rgb(0xF1F0EB),
    .hatch_ground = rgb(0xF4F3EF),
    .hatch_line = rgb(0xE1DFD8),
    .leak_ground = rgb(0xFDEADB),
    .leak_line = rgb(0xF8CFAE),
    .chip = rgb(0xE6F1F9),
    .query = rgb(0x0B6FB3),
    .key = rgb(0xC2500A),
    .value = rgb(0x0A8F68),
    .weights = rgb(0x7A3FA0),
    .good = rgb(0x0A7A58),
    .bad = rgb(0xC2500A),
    .negative = rgb(0x3F87BF),
    .zero = rgb(0xFFFFFF),
    .positive = rgb(0xDD7B3F),
    .no_weight = rgb(0xFFFFFF),
    .full_weight = rgb(0x6A2F95),
    .documents = {rgb(0xCDD2DC), rgb(0xF5C3D6), rgb(0xB5E0E3), rgb(0xE3D2B0), rgb(0xD3E08F)},
    .rules = {rgb(0xC3C8D3), rgb(0x86CFD3), rgb(0xC5CF6E), rgb(0xD8BC88), rgb(0xC8A8BA),
              rgb(0xA3C4AE)},
    .painted = rgb(0xB8306E),
};

constexpr Theme kDark{
    .id = ThemeId::dark,
    .name = kThemeNames[1].name,
    .ground = rgb(0x14161A),
    .panel = rgb(0x1D2026),
    .inset = rgb(0x191C21),
    .ink = rgb(0xECEDEF),
    .soft = rgb(0x9DA3AE),
    .line = rgb(0x343841),
    .hover = rgb(0x282C34),
    .strong = rgb(0xECEDEF),
    .on_strong = rgb(0x14161A),
    .highlight = rgb(0xFFD84D),
    .on_highlight = rgb(0x1B1D22),
    .blank = rgb(0x22252C),
    .hatch_ground = rgb(0x23262C),
    .hatch_line = rgb(0x363A43),
    .leak_ground = rgb(0x3F2A1D),
    .leak_line = rgb(0x6A3F20),
    .chip = rgb(0x16324A),
    .query = rgb(0x62B4F0),
    .key = rgb(0xF39258),
    .value = rgb(0x44CDA0),
    .weights = rgb(0xC093E6),
    .good = rgb(0x44CDA0),
    .bad = rgb(0xF39258),
    .negative = rgb(0x3C82BA),
    .zero = rgb(0x262A31),
    .positive = rgb(0xC9692F),
    .no_weight = rgb(0x262A31),
    .full_weight = rgb(0x9A5CCB),
    .documents = {rgb(0x4B5262), rgb(0x7D3456), rgb(0x17636B), rgb(0x6B5430), rgb(0x55631F)},
    .rules = {rgb(0x4C5566), rgb(0x17696F), rgb(0x5D6A1C), rgb(0x73592C), rgb(0x6C4A5C),
              rgb(0x3C6148)},
    .painted = rgb(0xF277AC),
};

ImVec4 floats(Color color) { return ImGui::ColorConvertU32ToFloat4(color); }

constexpr float kLeastContrast = 4.5f;  ///< of text, from WCAG 2, level AA

unsigned channel(Color color, int shift) { return color >> shift & 0xFFu; }

/// Returns a value between two values of a channel: `from` at a share of 0, `to` at 1.
unsigned mixedChannel(unsigned from, unsigned to, float share) {
    constexpr unsigned kOne = 1u << 16;
    const auto weight = static_cast<unsigned>(std::clamp(share, 0.0f, 1.0f) * kOne);
    return (from * (kOne - weight) + to * weight + kOne / 2) / kOne;
}

/// Returns the linear light of each of the 256 values of a channel.
std::array<float, 256> linearLight() {
    std::array<float, 256> light{};
    for (std::size_t value = 0; value < light.size(); ++value) {
        const float c = static_cast<float>(value) / 255.0f;
        light[value] = c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
    }
    return light;
}

float luminance(Color color) {
    static const std::array<float, 256> light = linearLight();
    const auto linear = [&](int shift) { return light[channel(color, shift)]; };
    return 0.2126f * linear(IM_COL32_R_SHIFT) + 0.7152f * linear(IM_COL32_G_SHIFT) +
           0.0722f * linear(IM_COL32_B_SHIFT);
}

}  // namespace

const Theme& theme(ThemeId id) { return id == ThemeId::dark ? kDark : kThemeLight; }

const Theme* findTheme(std::string_view name) {
    for (const ThemeId id : kThemes) {
        if (theme(id).name == name) return &theme(id);
    }
    return nullptr;
}

Color roleColor(const Theme& theme, Role role) {
    switch (role) {
        case Role::query: return theme.query;
        case Role::key: return theme.key;
        case Role::value: return theme.value;
        case Role::weights: return theme.weights;
        case Role::plain: break;
    }
    return theme.ink;
}

void applyStyle(const Theme& theme, float scale) {
    ImGuiStyle style;
    style.WindowPadding = {0, 0};
    style.WindowBorderSize = 0;
    style.WindowRounding = 0;
    style.ChildBorderSize = 0;
    style.PopupRounding = 7;
    style.PopupBorderSize = 1;
    style.FramePadding = {7, 4};
    style.FrameRounding = 5;
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 4};
    style.ScrollbarSize = 10;
    style.ScrollbarRounding = 5;
    style.HoverDelayShort = 0.4f;
    style.HoverStationaryDelay = 0;
    style.ScaleAllSizes(scale);
    style.WindowMinSize = {1, 1};  // ImGui takes no less
    const ImVec4 clear(0, 0, 0, 0);
    const ImVec4 highlight = floats(theme.highlight);
    ImVec4* const colors = style.Colors;
    colors[ImGuiCol_Text] = floats(theme.ink);
    colors[ImGuiCol_TextDisabled] = floats(theme.soft);
    colors[ImGuiCol_WindowBg] = floats(theme.ground);
    colors[ImGuiCol_ChildBg] = clear;
    colors[ImGuiCol_PopupBg] = floats(theme.panel);
    colors[ImGuiCol_Border] = floats(theme.line);
    colors[ImGuiCol_FrameBg] = floats(theme.inset);
    colors[ImGuiCol_FrameBgHovered] = floats(theme.hover);
    colors[ImGuiCol_FrameBgActive] = floats(theme.hover);
    colors[ImGuiCol_Header] = floats(theme.hover);
    colors[ImGuiCol_HeaderHovered] = floats(theme.hover);
    colors[ImGuiCol_HeaderActive] = floats(theme.line);
    colors[ImGuiCol_Separator] = floats(theme.line);
    colors[ImGuiCol_ScrollbarBg] = clear;
    colors[ImGuiCol_ScrollbarGrab] = floats(theme.line);
    colors[ImGuiCol_ScrollbarGrabHovered] = floats(theme.soft);
    colors[ImGuiCol_ScrollbarGrabActive] = floats(theme.soft);
    colors[ImGuiCol_CheckMark] = floats(theme.ink);
    colors[ImGuiCol_TextSelectedBg] = ImVec4(highlight.x, highlight.y, highlight.z, 0.5f);
    colors[ImGuiCol_NavHighlight] = clear;
    ImGui::GetStyle() = style;
}

Color mix(Color from, Color to, float share) {
    if (share >= 1) return to;
    Color mixed = 0;
    for (const int shift : {0, 8, 16, 24}) {
        mixed |= mixedChannel(channel(from, shift), channel(to, shift), share) << shift;
    }
    return mixed;
}

Color faded(Color color, float share) {
    const unsigned alpha = mixedChannel(0, channel(color, IM_COL32_A_SHIFT), share);
    return (color & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT;
}

float contrast(Color a, Color b) {
    const float first = luminance(a) + 0.05f;
    const float second = luminance(b) + 0.05f;
    return std::max(first, second) / std::min(first, second);
}

Color inkOn(const Theme& theme, Color ground) {
    const Color light = rgb(0xFFFFFF);
    const Color dark = rgb(0x1B1D22);
    const Color usual = theme.id == ThemeId::dark ? light : dark;
    const Color other = theme.id == ThemeId::dark ? dark : light;
    // On a middle tone neither may have enough contrast; black or white always has.
    for (const Color ink : {usual, other}) {
        if (contrast(ink, ground) >= kLeastContrast) return ink;
    }
    return rgb(0x000000);
}

Color readable(const Theme& theme, Color wanted, Color ground) {
    const Color surest = inkOn(theme, ground);
    for (float share = 0; share < 1; share += 0.1f) {
        const Color candidate = mix(wanted, surest, share);
        if (contrast(candidate, ground) >= kLeastContrast) return candidate;
    }
    return surest;
}

Color cellColor(const Theme& theme, Domain domain, double value, double bound) {
    if (std::isnan(value)) return theme.blank;
    if (domain == Domain::allowed) return mix(theme.panel, theme.soft, value != 0 ? 0.28f : 0.0f);
    if (domain == Domain::weights) {
        return mix(theme.no_weight, theme.full_weight,
                   static_cast<float>(std::clamp(value, 0.0, 1.0)));
    }
    const auto share = static_cast<float>(std::clamp(value / bound, -1.0, 1.0));
    const float size = std::abs(share);
    const float strength = size * (std::sqrt(size) * 0.35f + 0.65f);
    return mix(theme.zero, share < 0 ? theme.negative : theme.positive, strength);
}

}  // namespace lookback
