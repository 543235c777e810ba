/// Stands for stb_truetype.h where ImGui is compiled for the tests of the user interface
/// (IMGUI_STB_TRUETYPE_FILENAME): gives each glyph of a font atlas its place and its size and draws
/// none of them. Nobody looks at the pixels there, and they take half of the time of an atlas.
#pragma once

#include "imstb_truetype.h"

namespace {

/// Has the parameters of stbtt_PackFontRangesRenderIntoRects, and fills `chardata_for_range`
/// likewise.
/// @param range the one range that ImGui hands over
/// @param rects where each glyph was packed, its padding on the left and on the top included
inline void placeGlyphs(const stbtt_pack_context* context, const stbtt_fontinfo* font,
                        stbtt_pack_range* range, int /*ranges*/, const stbrp_rect* rects) {
    const float scale = stbtt_ScaleForPixelHeight(font, range->font_size);
    const auto across = static_cast<float>(range->h_oversample);
    const auto down = static_cast<float>(range->v_oversample);
    const float right = stbtt__oversample_shift(range->h_oversample);
    const float below = stbtt__oversample_shift(range->v_oversample);
    for (int k = 0; k < range->num_chars; ++k) {
        const stbrp_rect& rect = rects[k];
        if (rect.was_packed == 0 || rect.w == 0 || rect.h == 0) continue;
        const int glyph = stbtt_FindGlyphIndex(font, range->array_of_unicode_codepoints[k]);
        int advance = 0;
        int bearing = 0;
        stbtt_GetGlyphHMetrics(font, glyph, &advance, &bearing);
        int left = 0;
        int top = 0;
        int end = 0;
        int bottom = 0;
        stbtt_GetGlyphBitmapBox(font, glyph, scale * across, scale * down, &left, &top, &end,
                                &bottom);
        const int width = rect.w - context->padding;
        const int height = rect.h - context->padding;
        stbtt_packedchar& place = range->chardata_for_range[k];
        place.x0 = static_cast<unsigned short>(rect.x + context->padding);
        place.y0 = static_cast<unsigned short>(rect.y + context->padding);
        place.x1 = static_cast<unsigned short>(place.x0 + width);
        place.y1 = static_cast<unsigned short>(place.y0 + height);
        place.xadvance = scale * static_cast<float>(advance);
        place.xoff = static_cast<float>(left) * (1 / across) + right;
        place.yoff = static_cast<float>(top) * (1 / down) + below;
        place.xoff2 = static_cast<float>(left + width) * (1 / across) + right;
        place.yoff2 = static_cast<float>(top + height) * (1 / down) + below;
    }
}

}  // namespace

#define stbtt_PackFontRangesRenderIntoRects placeGlyphs
