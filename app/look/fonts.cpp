#include "app/look/fonts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "app/look/characters.h"
#include "app/look/code_box.h"
#include "core/base/utf8.h"

namespace lookback {
namespace {

/// Sizes of digits. Fonts are built for those between the least and the most, times the chosen type
/// size.
constexpr std::array kDigitSizes{70.0f, 63.0f, 56.0f, 50.0f, 45.0f, 40.0f, 36.0f,
                                 32.0f, 28.0f, 25.0f, 22.0f, 20.0f, 18.0f, 16.0f,
                                 14.0f, 13.0f, 12.0f, 11.0f, 10.0f};
constexpr float kLeastDigits = 12;

/// Pixels of an atlas: implementations of OpenGL 3.2 take textures of at least 8192 rows, and ImGui
/// makes atlases of at most 4096 columns.
constexpr float kMostPixels = 4096.0f * 8192;
constexpr float kUsualPixels = 1.5e6f;      ///< of the usual characters, at scale 1
constexpr float kPixelsEach = 8.3e3f;       ///< of a Chinese character in all sizes, at scale 1
constexpr float kPacked = 0.9f;             ///< of the pixels are used
constexpr std::size_t kMostUnusual = 2000;  ///< each costs a quarter of a millisecond

/// Scale from which on glyphs are rasterised without oversampling: large edges are smooth anyway.
constexpr float kSmoothFrom = 2.5f;

int oversampling(float scale) { return scale < kSmoothFrom ? 2 : 1; }

/// Ranges of the characters of numbers, and the tick of an allowed cell.
constexpr std::array<ImWchar, 15> kNumberRanges{0x0020, 0x007E, 0x00B7, 0x00B7, 0x00D7,
                                                0x00D7, 0x2026, 0x2026, 0x2212, 0x2212,
                                                0x221E, 0x221E, 0x2713, 0x2713, 0};

ImFontConfig sharpened(float scale) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = oversampling(scale);
    config.OversampleV = 1;
    return config;
}

class AtlasBuilder {
public:
    AtlasBuilder(const FontFiles& files, float scale, const ImWchar* words)
        : files_(files), scale_(scale), words_(words) {}

    /// Adds a font of words, with all characters of the atlas.
    ImFont* addWords(const FontBytes& face, float size) {
        ImFont* font = addFace(face, size, words_, false);
        addFace(files_.symbols, size, words_, true);
        for (const FontBytes& fallback : files_.fallbacks) addFace(fallback, size, words_, true);
        return font;
    }

    /// Adds a font of numbers.
    ImFont* addNumbers(const FontBytes& face, float size) {
        return addFace(face, size, kNumberRanges.data(), false);
    }

private:
    ImFont* addFace(const FontBytes& face, float size, const ImWchar* ranges, bool merge) {
        ImFontConfig config = sharpened(scale_);
        config.MergeMode = merge;
        config.FontNo = face.face;
        // ImGui reads the bytes only; its interface takes them as writable.
        auto* bytes = const_cast<unsigned char*>(face.data.data());
        return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(
            bytes, static_cast<int>(face.data.size()), std::round(size * scale_), &config, ranges);
    }

    const FontFiles& files_;
    float scale_;
    const ImWchar* words_;
};

/// Places accents over the letter before them: a field shows letters and accents as they are typed.
void placeAccents(ImFont& font) {
    constexpr ImWchar kFirstAccent = 0x0300;
    constexpr ImWchar kLastAccent = 0x036F;
    const float letter = font.GetCharAdvance('o');
    for (ImFontGlyph& glyph : font.Glyphs) {
        if (glyph.Codepoint < kFirstAccent || glyph.Codepoint > kLastAccent) continue;
        const float width = glyph.X1 - glyph.X0;
        glyph.X0 = -std::round((letter + width) / 2);
        glyph.X1 = glyph.X0 + width;
        glyph.AdvanceX = 0;
        font.IndexAdvanceX[static_cast<int>(glyph.Codepoint)] = 0;
    }
}

/// Gives all fonts of words a box with its code point for each of these characters.
void addCodeBoxes(ImFontAtlas& atlas, const std::set<char32_t>& characters) {
    struct Placed {
        int place;  ///< of its rectangle in the atlas
        CodeBox box;
    };
    std::vector<Placed> all;
    for (ImFont* const font : atlas.Fonts) {
        if (font->FindGlyphNoFallback(kReplacementCode) == nullptr) continue;  // a font of numbers
        for (const char32_t code : characters) {
            const CodeBox box(code, font->FontSize);
            const float top = std::floor((font->FontSize - static_cast<float>(box.height())) / 2);
            const int place = atlas.AddCustomRectFontGlyph(
                font, static_cast<ImWchar>(code), box.width(), box.height(),
                static_cast<float>(box.width() + box.unit()), {0, top});
            all.push_back({place, box});
        }
    }
    atlas.Build();
    for (const Placed& one : all) {
        const ImFontAtlasCustomRect& at = *atlas.GetCustomRectByIndex(one.place);
        one.box.paint(atlas.TexPixelsAlpha8 + at.Y * atlas.TexWidth + at.X, atlas.TexWidth);
    }
}

}  // namespace

