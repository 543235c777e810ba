#include "app/widgets/cell_fit.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lookback {
namespace {

constexpr std::array kHeights{1.6f, 1.35f, 1.12f};
constexpr std::array kColourSizes{24.0f, 20.0f, 16.0f, 13.0f, 10.0f, 8.0f, 6.0f, 4.0f};
constexpr float kOperandWidth = 9;
constexpr double kPowersOfTenFrom = 1e6;
constexpr int kPowerCharacters = 8;
constexpr int kNotANumber = 3;  ///< characters of NaN

}  // namespace

int DigitRoom::characters(int decimals) const {
    if (domain == Domain::allowed) return 2;
    if (domain == Domain::weights) return std::max(kNotANumber, 2 + decimals);
    const auto characters_of = [decimals](double size) {
        if (size >= kPowersOfTenFrom) return kPowerCharacters;
        const int before = size < 10 ? 1 : 1 + static_cast<int>(std::floor(std::log10(size)));
        return 1 + before + (decimals > 0 ? 1 + decimals : 0);
    };
    return std::max({kNotANumber, characters_of(bound), characters_of(masked), masked_characters});
}

float CellFit::width(const DigitRoom& room) const {
    if (font == nullptr) return colour_width;
    const float character = font->GetCharAdvance('0');
    return std::ceil(static_cast<float>(room.characters(decimals)) * character +
                     font->FontSize * 0.6f);
}

std::vector<CellFit> cellFits(const Look& look, DigitFonts fonts, int decimals) {
    std::vector<CellFit> sizes;
    const auto add = [&](DigitFonts in, int digits, bool small_operands) {
        for (ImFont* font : in) {
            for (const float height : kHeights) {
                sizes.push_back({font, digits, std::floor(font->FontSize * height),
                                 look.px(kOperandWidth), small_operands});
            }
        }
    };
    const DigitFonts small = fonts.last(std::min<std::size_t>(fonts.size(), 2));
    add(fonts, decimals, false);
    const int fewer = std::min(decimals, 3);
    for (int digits = fewer; digits >= 2; --digits) add(small, digits, false);
    for (int digits = fewer; digits >= 2; --digits) add(small, digits, true);
    for (const bool small_operands : {false, true}) add(small, 1, small_operands);
    for (const float side : kColourSizes) {
        sizes.push_back({nullptr, decimals, look.px(side), look.px(side), false});
    }
    return sizes;
}

}  // namespace lookback
