// How attention is written is a matter of taste: it changes what is drawn, and nothing else.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/update/update.h"
#include "app/widgets/matrix_grid.h"
#include "core/document/edit.h"
#include "core/explain/in_conventions.h"
#include "core/words/say.h"
#include "tests/app/layout_check.h"
#include "tests/core/narrator_documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr Conventions kUsually{};
constexpr Conventions kBlocked{.true_is_allowed = false};
constexpr Conventions kColumns{.rows_are_queries = false};
constexpr Conventions kBoth{.true_is_allowed = false, .rows_are_queries = false};

/// All that the graphics card is told to draw.
std::vector<ImDrawVert> frameOf(LabUnderTest& lab) {
    lab.ui.step(3);
    std::vector<ImDrawVert> frame;
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
        frame.insert(frame.end(), list->VtxBuffer.begin(), list->VtxBuffer.end());
    }
    return frame;
}

bool isSame(const std::vector<ImDrawVert>& a, const std::vector<ImDrawVert>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0;
}

/// The steps whose results are pairs of a query and a key.
std::vector<std::size_t> stepsOfPairs(const LabUnderTest& lab) {
    std::vector<std::size_t> steps;
    for (std::size_t at = 0; at < lab.state().steps().size(); ++at) {
        const auto& results = lab.state().steps()[at].results;
        if (std::all_of(results.begin(), results.end(), isOfPairs)) steps.push_back(at);
    }
    return steps;
}

/// Every text of the last frame that has this as a word of its own.
std::string textsWith(const LabUnderTest& lab, std::string_view word) {
    std::string found;
    // The label of this command names rows, and so does the wrong axis of softmax in the mask's
    // menu.
    const std::string turning = english().text(command("queries").label());
    const auto look = [&](const std::string& text) {
        if (text == turning || text.starts_with("over rows")) return;
        const std::string spaced = " " + text + " ";
        for (const std::string_view end : {" ", ",", ".", ":", "\u2019"}) {
            if (spaced.find(fmt::format(" {}{}", word, end)) == std::string::npos) continue;
            found += text + "\n";
            return;
        }
    };
    // "One row of K": the sentence above the left operand of a product means a row of this matrix.
    std::string_view before;
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (before != "One " || text.text != "row ") look(text.text);
        before = text.text;
    }
    for (const std::string& words : lab.tooltip()) look(words);
    return found;
}

void checkNoRows(const LabUnderTest& lab) {
    for (const char* const word : {"row", "rows", "Row", "Rows", "ROW"}) {
        const std::string found = textsWith(lab, word);
        CHECK_MESSAGE(found.empty(), lab.step(), ": ", found);
    }
}

/// Where a pair stands in a matrix of n by n that is drawn with queries as columns.
ImVec2 placeOf(const LabUnderTest& lab, MatrixId id, Cell cell) {
    const Index n = lab.document().n();
    return lab.figureCell(fmt::format("Centre/{}", info(id).name), {cell.col, cell.row}, n, n);
}

}  // namespace

TEST_CASE("there and back again is the same frame, and no document is touched") {
    for (const LessonEntry& lesson : lessons()) {
        for (const bool presented : {false, true}) {
            LabUnderTest lab(lesson.id, presented ? kProjector : kUsual);
            const Document document = lab.document();
            if (presented) lab.act(SetPresenting{true});
            lab.ui.move({5, 5});
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                lab.ui.wait(1);
                const auto before = frameOf(lab);
                for (const Conventions& conventions : {kBlocked, kColumns, kBoth}) {
                    lab.act(Change(&Preferences::conventions, conventions));
                    lab.ui.step(3);
                    lab.act(Change(&Preferences::conventions, kUsually));
                    CAPTURE(lab.step());
                    CHECK(isSame(frameOf(lab), before));
                }
                const auto& results = lab.state().step().results;
                if (!std::any_of(results.begin(), results.end(), isOfPairs)) continue;
                lab.act(Change(&Preferences::conventions, kColumns));
                CHECK(!isSame(frameOf(lab), before));
                lab.act(Change(&Preferences::conventions, kUsually));
            }
            CHECK(lab.document() == document);
            CHECK(!lab.state().document_work.history.canUndo());
            CHECK(isUpToDate(lab.state()));
        }
    }
}

