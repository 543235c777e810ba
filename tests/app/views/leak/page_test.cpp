// The Leak test's page: its figure fills the room, and its timeline is that of the nudge.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "app/look/theme.h"
#include "tests/app/layout_check.h"
#include "tests/app/leak_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Returns the lower edge of the lowest text or cell in the centre.
float lowestInCentre(const LabUnderTest& lab, float timeline, ImVec2 size) {
    float lowest = lab.ui.find("Centre/influence-a").rect.Max.y;
    for (const LayoutProbe::Text& text : lab.texts()) {
        const Rect& box = text.drawn;
        const bool is_in_centre = box.center().x > 340 && box.center().x < size.x - 340;
        if (is_in_centre && box.max.y < timeline) lowest = std::max(lowest, box.max.y);
    }
    return lowest;
}

std::string firstCellOf(const LabUnderTest& lab, Index n) {
    const ImRect grid = lab.ui.find("Centre/influence-a").rect;
    const ImVec2 size{grid.GetWidth() / static_cast<float>(n),
                      grid.GetHeight() / static_cast<float>(n)};
    return lab.textIn({grid.Min, {grid.Min.x + size.x, grid.Min.y + size.y}});
}

Document ownSentence(Index n, Index width) {
    return randomDocument(
        {.tokens = n, .d_in = width, .d_k = width, .d_v = width, .mask = MaskKind::causal});
}

/// The same with the words of a text, and with embeddings or values of another size.
Document ownWords(Index n, Index width, double embeddings = 1, double values = 1) {
    const std::vector<std::string> words{"Write", "a",    "poem",  "about", "the", "sea",
                                         "and",   "then", "read",  "it",    "to",  "me",
                                         "again", "at",   "night", "Write"};
    Document document = ownSentence(n, width);
    document.tokens.assign(words.end() - n, words.end());
    document.embeddings = Matrix<double>(embeddings * document.embeddings.get());
    document.weights.value = Matrix<double>(values * document.weights.value.get());
    return document;
}

void openTested(LabUnderTest& lab) {
    static_cast<void>(lab.takeEffects());
    openLeakTest(lab);
    static_cast<void>(answerQuestions(lab));
}

/// Returns the texts that are drawn in an area, from the left to the right.
std::vector<LayoutProbe::Text> textsIn(const LabUnderTest& lab, const ImRect& area) {
    std::vector<LayoutProbe::Text> texts;
    for (const LayoutProbe::Text& text : lab.texts()) {
        const ImVec2 middle = text.drawn.center();
        if (area.Contains(middle)) texts.push_back(text);
    }
    std::ranges::sort(texts, {}, [](const LayoutProbe::Text& text) { return text.drawn.min.x; });
    return texts;
}

/// Returns the numbers of columns and rows that have digits.
ImVec2 shownCells(const LabUnderTest& lab, const ImRect& grid) {
    const std::vector<LayoutProbe::Text> texts = textsIn(lab, grid);
    if (texts.empty()) return {0, 0};
    const float top =
        std::ranges::min(texts, {},
                         [](const LayoutProbe::Text& text) { return text.drawn.center().y; })
            .drawn.center()
            .y;
    const auto columns = std::ranges::count_if(texts, [top](const LayoutProbe::Text& text) {
        return std::abs(text.drawn.center().y - top) < 3;
    });
    const auto across = static_cast<float>(columns);
    return {across, static_cast<float>(texts.size()) / across};
}

