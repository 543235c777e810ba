#include "app/platform/font_files.h"

#include <doctest/doctest.h>

namespace lookback {
namespace {

TEST_CASE("all fonts of the user interface are found and are fonts") {
    const auto fonts = loadFontFiles();
    REQUIRE_MESSAGE(fonts, fonts.error().message);
    for (const FontBytes* font : {&fonts->regular, &fonts->medium, &fonts->semibold, &fonts->bold,
                                  &fonts->mono, &fonts->mono_bold, &fonts->symbols}) {
        CAPTURE(font->name);
        REQUIRE(font->data.size() > 10'000);
        const std::string head(font->data.begin(), font->data.begin() + 4);
        CHECK((head == "OTTO" || head == std::string("\0\1\0\0", 4)));
    }
    CHECK(fonts->bold.name.find("Bold") != std::string::npos);
    CHECK(fonts->fallbacks.empty());
}

TEST_CASE("every fallback font that is found can be read") {
    for (const auto& path : findFallbackFonts()) {
        CAPTURE(path);
        CHECK(loadFontFile(path));
    }
}

TEST_CASE("a font file that is not there says so in one line") {
    const auto font = loadFontFile("/nowhere/Inter.otf");
    REQUIRE_FALSE(font);
    CHECK(font.error().where == "/nowhere/Inter.otf");
    CHECK(font.error().message == "this font file cannot be read");
}

}  // namespace
}  // namespace lookback
