#include "app/look/fonts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/look/bidi.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr std::array kDigitSizes{20.0f, 18.0f, 16.0f, 14.0f, 13.0f, 12.0f};

/// What stands in every atlas: the letters of most of Europe, punctuation, super- and subscripts,
/// arrows, mathematics, and the signs of the interface itself. Each character costs the start of
/// the program its share, thirteen times over, so rarer ones are learned when a document has them.
constexpr std::array<ImWchar, 23> kUsualRanges{
    0x0020, 0x017F, 0x0370, 0x03FF, 0x0400, 0x045F, 0x2010, 0x209F, 0x2190, 0x2199, 0x21B6, 0x21B7,
    0x2200, 0x2265, 0x25B2, 0x25C6, 0x2699, 0x2699, 0x2713, 0x2717, 0xFFFD, 0xFFFD, 0};

/// ImGui sizes a font by its line, the design by its em: line height over em of the two families.
constexpr float kInterLine = 1.21f;
constexpr float kMonoLine = 1.32f;

/// What numbers are written with.
constexpr std::array<ImWchar, 13> kNumberRanges{0x0020, 0x007E, 0x00B7, 0x00B7, 0x00D7,
                                                0x00D7, 0x2026, 0x2026, 0x2212, 0x2212,
                                                0x221E, 0x221E, 0};

constexpr std::array<ImWchar, 3> kTickRange{0x2713, 0x2713, 0};

ImFontConfig sharpened() {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = 2;
    config.OversampleV = 1;
    return config;
}

class AtlasBuilder {
public:
    AtlasBuilder(const FontFiles& files, float scale, const ImWchar* words)
        : files_(files), scale_(scale), words_(words) {}

    /// Words in any script that the fonts know.
    ImFont* addWords(const FontBytes& face, float size) {
        ImFont* font = addFace(face, size, words_, false);
        addFace(files_.symbols, size, words_, true);
        for (const FontBytes& fallback : files_.fallbacks) addFace(fallback, size, words_, true);
        return font;
    }

    /// Numbers alone, and the tick of an allowed cell.
    ImFont* addNumbers(const FontBytes& face, float size) {
        ImFont* font = addFace(face, size, kNumberRanges.data(), false);
        addFace(files_.symbols, size, kTickRange.data(), true);
        return font;
    }

private:
    ImFont* addFace(const FontBytes& face, float size, const ImWchar* ranges, bool merge) {
        ImFontConfig config = sharpened();
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

}  // namespace

Fonts buildFonts(const FontFiles& files, float scale, const std::vector<std::string>& texts) {
    ImFontAtlas* atlas = ImGui::GetIO().Fonts;
    atlas->Clear();
    atlas->Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
    ImFontGlyphRangesBuilder glyphs;
    glyphs.AddRanges(kUsualRanges.data());
    for (const std::string& text : texts) {
        glyphs.AddText(text.c_str());  // as fields show it while it is typed
        glyphs.AddText(everyShape(text).c_str());
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
    fonts.formula = builder.addWords(files.mono, 18 * kMonoLine);
    fonts.formula_bold = builder.addWords(files.mono_bold, 18 * kMonoLine);
    fonts.formula_small = builder.addWords(files.mono, 15 * kMonoLine);
    fonts.formula_small_bold = builder.addWords(files.mono_bold, 15 * kMonoLine);
    fonts.raised = builder.addWords(files.mono, 13 * kMonoLine);
    for (const float size : kDigitSizes)
        fonts.digits.push_back(builder.addNumbers(files.mono, size * kMonoLine));
    atlas->Build();
    return fonts;
}

std::vector<std::string> missingCharacters(const Fonts& fonts,
                                           const std::vector<std::string>& texts) {
    std::vector<std::string> missing;
    for (const std::string& logical : texts) {
        const std::string text = visualOrder(logical);
        const char* at = text.data();
        const char* const end = at + text.size();
        while (at < end) {
            unsigned code = 0;
            at += ImTextCharFromUtf8(&code, at, end);
            if (fonts.text->FindGlyphNoFallback(static_cast<ImWchar>(code)) != nullptr) continue;
            std::string name = fmt::format("U+{:04X}", code);
            if (std::find(missing.begin(), missing.end(), name) == missing.end()) {
                missing.push_back(std::move(name));
            }
        }
    }
    return missing;
}

}  // namespace lookback