TEST_CASE("with columns as queries, nothing in the window speaks of a query's row") {
    constexpr unsigned kDocuments = 40;
    for (unsigned seed = 0; seed < kDocuments; ++seed) {
        CAPTURE(seed);
        Document document = strangeDocument(seed);
        document.masking.softmax = SoftmaxOver::rows;  // over the wrong axis it is over rows here
        LabUnderTest lab(document, seed % 2 == 0 ? kUsual : kLaptop);
        lab.act(Change(&Preferences::conventions, kColumns));
        for (const bool presented : {false, true}) {
            if (presented) lab.act(SetPresenting{true});
            for (const std::size_t step : stepsOfPairs(lab)) {
                for (const Index cell :
                     {Index{0}, lab.state().shown.lastCell(lab.state().steps()[step])}) {
                    lab.act(GoTo{step, cell});
                    lab.ui.step(2);
                    checkNoRows(lab);
                }
            }
        }
        lab.act(SetPresenting{false});
        lab.act(SetMode{Mode::compare});
        lab.ui.step(2);
        for (const std::size_t step : stepsOfPairs(lab)) {
            lab.goTo(step);
            lab.ui.step(2);
            checkNoRows(lab);
        }
    }
}

TEST_CASE("with columns as queries, menus and what an edit made speak of columns") {
    for (const ImVec2 size : windows({kUsual, kLaptop})) {
        Document document = lessonDocument("causal-two-ways");
        document.lesson.reset();
        LabUnderTest lab(document, size);
        lab.act(Change(&Preferences::conventions, kColumns));
        for (const std::size_t step : stepsOfPairs(lab)) {
            lab.goTo(step);
            lab.ui.key(ImGuiKey_M);
            lab.ui.step(2);
            checkNoRows(lab);
            lab.dragCell(MatrixId::w_query, {0, 0}, 40);
            lab.ui.step(2);
            checkNoRows(lab);
            lab.undoAll();
        }
        for (const ImGuiKey key : {ImGuiKey_2, ImGuiKey_3}) {
            lab.ui.key(ImGuiMod_Ctrl | key);
            lab.ui.step(3);
            for (const char* const word : {"row", "rows"}) CHECK(textsWith(lab, word).empty());
            lab.ui.key(ImGuiKey_Escape);
            lab.ui.step(2);
        }
        lab.ui.key(ImGuiKey_F1);
        lab.ui.step(2);
        checkNoRows(lab);
    }
}

TEST_CASE("a pair is found where it stands, by pointing, clicking and painting") {
    LabUnderTest lab("causal-two-ways");
    lab.act(Change(&Preferences::conventions, kColumns));
    for (const MatrixId id :
         {MatrixId::scores, MatrixId::unmasked_weights, MatrixId::attention_weights}) {
        lab.goTo(*stepCovering(lab.state().steps(), id));
        lab.ui.step(2);
        for (const Cell cell : {Cell{4, 1}, Cell{5, 0}, Cell{2, 2}}) {
            lab.ui.move(placeOf(lab, id, cell));
            lab.ui.step(2);
            REQUIRE(lab.hands().hovered.has_value());
            CHECK(*lab.hands().hovered == Target{id, 0, cell});
            lab.ui.press();
            lab.ui.release();
            lab.ui.step(2);
            CHECK(focusedTarget(lab.state())->cell == cell);
        }
    }
    lab.goTo(*stepCovering(lab.state().steps(), MatrixId::mask));
    lab.ui.step(2);
    const Cell later{1, 4};
    REQUIRE(!allows(lab.document().mask, later.row, later.col));
    lab.ui.clickAt(placeOf(lab, MatrixId::mask, later));
    CHECK(allows(lab.document().mask, later.row, later.col));
    CHECK(lab.document().mask.flips == std::vector<Cell>{later});
}

TEST_CASE("keys go on query by query, whatever stands in rows") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Scores");
    lab.act(Change(&Preferences::conventions, kColumns));
    lab.act(GoTo{lab.place().step, 0});
    for (const Cell cell : {Cell{0, 1}, Cell{0, 2}, Cell{1, 0}}) {
        lab.ui.key(ImGuiKey_DownArrow);
        CHECK(focusedTarget(lab.state())->cell == cell);
    }
    lab.ui.step(2);
    CHECK(lab.shows("S[Write, a]"));
}

TEST_CASE("with columns as queries the operands meet in the result") {
    for (const ImVec2 size : windows({kUsual, kLaptop, kProjector})) {
        LabUnderTest lab("write-a-poem", size);
        lab.act(Change(&Preferences::conventions, kColumns));
        lab.goTo("Scores");
        lab.ui.step(2);
        const ImRect keys = lab.ui.find("Centre/key").rect;
        const ImRect queries = lab.ui.find("Centre/query").rect;
        const ImRect scores = lab.ui.find("Centre/scores").rect;
        CHECK(keys.Max.x < scores.Min.x);
        CHECK(keys.Min.y == scores.Min.y);
        CHECK(keys.Max.y == scores.Max.y);
        CHECK(queries.Max.y < scores.Min.y);
        CHECK(queries.Min.x == scores.Min.x);
        CHECK(queries.Max.x == scores.Max.x);
        lab.goTo("Weighted sum");
        lab.ui.step(2);
        CHECK(lab.shows("AT"));  // A transposed: its rows are queries again
        LayoutReport report;
        report.add("Weighted sum", layoutFaults(lab));
        CHECK_MESSAGE(report.empty(), report.text());
    }
}

