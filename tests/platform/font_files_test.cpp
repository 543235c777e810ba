#include "app/platform/font_files.h"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <optional>
#include <random>

#include <doctest/doctest.h>

#include "app/look/font_data.h"
#include "messages/platform.h"
#include "tests/core/said.h"
#include "tests/platform/temporary_folder.h"

namespace lookback {
namespace {

FontFiles fontsOrFail() {
    Result<FontFiles> fonts = loadFontFiles();
    REQUIRE_MESSAGE(fonts, test::said(fonts.error()));
    return *std::move(fonts);
}

/// The fault of a font after somebody has changed its bytes.
std::optional<Message> faultAfter(FontBytes font, const std::function<void(FontBytes&)>& change) {
    change(font);
    return fontFault(font);
}

TEST_CASE("all fonts of the user interface are found and are fonts") {
    const FontFiles fonts = fontsOrFail();
    for (const FontBytes* font : {&fonts.regular, &fonts.semibold, &fonts.bold, &fonts.mono,
                                  &fonts.mono_bold, &fonts.symbols}) {
        CAPTURE(font->name);
        REQUIRE(font->data.size() > 10'000);
        const std::string head(font->data.begin(), font->data.begin() + 4);
        CHECK((head == "OTTO" || head == std::string("\0\1\0\0", 4)));
        CHECK_FALSE(fontFault(*font));
    }
    CHECK(fonts.bold.name.find("Bold") != std::string::npos);
    CHECK(fonts.fallbacks.empty());
}

TEST_CASE("a font file that is not there says so in one line") {
    const auto font = loadFontFile("/nowhere/Inter.otf");
    REQUIRE_FALSE(font);
    CHECK(font.error().where == "/nowhere/Inter.otf");
    CHECK(test::said(font.error()) == "this font file cannot be read");
}

TEST_CASE("what is no font, or is cut off, is refused") {
    const Message other = say::platform::FontOtherKind{};
    CHECK(fontFault({"empty", {}, 0}) == other);
    CHECK(fontFault({"text", {'h', 'e', 'l', 'l', 'o'}, 0}) == other);
    CHECK(fontFault({"collection", {'t', 't', 'c', 'f', 0, 1, 0, 0, 255, 255, 255, 255}, 0}) ==
          other);
    const FontFiles fonts = fontsOrFail();
    for (const FontBytes& font : {fonts.regular, fonts.symbols}) {
        CAPTURE(font.name);
        for (std::size_t left = 4; left + 4096 < font.data.size(); left = left * 3 / 2) {
            CAPTURE(left);
            CHECK(faultAfter(font, [&](FontBytes& f) { f.data.resize(left); }));
        }
    }
}

TEST_CASE("bytes that were overwritten or flipped where it is drawn from are found") {
    const FontFiles fonts = fontsOrFail();
    std::mt19937 random(11);
    for (const FontBytes& font : {fonts.regular, fonts.symbols}) {
        CAPTURE(font.name);
        CHECK(faultAfter(font,
                         [](FontBytes& f) { std::fill(f.data.begin() + 12, f.data.end(), 0); }));
        CHECK(faultAfter(font, [&](FontBytes& f) {
            for (auto at = f.data.begin() + 400; at != f.data.end(); ++at) {
                *at = static_cast<unsigned char>(random());
            }
        }));
        // The outlines are most of the file.
        int found = 0;
        for (int k = 0; k < 100; ++k) {
            const std::size_t at = random() % font.data.size();
            const auto bit = static_cast<unsigned char>(1u << (random() % 8));
            if (faultAfter(font, [&](FontBytes& f) { f.data[at] ^= bit; })) ++found;
        }
        CHECK(found > 30);
    }
}

TEST_CASE("a broken font is skipped for a whole one elsewhere") {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "Inter-Regular.ttf") << "no font";
    const char* const before = std::getenv("LOOKBACK_FONTS");
    const std::string kept = before != nullptr ? before : "";
    setenv("LOOKBACK_FONTS", folder.path().c_str(), 1);
    const Result<FontFiles> fonts = loadFontFiles();
    setenv("LOOKBACK_FONTS", kept.c_str(), 1);
    REQUIRE(fonts.has_value());
    CHECK(fonts->regular.data.size() > 10'000);
    const Result<FontBytes> broken = loadFontFile(folder.path() / "Inter-Regular.ttf");
    REQUIRE_FALSE(broken.has_value());
    CHECK(test::said(broken.error()) == "this font file is not a TrueType or OpenType font");
}

}  // namespace
}  // namespace lookback
