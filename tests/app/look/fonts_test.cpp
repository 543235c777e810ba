#include "app/look/fonts.h"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <imgui_internal.h>

#include "tests/app/lab_under_test.h"
#include "tests/source_folder.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

/// The characters beyond ASCII in a source or a lesson: as they are, and as `\u1234`.
std::set<unsigned> strangeCharacters(const std::string& text) {
    std::set<unsigned> found;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        unsigned code = 0;
        const char* const escape = at + 2;
        if (at[0] == '\\' && at[1] == 'u' && std::isxdigit(static_cast<unsigned char>(*escape))) {
            code = static_cast<unsigned>(std::stoul(std::string(escape, 4), nullptr, 16));
            at = escape + 4;
        } else {
            at += ImTextCharFromUtf8(&code, at, end);
        }
        if (code > '~') found.insert(code);
    }
    return found;
}

std::string contents(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST_CASE("words can be drawn in every type that words are set in") {
    const Fonts& fonts = test::TestFonts::at().fonts;
    for (const ImFont* font :
         {fonts.text, fonts.strong, fonts.small_text, fonts.strong_small, fonts.caption, fonts.mono,
          fonts.mono_bold, fonts.formula, fonts.formula_bold, fonts.formula_small, fonts.raised}) {
        for (const ImWchar letter : {0x00E4U, 0x2205U, 0x2082U}) {
            CHECK(font->FindGlyphNoFallback(letter) != nullptr);
        }
    }
}

TEST_CASE("every character that the program itself writes can be drawn from the start") {
    const Fonts& fonts = test::TestFonts::at().fonts;
    // The sources name these, but the window never draws them: the import recognizes the
    // ideographic space and the dot operator in pasted text, the layout removes the other three.
    const std::set<unsigned> never_drawn{0x3000, 0x22C5, 0x0640, 0x2068, 0x2069};
    std::set<unsigned> seen;
    for (const char* folder : {"app", "core", "assets/lessons"}) {
        for (const auto& entry : fs::recursive_directory_iterator(sourcePath(folder))) {
            if (!entry.is_regular_file()) continue;
            CAPTURE(entry.path());
            for (const unsigned code : strangeCharacters(contents(entry.path()))) {
                CAPTURE(code);
                seen.insert(code);
                if (never_drawn.count(code) != 0) continue;
                CHECK(fonts.text->FindGlyphNoFallback(static_cast<ImWchar>(code)) != nullptr);
            }
        }
    }
    CHECK(seen.count(0x2212) == 1);  // the minus sign: what looks for characters finds some
    CHECK(seen.size() > 20);
}

}  // namespace
}  // namespace lookback
