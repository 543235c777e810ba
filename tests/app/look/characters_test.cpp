// What the fonts learn beyond the usual characters, and where that ends.
#include "app/look/characters.h"

#include <cmath>

#include "app/look/fonts.h"
#include "app/platform/font_files.h"
#include "app/program/imgui_session.h"
#include "core/base/utf8.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Texts = std::vector<std::string>;
using Characters = std::vector<char32_t>;

/// All there are from one code point to another.
std::string all(char32_t first, char32_t last) {
    std::string text;
    for (char32_t code = first; code <= last; ++code) appendUtf8(text, code);
    return text;
}

}  // namespace

TEST_CASE("unusual characters are found once, in their order, without controls") {
    CHECK(unusualCharacters(Texts{"poem \u2212 \u00e4", "a\nb\x01"}).empty());
    CHECK(unusualCharacters(Texts{"\u4e2d\u6587", "\u4e2d\n\u4e00"}) ==
          Characters{0x4e2d, 0x6587, 0x4e00});
    CHECK(unusualCharacters(Texts{"\U0001F642"}) == Characters{0x1F642});
    CHECK(unusualCharacters(Texts{"\xFF"}).empty());
    CHECK(unusualCharacters(Texts{"\u0416\u03b8\u0142"}) == Characters{0x0416, 0x03b8, 0x0142});
}

TEST_CASE("accents are composed with their letters where one character is both") {
    CHECK(composed("e\u0301cole") == "\u00e9cole");
    CHECK(composed("e\u0302\u0301") == "\u1ebf");
    CHECK(composed("\u1112\u1161\u11ab") == "\ud55c");
    CHECK(composed("\u304b\u3099") == "\u304c");
    CHECK(composed("x\u0302") == "x\u0302");  // no such character
    CHECK(composed("a\u2212b \u00e9") == "a\u2212b \u00e9");
    CHECK(composed("e\u0301\xFF") == "e\u0301\xFF");
    CHECK(unusualCharacters(Texts{"e\u0302\u0301"}) == Characters{0x302, 0x301, 0x1ebf});
}

TEST_CASE("a token with decomposed accents is drawn with composed ones, and keeps its bytes") {
    Document document = lessonDocument("write-a-poem");
    document.lesson = nullptr;
    document.tokens[1] = "e\u0301cole";
    const LabUnderTest lab(document);
    CHECK(lab.document().tokens[1] == "e\u0301cole");
    const float decomposed = lab.ui.find(lab.chip(1)).rect.GetWidth();
    CHECK(lab.shows("\u00e9cole"));
    CHECK_FALSE(lab.shows("e\u0301cole"));
    document.tokens[1] = "\u00e9cole";
    const LabUnderTest other(document);
    CHECK(other.ui.find(other.chip(1)).rect.GetWidth() == decomposed);
}

TEST_CASE("a field shows a typed accent over its letter, not beside it") {
    const Result<FontFiles> files = loadFontFiles();
    REQUIRE(files.has_value());
    ImGuiContext* const outer = ImGui::GetCurrentContext();
    {
        const ImGuiSession session;
        const Fonts fonts = buildFonts(*files, {}, unusualCharacters(Texts{"e\u0301 o\u0308"}));
        for (const ImFont* const font : {fonts.text, fonts.strong, fonts.mono, fonts.formula}) {
            const auto wide = [&](const char* text) {
                return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text).x;
            };
            CHECK(wide("e\u0301cole") == wide("ecole"));
            CHECK(wide("o\u0308") == wide("o"));
            const ImFontGlyph* const accent = font->FindGlyphNoFallback(0x0301);
            REQUIRE(accent != nullptr);
            const float middle = -(accent->X0 + accent->X1) / 2;
            CHECK(middle > 0.3f * wide("o"));
            CHECK(middle < 0.7f * wide("o"));
        }
    }
    ImGui::SetCurrentContext(outer);
}