/// Returns the lines of the verdict of a side, from the upper one on: below the figures, or beside
/// the button of the side where B stands below A.
std::vector<ImRect> linesOfVerdict(const LabUnderTest& lab, Side side) {
    const ImRect figure = lab.ui.find("Centre/influence-b").rect;
    const ImRect button = lab.ui.find(side == Side::a ? "Centre/###a" : "Centre/###b").rect;
    const ImRect centre = ImGui::FindWindowByName("Centre")->Rect();
    const float middle = centre.GetCenter().x;
    ImRect box{
        {side == Side::a ? centre.Min.x : middle, figure.Max.y},
        {side == Side::a ? middle : centre.Max.x, lab.ui.find("Centre/###probe").rect.Min.y}};
    if (lab.ui.find("Centre/influence-a").rect.Max.y < figure.Min.y) {
        const float high = button.GetHeight();
        box = {{button.Max.x, button.Min.y - high}, {centre.Max.x, button.Max.y + high}};
    }
    std::map<float, ImRect> rows;
    for (const LayoutProbe::Text& text : textsIn(lab, box)) {
        if (text.text == "Show example") continue;
        const ImRect drawn(text.drawn.min, text.drawn.max);
        // The headline is in larger type.
        const auto row = std::ranges::find_if(rows, [&](const auto& one) {
            return std::abs(one.first - drawn.GetCenter().y) < drawn.GetHeight() / 2;
        });
        if (row == rows.end()) {
            rows.emplace(drawn.GetCenter().y, drawn);
        } else {
            row->second.Add(drawn);
        }
    }
    std::vector<ImRect> lines;
    for (const auto& [y, row] : rows) lines.push_back(row);
    return lines;
}

/// Returns the names of tokens above the cells of a side, from the left to the right.
std::vector<std::string> namesAbove(const LabUnderTest& lab, const char* side) {
    const ImRect grid = lab.ui.find(side).rect;
    const std::vector<std::string>& labels = lab.state().shown.labels();
    std::vector<std::string> names;
    for (const LayoutProbe::Text& text :
         textsIn(lab, {{grid.Min.x, grid.Min.y - 130}, {grid.Max.x, grid.Min.y}})) {
        if (std::ranges::find(labels, text.text) != labels.end()) names.push_back(text.text);
    }
    return names;
}

}  // namespace

TEST_CASE("a presented leak test has digits up to eight tokens, and its bars have their numbers") {
    for (const ImVec2 size : windows({kLaptop, kProjector})) {
        for (const Index tokens : {6, 8}) {
            CAPTURE(size.x);
            CAPTURE(tokens);
            LabUnderTest lab(ownSentence(tokens, 8), size);
            static_cast<void>(lab.takeEffects());
            openLeakTest(lab);
            lab.ui.key(ImGuiKey_F5);
            lab.ui.step(2);
            static_cast<void>(answerQuestions(lab));
            CHECK_FALSE(firstCellOf(lab, tokens).empty());
            for (const char* const side : {"Centre/influence-a", "Centre/influence-b"}) {
                const ImVec2 shown = shownCells(lab, lab.ui.find(side).rect);
                CHECK(shown.x * shown.y == tokens * tokens);
            }
            CHECK(lab.shows("still: 0"));
            CHECK(lab.shows("derivatives of blocked pairs are exactly 0."));
            CHECK(layoutFaults(lab).empty());
        }
    }
}

TEST_CASE("rows of eight tokens are 18 px high in a low window, with a sentence of each verdict") {
    LabUnderTest lab(ownSentence(8, 8), kLaptop);
    static_cast<void>(lab.takeEffects());
    openLeakTest(lab);
    static_cast<void>(answerQuestions(lab));
    CHECK(lab.ui.find("Centre/influence-a").rect.GetHeight() / 8 >= 18);
    CHECK(lab.shows("exactly"));
    CHECK(lab.shows("Show example"));
}

TEST_CASE("no number of a move lies over its bar beside cells without digits") {
    for (const Index tokens : {34, 40}) {
        CAPTURE(tokens);
        LabUnderTest lab(ownSentence(tokens, 8), kLaptop);
        static_cast<void>(lab.takeEffects());
        openLeakTest(lab);
        static_cast<void>(answerQuestions(lab));
        const ImRect cells = lab.ui.find("Centre/influence-a").rect;
        const ImRect other = lab.ui.find("Centre/influence-b").rect;
        // The bars begin 12 px to the right of the cells and are at least 24 px long.
        const ImRect bars{{cells.Max.x + 12, cells.Min.y}, {cells.Max.x + 36, cells.Max.y}};
        CHECK(bars.Max.x < other.Min.x);
        for (const LayoutProbe::Text& text : textsIn(lab, bars)) CHECK(text.text == "0");
    }
}

