#pragma once

namespace lookback {

/// The glyph of a character that no font has: a box with its code point in hexadecimal digits, in
/// two rows.
class CodeBox {
public:
    static constexpr int kHeight = 13;  ///< units

    /// @param font_size line height of the font that gets the glyph, pixels
    CodeBox(char32_t code, float font_size);

    /// Pixels of a line of a digit.
    [[nodiscard]] int unit() const { return unit_; }
    [[nodiscard]] int width() const { return unit_ * (1 + 4 * columns_); }
    [[nodiscard]] int height() const { return unit_ * kHeight; }

    /// Paints the box. @param pixels of the atlas from the upper left corner of the box on: opacity
    /// @param stride bytes from a row of pixels to the next
    void paint(unsigned char* pixels, int stride) const;

private:
    char32_t code_;
    int columns_;  ///< digits of a row
    int unit_;
};

}  // namespace lookback
