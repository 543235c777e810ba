#include "app/look/code_box.h"

#include <algorithm>
#include <array>

namespace lookback {
namespace {

constexpr int kDigitWidth = 3;   // units
constexpr int kDigitHeight = 5;  // units

/// The sixteen digits, row by row from the top: 1 is ink.
constexpr std::array<unsigned, 16> kDigits{
    0b111'101'101'101'111, 0b010'110'010'010'111, 0b111'001'111'100'111, 0b111'001'111'001'111,
    0b101'101'111'001'001, 0b111'100'111'001'111, 0b111'100'111'101'111, 0b111'001'001'001'001,
    0b111'101'111'101'111, 0b111'101'111'001'111, 0b111'101'111'101'101, 0b110'101'110'101'110,
    0b111'100'100'100'111, 0b110'101'101'101'110, 0b111'100'111'100'111, 0b111'100'111'100'100,
};

constexpr unsigned char kInk = 255;
constexpr unsigned char kFrame = 90;

}  // namespace

CodeBox::CodeBox(char32_t code, float font_size)
    : code_(code),
      columns_(code > 0xFFFF ? 3 : 2),
      unit_(std::max(1, static_cast<int>(font_size) / kHeight)) {}

void CodeBox::paint(unsigned char* pixels, int stride) const {
    const int wide = width() / unit_;
    const int high = height() / unit_;
    const auto put = [&](int x, int y, unsigned char opacity) {
        for (int row = 0; row < unit_; ++row) {
            std::fill_n(pixels + (y * unit_ + row) * stride + x * unit_, unit_, opacity);
        }
    };
    for (int y = 0; y < high; ++y) {
        for (int x = 0; x < wide; ++x) {
            const bool is_edge = x == 0 || y == 0 || x == wide - 1 || y == high - 1;
            put(x, y, is_edge ? kFrame : 0);
        }
    }
    for (int place = 0; place < 2 * columns_; ++place) {
        const int shift = 4 * (2 * columns_ - 1 - place);
        const unsigned digit = kDigits[(code_ >> shift) & 0xF];
        const int left = 1 + place % columns_ * (kDigitWidth + 1);
        const int top = 1 + place / columns_ * (kDigitHeight + 1);
        for (int k = 0; k < kDigitWidth * kDigitHeight; ++k) {
            const bool is_ink = (digit >> (kDigitWidth * kDigitHeight - 1 - k) & 1) != 0;
            if (is_ink) put(left + k % kDigitWidth, top + k / kDigitWidth, kInk);
        }
    }
}

}  // namespace lookback