TEST_CASE(
    "the figure of the leak test fills the page, with digits, as a part from nine tokens on") {
    struct Sentence {
        Index tokens;
        Index width;
        float least_cell;
    };
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const Sentence one : {Sentence{3, 2, 85}, Sentence{6, 4, 40}, Sentence{8, 8, 34},
                                   Sentence{12, 8, 34}, Sentence{16, 8, 34}}) {
            CAPTURE(size.x);
            CAPTURE(one.tokens);
            LabUnderTest lab(ownSentence(one.tokens, one.width), size);
            static_cast<void>(lab.takeEffects());
            openLeakTest(lab);
            static_cast<void>(answerQuestions(lab));
            const ImRect grid = lab.ui.find("Centre/influence-a").rect;
            const ImVec2 shown = shownCells(lab, grid);
            if (one.tokens <= 8) CHECK(shown.x * shown.y == one.tokens * one.tokens);
            CHECK(shown.x >= 3);
            CHECK(shown.y >= 3);
            CHECK(grid.GetWidth() / shown.x >= one.least_cell);
            const bool is_low = size.y < 800 || one.tokens == 16;
            CHECK(grid.GetHeight() / shown.y >= std::min(one.least_cell, is_low ? 13.0f : 17.0f));
            const float timeline = lab.ui.find("Steps/##probe 1").rect.Min.y;
            const float top = 52;
            const float used = lowestInCentre(lab, timeline, size) - top;
            CHECK(used > 0.85f * (timeline - 60 - top));
            CHECK(layoutFaults(lab).empty());
        }
    }
}

TEST_CASE(
    "a part of the leak test is around what is read and moved, with the names of its tokens") {
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const Index tokens : {12, 16, 32}) {
            for (const bool presents : {false, true}) {
                LabUnderTest lab(ownSentence(tokens, 8), size);
                static_cast<void>(lab.takeEffects());
                openLeakTest(lab);
                if (presents) lab.ui.key(ImGuiKey_F5);
                for (const Cell focus : {Cell{0, tokens - 1}, Cell{tokens / 2, 1}}) {
                    CAPTURE(size.x);
                    CAPTURE(tokens);
                    CAPTURE(presents);
                    CAPTURE(focus.row);
                    lab.act(SelectToken{focus.row});
                    Nudge nudge = lab.place().leak.nudge;
                    nudge.token = focus.col;
                    lab.act(Change(&LeakPlace::nudge, nudge));
                    static_cast<void>(answerQuestions(lab));
                    const std::vector<std::string> a = namesAbove(lab, "Centre/influence-a");
                    const std::vector<std::string> b = namesAbove(lab, "Centre/influence-b");
                    const ImRect grid = lab.ui.find("Centre/influence-a").rect;
                    CHECK(static_cast<float>(a.size()) == shownCells(lab, grid).x);
                    CHECK(a == b);
                    const std::vector<std::string>& labels = lab.state().shown.labels();
                    const std::string& moved = labels[static_cast<std::size_t>(focus.col)];
                    CHECK(std::ranges::find(a, moved) != a.end());
                    CHECK(layoutFaults(lab).empty());
                }
            }
        }
    }
}

TEST_CASE("the timeline of the leak test shows the token that is nudged, and how much") {
    LabUnderTest lab("write-a-poem");
    openLeakTest(lab);
    static_cast<void>(answerQuestions(lab));
    lab.ui.step(2);
    const auto token = [&] {
        const LeakPlace& leak = lab.place().leak;
        return probeIndex(leak, lab.document().n());
    };
    CHECK_FALSE(lab.shows("Step 1 of"));
    CHECK(token() == 2);
    CHECK(lab.showsLines("Nudge of \u201cpoem\u201d in dimension 1: +0.250"));
    lab.ui.key(ImGuiKey_Home);
    lab.ui.step(2);
    CHECK(token() == 0);
    CHECK(lab.showsLines("Nudge of \u201cWrite\u201d in dimension 1: +0.250"));
    lab.ui.key(ImGuiKey_RightArrow);
    lab.ui.step(2);
    CHECK(token() == 1);
    CHECK(lab.place().step == 0);  // the steps of the Lab stay where they are
    lab.ui.click("Steps/##probe 4");
    lab.ui.step(2);
    CHECK(lab.place().leak.probe == Probe::append);
    CHECK(lab.showsLines("Appended token: \u201cagain\u201d"));
    lab.ui.key(ImGuiKey_LeftArrow);
    lab.ui.step(2);
    CHECK(token() == 2);
    CHECK(lab.place().leak.probe == Probe::nudge);
    Nudge nudge = lab.place().leak.nudge;
    nudge.amount = -0.5;
    nudge.dimension.reset();
    lab.act(Change(&LeakPlace::nudge, nudge));
    CHECK(lab.showsLines("Nudge of \u201cpoem\u201d in a random direction: \u22120.500"));
    lab.ui.key(ImGuiKey_F5);
    lab.ui.step(2);
    CHECK(lab.shows("poem \u22120.500"));
    CHECK(layoutFaults(lab).empty());
}