std::size_t mostUnusual(float scale) {
    const float area = scale * scale * static_cast<float>(oversampling(scale)) / 2;
    const float room = (kMostPixels * kPacked / area - kUsualPixels) / kPixelsEach;
    return std::min(kMostUnusual, static_cast<std::size_t>(std::max(room, 0.0f)));
}

Fonts buildFonts(const FontFiles& files, const TypeSize& type, std::span<const char32_t> unusual) {
    const auto [scale, words, most] = type;
    ImFontAtlas* atlas = ImGui::GetIO().Fonts;
    atlas->Clear();
    atlas->Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
    ImFontGlyphRangesBuilder glyphs;
    glyphs.AddRanges(kUsualRanges.data());
    const auto learned = unusual.first(std::min(unusual.size(), mostUnusual(scale)));
    for (const char32_t code : learned) {
        glyphs.AddChar(static_cast<ImWchar>(code));
    }
    ImVector<ImWchar> ranges;
    glyphs.BuildRanges(&ranges);

    AtlasBuilder builder(files, scale, ranges.Data);
    Fonts fonts;
    fonts.text = builder.addWords(files.regular, 15 * kInterLine);
    fonts.strong = builder.addWords(files.semibold, 15 * kInterLine);
    fonts.small_text = builder.addWords(files.regular, 13 * kInterLine);
    fonts.strong_small = builder.addWords(files.semibold, 13 * kInterLine);
    fonts.caption = builder.addWords(files.semibold, 12 * kInterLine);
    fonts.title = builder.addWords(files.semibold, 22 * kInterLine);
    fonts.title_small = builder.addWords(files.bold, 18 * kInterLine);
    fonts.mono = builder.addWords(files.mono, 13 * kMonoLine);
    fonts.mono_bold = builder.addWords(files.mono_bold, 13 * kMonoLine);
    fonts.mono_small = builder.addNumbers(files.mono, 12 * kMonoLine);
    fonts.formula = builder.addWords(files.mono, 18 * kMonoLine);
    fonts.formula_bold = builder.addWords(files.mono_bold, 18 * kMonoLine);
    fonts.formula_small = builder.addWords(files.mono, 15 * kMonoLine);
    fonts.formula_small_bold = builder.addWords(files.mono_bold, 15 * kMonoLine);
    fonts.raised = builder.addWords(files.mono, 13 * kMonoLine);
    for (const float size : kDigitSizes) {
        const bool is_built =
            size <= kMostDigits * most && size >= kLeastDigits * std::min(words, 1.0f);
        if (is_built) {
            fonts.digits.push_back(builder.addNumbers(files.mono, size / words * kMonoLine));
        }
    }
    atlas->Build();
    const std::vector<char32_t> missing = missingCharacters(fonts, learned);
    fonts.boxed = {missing.begin(), missing.end()};
    if (!missing.empty()) addCodeBoxes(*atlas, fonts.boxed);
    for (ImFont* const font : atlas->Fonts) placeAccents(*font);
    return fonts;
}

std::vector<char32_t> missingCharacters(const Fonts& fonts, std::span<const char32_t> characters) {
    std::vector<char32_t> missing;
    std::copy_if(characters.begin(), characters.end(), std::back_inserter(missing),
                 [&](char32_t code) {
                     return fonts.boxed.count(code) > 0 ||
                            fonts.text->FindGlyphNoFallback(static_cast<ImWchar>(code)) == nullptr;
                 });
    return missing;
}

}  // namespace lookback