TEST_CASE("with columns as queries the row without the mask is a column") {
    for (const ImVec2 size : windows({kUsual, kProjector})) {
        CAPTURE(size.y);
        LabUnderTest lab("write-a-poem", size);
        lab.goTo("Softmax");
        const auto numbers = [&] {
            lab.ui.step(2);
            std::vector<Rect> found;
            const MatrixView weights =
                lab.state().unmasked.of(lab.state().shown)->matrix(MatrixId::attention_weights, 0);
            const Index row = focusedTarget(lab.state())->cell.row;
            for (Index key = 0; key < weights.cols(); ++key) {
                const std::string wanted = cellText(weights(row, key), false, 4);
                // The last one is that of the card below the figure.
                const auto text =
                    std::find_if(lab.texts().rbegin(), lab.texts().rend(),
                                 [&](const LayoutProbe::Text& one) { return one.text == wanted; });
                REQUIRE(text != lab.texts().rend());
                found.push_back(text->drawn);
            }
            return found;
        };
        lab.act(SelectToken{0});
        const std::vector<Rect> row = numbers();
        CHECK(row[0].min.y == row[2].min.y);
        CHECK(row[0].max.x < row[1].min.x);
        lab.act(Change(&Preferences::conventions, kColumns));
        const std::vector<Rect> column = numbers();
        CHECK(std::abs(column[0].max.x - column[2].max.x) <= 1);
        CHECK(column[0].max.y <= column[1].min.y);
        CHECK(lab.shows("WITHOUT THE MASK"));
        LayoutReport report;
        report.add("Softmax", layoutFaults(lab));
        CHECK_MESSAGE(report.empty(), report.text());
    }
}

TEST_CASE("where true is blocked, the mask shows its numbers, and hatching says what it said") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Mask");
    const auto in = [&](Cell cell) {
        const ImRect all = lab.ui.find("Centre/mask").rect;
        const ImVec2 at = lab.figureCell("Centre/mask", cell, 3, 3);
        const ImVec2 half{all.GetWidth() / 6, all.GetHeight() / 6};
        return lab.textIn({{at.x - half.x, at.y - half.y}, {at.x + half.x, at.y + half.y}});
    };
    lab.ui.step(2);
    CHECK(in({2, 0}) == "\u2713");
    CHECK(in({0, 2}) == "\u00d7");
    const ImU32 hatched = lab.ui.colorAt(lab.figureCell("Centre/mask", {0, 2}, 3, 3));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_B);
    lab.ui.step(2);
    CHECK(in({2, 0}) == "0");
    CHECK(in({0, 2}) == "1");
    CHECK(lab.ui.colorAt(lab.figureCell("Centre/mask", {0, 2}, 3, 3)) == hatched);
}

TEST_CASE("the conventions are chosen in the settings and by keys") {
    LabUnderTest lab("write-a-poem");
    lab.choose("settings", "###true-blocked");
    CHECK(lab.preferences().conventions == kBlocked);
    lab.choose("settings", "Columns");
    CHECK(lab.preferences().conventions == kBoth);
    lab.choose("settings", "Columns");
    CHECK(lab.preferences().conventions == kBoth);
    lab.choose("settings", "###true-allowed");
    lab.choose("settings", "Rows");
    CHECK(lab.preferences().conventions == kUsually);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_R);
    CHECK(lab.preferences().conventions == kColumns);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_R);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_B);
    CHECK(lab.preferences().conventions == kBlocked);
}

TEST_CASE("a lesson speaks of rows or columns as the reader has chosen") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Softmax");
    lab.ui.step(2);
    CHECK(lab.showsLines("Softmax turns every row into weights"));
    lab.act(Change(&Preferences::conventions, kColumns));
    lab.ui.step(2);
    CHECK(lab.showsLines("Softmax turns every column into weights"));
}

TEST_CASE("in columns, no note of a lesson about scores and weights speaks of rows") {
    const Wording words = english().in(kColumns);
    for (const LessonEntry& entry : lessons()) {
        const Document document = lessonDocument(entry.id);
        for (const LessonNote& note : document.lesson->notes) {
            const std::string text = words.text(note.text);
            CHECK_MESSAGE(text.find("{@") == std::string::npos, text);
            if (!isOfPairs(note.stage) || note.text.in("en").find("{@column}") != std::string::npos)
                continue;
            CHECK_MESSAGE(text.find("row") == std::string::npos, text);
            CHECK_MESSAGE(text.find("above the diagonal") == std::string::npos, text);
        }
    }
}