TEST_CASE("Play nudges one token after the other, and ends with the appended one") {
    LabUnderTest lab("write-a-poem");
    openLeakTest(lab);
    lab.ui.key(ImGuiKey_Home);
    lab.ui.key(ImGuiKey_Space);
    CHECK(lab.place().playing);
    for (int second = 0; second < 6 && lab.place().playing; ++second) lab.ui.wait(1);
    CHECK_FALSE(lab.place().playing);
    CHECK(probeIndex(lab.place().leak, lab.document().n()) == 3);
    CHECK(lab.place().step == 0);
}

TEST_CASE("a name that just fits above its column is whole on both sides") {
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        for (Index tokens = 12; tokens <= 16; ++tokens) {
            for (const double factor : {1.0, 2.0, 3.0, 4.0}) {
                LabUnderTest lab(ownWords(tokens, 8, factor), size);
                openTested(lab);
                CAPTURE(size.x);
                CAPTURE(tokens);
                CAPTURE(factor);
                const auto a = namesAbove(lab, "Centre/influence-a");
                CHECK(a == namesAbove(lab, "Centre/influence-b"));
                CHECK(static_cast<float>(a.size()) ==
                      shownCells(lab, lab.ui.find("Centre/influence-a").rect).x);
            }
        }
    }
}

TEST_CASE("bars of moves have their numbers in windows of every scale") {
    for (const float scale : {1.0f, 1.1f, 1.25f, 1.4f, 1.5f, 1.65f, 1.8f}) {
        for (const Index tokens : {3, 6, 8, 12}) {
            CAPTURE(scale);
            CAPTURE(tokens);
            LabUnderTest lab(ownSentence(tokens, 8), {scale * 2133, scale * 1200});
            static_cast<void>(lab.takeEffects());
            openLeakTest(lab);
            static_cast<void>(answerQuestions(lab));
            CHECK(lab.shows("stays still: 0"));
            CHECK(layoutFaults(lab).empty());
        }
    }
}

TEST_CASE("eight tokens have all their columns in the leak test, also with large numbers") {
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const double values : {1.0, 10.0, 100.0}) {
            LabUnderTest lab(ownWords(8, 16, 1, values), size);
            openTested(lab);
            CAPTURE(size.x);
            CAPTURE(values);
            for (const char* const side : {"Centre/influence-a", "Centre/influence-b"}) {
                CHECK(shownCells(lab, lab.ui.find(side).rect).x == 8);
            }
        }
    }
}

TEST_CASE("a leak whose derivative is 0 is not shown as 0") {
    LabUnderTest lab(ownWords(6, 8, 12), kUsual);
    openTested(lab);
    const LeakAnswer& answer = lab.state().leaks.report().answers.b;
    REQUIRE(answer.verdict);
    int zeros = 0;
    const ImRect grid = lab.ui.find("Centre/influence-b").rect;
    const ImVec2 size{grid.GetWidth() / 6, grid.GetHeight() / 6};
    for (const Cell cell : answer.verdict->leaks) {
        const ImVec2 min{grid.Min.x + size.x * static_cast<float>(cell.col),
                         grid.Min.y + size.y * static_cast<float>(cell.row)};
        const std::string text = lab.textIn({min, {min.x + size.x, min.y + size.y}});
        CHECK(text != "0");
        if (answer.influence->norms(cell.row, cell.col) != 0) continue;
        ++zeros;
        CHECK(text == "~0");
    }
    CHECK(zeros > 0);
}

