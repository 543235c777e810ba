// Lines of any text: nothing of them is lost, nothing lies outside, and the time grows with their
// length alone.
#include "app/widgets/formula.h"

#include <chrono>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/app/lab_under_test.h"

namespace lookback {
namespace {

using Clock = std::chrono::steady_clock;

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t k = 0; k < times; ++k) all += text;
    return all;
}

TextLine ofPieces(std::string_view text, std::size_t times, Ink odd) {
    TextLine line;
    for (std::size_t k = 0; k < times; ++k) {
        line.push_back({std::string(text), k % 2 == 0 ? Ink::plain : odd});
    }
    return line;
}

/// Lines that the time of a careless layout grows with the square of, or faster.
std::vector<TextLine> longLines(std::size_t n) {
    return {
        {{repeated("0.5589", n), Ink::plain}},
        {{repeated("a", n), Ink::plain}},
        {{repeated("a_", n), Ink::plain}},
        {{repeated("word ", n), Ink::plain}},
        {{repeated(" ", n), Ink::plain}},
        {{"[" + repeated("a, ", n) + "]", Ink::plain}},
        {{"a" + repeated("\u0301", n), Ink::plain}},
        {{repeated("\u200b", n), Ink::plain}},
        {{repeated("\u0645", n), Ink::plain}},
        ofPieces("0.5589", n, Ink::plain),
        ofPieces("0.5589", n, Ink::soft),
        ofPieces("=", n, Ink::result),
        ofPieces("= ", n, Ink::result),
        ofPieces("0.5589 ", n, Ink::result),
    };
}

std::string textOf(const TextLine& line) {
    std::string text;
    for (const Piece& piece : line) text += piece.text;
    return text;
}

/// Calls `use` with a painter in a frame.
template <class Use>
void paint(Use use) {
    Look look;
    look.fonts = test::TestFonts::at().fonts;
    UiDriver ui(
        [&] {
            ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration);
            Painter painter(look);
            use(painter);
            ImGui::End();
        },
        {.size = {400, 300}, .fonts = &test::TestFonts::at().atlas});
    ui.step();
}

TEST_CASE("a long line without spaces is laid within its width, whole, in time") {
    paint([](Painter& painter) {
        const LineFonts fonts = sentenceFonts(painter.look());
        for (const float width : {40.0f, 250.0f, 1000.0f, FLT_MAX}) {
            for (const TextLine& line : longLines(4000)) {
                CAPTURE(width);
                CAPTURE(textOf(line).substr(0, 12));
                const Clock::time_point start = Clock::now();
                const LaidLine laid = layLine(painter, fonts, width, line);
                // Seconds: the square of 4000 pieces takes longer by far.
                CHECK(std::chrono::duration<double>(Clock::now() - start).count() < 1);
                std::string text;
                for (const LaidLine::Run& run : laid.runs) {
                    text += run.text;
                    const std::size_t drawn = run.text.find_last_not_of(' ') + 1;
                    const float end = run.at.x + painter.width(run.font, run.text.substr(0, drawn));
                    CHECK(end <= std::max(width, 60.0f) + 0.5f);
                }
                CHECK(text == textOf(line));
            }
        }
    });
}

TEST_CASE("a word that a row has no room for is broken, and said to be") {
    paint([](Painter& painter) {
        const LineFonts fonts = sentenceFonts(painter.look());
        float width = 0;  // of the words, each of which ends at a whole pixel
        for (const char* const word : {"exactly ", "as ", "wide"}) {
            width += painter.width(fonts.plain, word);
        }
        const TextLine fits{{"exactly as wide ", Ink::plain}};
        const LaidLine one = layLine(painter, fonts, width, fits);
        CHECK(one.height == lineHeight(fonts));
        CHECK_FALSE(one.is_cut);
        const TextLine longer{{"unbelievably_long", Ink::plain}, {"unbelievablylonger", Ink::soft}};
        const LaidLine cut = layLine(painter, fonts, width, longer);
        CHECK(cut.is_cut);
        CHECK(cut.height >= 2 * lineHeight(fonts));
        // No row becomes narrower by cutting a word that a row has room for.
        const TextLine words{{"a considerable word", Ink::plain}};
        const float room = painter.width(fonts.bold, "considerable and more");
        const float balanced = balancedWidth(painter, fonts, room, words);
        CHECK_FALSE(measuredLine(painter, fonts, balanced, words).is_cut);
    });
}

}  // namespace
}  // namespace lookback
