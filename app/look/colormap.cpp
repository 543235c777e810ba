#include "app/look/colormap.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lookback {
namespace {

constexpr float kLeastContrast = 4.5f;  ///< of text, as WCAG 2 wants it

unsigned channel(Color color, int shift) { return color >> shift & 0xFFu; }

/// Between two values of a channel: `from` at a share of 0, `to` at 1.
unsigned mixedChannel(unsigned from, unsigned to, float share) {
    constexpr unsigned kOne = 1u << 16;
    const auto weight = static_cast<unsigned>(std::clamp(share, 0.0f, 1.0f) * kOne);
    return (from * (kOne - weight) + to * weight + kOne / 2) / kOne;
}

/// The light of each of the 256 values that a channel may have.
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
    // On a middle tone neither may do; black or white always does.
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