TEST_CASE("the bars of the leak test say which side they are of, up to sixteen tokens") {
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        for (const Index tokens : {6, 8, 12, 16}) {
            LabUnderTest lab(ownWords(tokens, 8), size);
            openTested(lab);
            CAPTURE(size.x);
            CAPTURE(tokens);
            // Bars beside the rows of a side have no name of their own.
            const bool are_beside = lab.ui.find("Centre/influence-b").rect.Min.y >
                                    lab.ui.find("Centre/influence-a").rect.Max.y;
            if (are_beside) continue;
            for (const char* const side : {"masked", "unmasked"}) {
                const auto count = std::ranges::count(lab.texts(), side, &LayoutProbe::Text::text);
                CHECK(count == 1);
            }
        }
    }
}

TEST_CASE("names stand above the middle of the cells of the leak test, and its digits read well") {
    LabUnderTest lab(ownWords(6, 8), kUsual);
    openTested(lab);
    for (const ThemeId theme_id : kThemes) {
        lab.act(Change(&Preferences::theme, theme_id));
        lab.ui.step(2);
        const ImRect grid = lab.ui.find("Centre/influence-a").rect;
        const ImVec2 size{grid.GetWidth() / 6, grid.GetHeight() / 6};
        Index named = 0;
        for (const LayoutProbe::Text& text :
             textsIn(lab, {{grid.Min.x, grid.Min.y - 24}, {grid.Max.x, grid.Min.y}})) {
            const float middle = grid.Min.x + size.x * (static_cast<float>(named++) + 0.5f);
            CHECK(std::abs(text.drawn.center().x - middle) < 3);
        }
        CHECK(named == 6);
        const Matrix<double>& norms = lab.state().leaks.report().answers.a.influence->norms;
        for (Index row = 0; row < 6; ++row) {
            for (Index col = 0; col <= row; ++col) {
                CAPTURE(norms(row, col));
                const ImVec2 corner{grid.Min.x + size.x * static_cast<float>(col) + 6,
                                    grid.Min.y + size.y * static_cast<float>(row) + 6};
                CHECK(contrast(theme(theme_id).ink, lab.ui.colorAt(corner)) >= 5.0f);
            }
        }
    }
}

TEST_CASE("sixteen tokens have all their rows and columns where each side has the whole width") {
    for (const ImVec2 size : windows({kUsual, kProjector})) {
        for (const Index width : {4, 16}) {
            LabUnderTest lab(ownWords(16, width), size);
            openTested(lab);
            CAPTURE(size.x);
            CAPTURE(width);
            const ImRect a = lab.ui.find("Centre/influence-a").rect;
            const ImRect b = lab.ui.find("Centre/influence-b").rect;
            CHECK(b.Min.y > a.Max.y);
            for (const ImRect& grid : {a, b}) {
                CHECK(shownCells(lab, grid).x == 16);
                CHECK(shownCells(lab, grid).y == 16);
                // Each row has the number of its bar, or says that its output does not move.
                CHECK(textsIn(lab, {{grid.Max.x, grid.Min.y}, {size.x - 340, grid.Max.y}}).size() ==
                      16);
            }
            LayoutReport report;
            report.add("sixteen tokens", layoutFaults(lab), {"shortened"});
            CHECK_MESSAGE(report.empty(), report.text());
        }
    }
}

TEST_CASE("both verdicts fill their boxes, and no word stands alone in a last line") {
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const Index tokens : {1, 3, 6, 8, 12, 16}) {
            for (const bool is_presented : {false, true}) {
                LabUnderTest lab(ownWords(tokens, 8), size);
                openTested(lab);
                if (is_presented) lab.act(SetPresenting{true});
                lab.ui.step(3);
                CAPTURE(size.x);
                CAPTURE(tokens);
                CAPTURE(is_presented);
                std::vector<std::size_t> lines;
                for (const Side side : {Side::a, Side::b}) {
                    const std::vector<ImRect> found = linesOfVerdict(lab, side);
                    REQUIRE(!found.empty());
                    float widest = 0;
                    for (const ImRect& line : found) widest = std::max(widest, line.GetWidth());
                    CHECK(found.back().GetWidth() >= 0.3f * widest);
                    lines.push_back(found.size());
                }
                CHECK(std::max(lines[0], lines[1]) <= std::min(lines[0], lines[1]) + 2);
            }
        }
    }
}