TEST_CASE("letters from right to left come as typed, as drawn, and in all other shapes") {
    const Characters shown = unusualCharacters(Texts{"\u0645\u0645"});
    CHECK(shown == Characters{0x0645, 0xfee2, 0xfee3});
    const Characters learned = withShapes(shown);
    CHECK(std::vector(learned.begin(), learned.begin() + 3) == shown);
    CHECK(std::find(learned.begin(), learned.end(), 0xfee1) != learned.end());
    CHECK(std::find(learned.begin(), learned.end(), 0xfee4) != learned.end());
    CHECK(withShapes({0x4e2d}) == Characters{0x4e2d});
}

TEST_CASE("a character that no font has is drawn as a box with its code") {
    const Result<FontFiles> files = loadFontFiles();
    REQUIRE(files.has_value());
    ImGuiContext* const outer = ImGui::GetCurrentContext();
    for (const float scale : {1.0f, 2.0f}) {
        const ImGuiSession session;
        const Characters none{0x4e2d, 0x1F642};
        const Fonts fonts = buildFonts(*files, {scale}, none);
        CHECK(missingCharacters(fonts, none) == none);
        CHECK(missingCharacters(fonts, Characters{U'a'}).empty());
        const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
        for (const ImFont* const font : {fonts.text, fonts.caption, fonts.title, fonts.mono}) {
            const ImFontGlyph* const box = font->FindGlyphNoFallback(0x4e2d);
            REQUIRE(box != nullptr);
            CHECK(box->Y0 >= 0);
            CHECK(box->Y1 <= font->FontSize);
            CHECK(font->FindGlyphNoFallback(0x1F642)->AdvanceX > box->AdvanceX);  // five digits
            // The digits 4, e, 2 and d are apart from each other and from the frame.
            const int unit = static_cast<int>(box->X1 - box->X0) / 9;
            const auto pixel = [](float part, int whole) {
                return static_cast<int>(std::lround(part * static_cast<float>(whole)));
            };
            const int left = pixel(box->U0, atlas.TexWidth);
            const int top = pixel(box->V0, atlas.TexHeight);
            const auto opacity = [&](int x, int y) {
                return atlas.TexPixelsAlpha8[(top + y * unit) * atlas.TexWidth + left + x * unit];
            };
            CHECK(opacity(1, 1) == 255);
            CHECK(opacity(2, 1) == 0);
            CHECK(opacity(4, 1) == 0);
            CHECK(opacity(6, 1) == 255);
            CHECK(opacity(3, 11) == 255);
            CHECK(opacity(7, 11) == 0);
            CHECK(opacity(0, 6) > 0);
            CHECK(opacity(0, 6) < 255);
        }
        CHECK(fonts.digits.front()->FindGlyphNoFallback(0x4e2d) == nullptr);
    }
    ImGui::SetCurrentContext(outer);
}

TEST_CASE("the atlas has a bound at every scale, and a sign for what is not in it") {
    const Result<FontFiles> files = loadFontFiles();
    REQUIRE(files.has_value());
    ImGuiContext* const outer = ImGui::GetCurrentContext();
    const Characters many = unusualCharacters(Texts{all(0x0180, 0xD7FF)});
    REQUIRE(many.size() > 50'000);
    for (const float scale : {1.0f, 1.5f, 2.0f, 3.0f, 4.0f}) {
        CAPTURE(scale);
        const ImGuiSession session;
        const Fonts fonts = buildFonts(*files, {scale}, many);
        const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
        CHECK(atlas.TexWidth <= 4096);
        CHECK(atlas.TexHeight <= 8192);
        CHECK(fonts.text->FindGlyphNoFallback(0x0180) != nullptr);
        CHECK(fonts.text->FindGlyphNoFallback(0xA66E) == nullptr);
        CHECK(fonts.text->FindGlyph(0xA66E)->Codepoint == kReplacementCode);
        CHECK(missingCharacters(fonts, many).size() > 50'000);
    }
    ImGui::SetCurrentContext(outer);
}
