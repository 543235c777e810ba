// Compare: two variants side by side, and nothing in it that is not so.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/look/fonts.h"
#include "app/state/commands/commands.h"
#include "app/widgets/matrix_grid.h"
#include "core/base/text.h"
#include "core/compare/findings.h"
#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/words/say.h"
#include "tests/app/layout_check.h"
#include "tests/app/type_sizes.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr ImGuiKeyChord kCompareModeCompare = ImGuiMod_Alt | ImGuiKey_2;

/// The grids of a stage in Compare: A, B, and beside or below them the difference.
std::vector<UiItem> gridsOf(const LabUnderTest& lab, MatrixId id) {
    std::vector<UiItem> grids;
    for (const UiItem& item : lab.ui.items()) {
        if (item.window == "Centre" && item.label == info(id).name) grids.push_back(item);
    }
    std::sort(grids.begin(), grids.end(), [](const UiItem& a, const UiItem& b) {
        return std::pair(a.rect.Min.y, a.rect.Min.x) < std::pair(b.rect.Min.y, b.rect.Min.x);
    });
    return grids;
}

/// What is written in a cell of a grid.
std::string writtenIn(const LabUnderTest& lab, const UiItem& grid, Cell cell, Index rows,
                      Index cols) {
    const ImVec2 size{grid.rect.GetWidth() / static_cast<float>(cols),
                      grid.rect.GetHeight() / static_cast<float>(rows)};
    const ImVec2 at{grid.rect.Min.x + size.x * static_cast<float>(cell.col),
                    grid.rect.Min.y + size.y * static_cast<float>(cell.row)};
    return lab.textIn({at, {at.x + size.x, at.y + size.y}});
}

/// Returns the numbers of rows and columns of a grid that have digits.
Cell cellsWithDigits(const LabUnderTest& lab, const UiItem& grid) {
    std::vector<float> lines;
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (grid.rect.Contains(text.drawn.center())) lines.push_back(text.drawn.center().y);
    }
    REQUIRE(!lines.empty());
    const float top = *std::min_element(lines.begin(), lines.end());
    const Index across =
        std::count_if(lines.begin(), lines.end(), [top](float y) { return std::abs(y - top) < 3; });
    return {std::ssize(lines) / across, across};
}

/// Returns the place of the first cell of a part in its whole matrix. @param shown its cells
Cell firstOfPart(LabUnderTest& lab, const UiItem& grid, Cell shown) {
    lab.ui.move({grid.rect.Min.x + grid.rect.GetWidth() / static_cast<float>(2 * shown.col),
                 grid.rect.Min.y + grid.rect.GetHeight() / static_cast<float>(2 * shown.row)});
    lab.ui.step(2);
    REQUIRE(lab.hands().hovered.has_value());
    const Cell first = lab.hands().hovered->cell;
    lab.ui.move({2, 2});
    lab.ui.step(2);
    return first;
}

/// The two that are compared, computed anew.
struct Pair {
    explicit Pair(const LabUnderTest& lab)
        : a(*chosenVariant(lab.document(), lab.place().compared.a)),
          b(*chosenVariant(lab.document(), lab.place().compared.b)),
          of_a(attend(a)),
          of_b(attend(b)) {}
    Document a;
    Document b;
    Trace of_a;
    Trace of_b;
};

void chooseVariant(LabUnderTest& lab, Side side, const VariantChoice& choice) {
    lab.act(SetVariant{side, choice});
    lab.ui.step();
}

}  // namespace

TEST_CASE("Compare shows the document beside its unmasked twin, and how they differ") {
    for (const LessonEntry& lesson : lessons()) {
        LabUnderTest lab(lesson.id);
        lab.ui.key(kCompareModeCompare);
        lab.ui.step(2);
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
            lab.goTo(step);
            lab.ui.step(2);
            const MatrixId id = stageInFocus(lab.state());
            CAPTURE(lesson.id);
            CAPTURE(info(id).name);
            const Pair pair(lab);
            const std::vector<UiItem> grids = gridsOf(lab, id);
            if (comparisonFault(pair.a, pair.b, id)) {
                CHECK(lab.shows("These variants cannot be compared here."));
                CHECK(grids.empty());
                continue;
            }
            REQUIRE(grids.size() == 3);
            const MatrixView a = pair.of_a.view(id);
            const MatrixView b = pair.of_b.view(id);
            const Cell shown = cellsWithDigits(lab, grids[2]);
            const bool is_whole = shown == Cell{a.rows(), a.cols()};
            const Cell first = is_whole ? Cell{0, 0} : firstOfPart(lab, grids[2], shown);
            for (Index row = 0; row < shown.row; ++row) {
                for (Index col = 0; col < shown.col; ++col) {
                    const Cell cell{first.row + row, first.col + col};
                    const double difference = numberDifference(a(cell), b(cell));
                    const std::string written =
                        writtenIn(lab, grids[2], {row, col}, shown.row, shown.col);
                    const std::size_t point = written.find('.');
                    const int decimals = point == std::string::npos
                                             ? 0
                                             : static_cast<int>(written.size() - point - 1);
                    CHECK(written == cellText(difference, false, decimals));
                }
            }
        }
    }
}

TEST_CASE("each side has the names of its own tokens, and the difference those of both") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(kCompareModeCompare);
    chooseVariant(lab, Side::b,
                  {.kind = VariantKind::file,
                   .name = "other",
                   .file = std::make_shared<const Document>(lessonDocument("the-cat-sat"))});
    lab.ui.step(2);
    CHECK(lab.shows("The"));
    CHECK(lab.shows("a/Cat"));
    CHECK(lab.shows("poem/Sat"));
}

TEST_CASE("variants whose matrices differ in size or in kind are refused in words of the window") {
    LabUnderTest lab("numpy-from-scratch");
    lab.ui.key(kCompareModeCompare);
    chooseVariant(lab, Side::b,
                  {.kind = VariantKind::file,
                   .name = "other",
                   .file = std::make_shared<const Document>(lessonDocument("write-a-poem"))});
    lab.goTo("Softmax");
    lab.ui.step(2);
    CHECK(lab.shows("These variants cannot be compared here."));
    CHECK(lab.shows("The size of the attention weights is 4 × 4 in A and 3 × 3 in B."));
    lab.goTo("Output");
    lab.ui.step(2);
    CHECK(lab.shows("B has no outputs."));
}

TEST_CASE("what changed is said as the engine finds it, and follows every edit") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Softmax");
    lab.ui.key(kCompareModeCompare);
    lab.ui.step(2);
    const auto check = [&] {
        const Pair pair(lab);
        const Compared compared{{pair.a, pair.of_a}, {pair.b, pair.of_b}};
        const auto labels = comparedLabels(pair.a, pair.b);
        const auto findings = comparisonFindings(compared, MatrixId::attention_weights, 0);
        REQUIRE_FALSE(findings.empty());
        CHECK(lab.shows(english().text(tell(findings.front(), compared, labels))));
    };
    check();
    lab.act(SetNumber{MatrixId::w_query, {0, 0}, 3});
    lab.ui.step();
    check();
    chooseVariant(lab, Side::b, {.kind = VariantKind::value, .masking = {.value = -5}});
    check();
    lab.act(SetMasked{false});
    lab.ui.step();
    check();
}

TEST_CASE("one cell is pointed at in all three, and its tooltip tells all three numbers") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Softmax");
    lab.ui.key(kCompareModeCompare);
    lab.ui.step(2);
    const auto grids = gridsOf(lab, MatrixId::attention_weights);
    REQUIRE(grids.size() == 3);
    lab.ui.move({grids[1].rect.Max.x - 8, grids[1].rect.Min.y + 8});
    lab.ui.wait(1);
    CHECK(lab.hands().hovered == Target{MatrixId::attention_weights, 0, {0, 2}});
    const Pair pair(lab);
    std::string tip;
    for (const std::string& words : lab.tooltip()) tip += words + "\n";
    const double b = pair.of_b.view(MatrixId::attention_weights)(0, 2);
    CHECK(tip.find("A: 0\n") != std::string::npos);
    CHECK(tip.find("B: " + shortestDigits(b, ScalarKind::float32)) != std::string::npos);
    CHECK(tip.find("Blocked in A") != std::string::npos);
    CHECK(tip.find("Masked in B") == std::string::npos);
}

TEST_CASE("the tooltip of a cell has a sign before the lowered letter of its symbol") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Mask");
    lab.ui.key(kCompareModeCompare);
    lab.ui.step(2);
    const auto grids = gridsOf(lab, MatrixId::masked_scores);
    REQUIRE(grids.size() == 3);
    lab.ui.move({grids[1].rect.Max.x - 8, grids[1].rect.Min.y + 8});
    lab.ui.wait(1);
    CHECK(lab.tooltip().at(0).starts_with("S_M[Write, poem]"));
}

TEST_CASE("a snapshot is held against what is changed after it, is kept, and can be undone") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiKey_F8);
    lab.ui.step();
    REQUIRE(lab.document().snapshots.size() == 1);
    CHECK(lab.state().is_as_opened);  // the lesson's words are still true
    lab.ui.key(kCompareModeCompare);
    lab.goTo("Softmax");
    lab.act(SetNumber{MatrixId::w_key, {1, 1}, 2});
    lab.ui.step(2);
    CHECK(lab.shows("Snapshot 1"));
    const Pair pair(lab);
    CHECK(pair.a == *lab.document().snapshots.front().document);
    CHECK(pair.b == lab.document());
    lab.act(RemoveSnapshot{"Snapshot 1"});
    CHECK(lab.document().snapshots.empty());
    CHECK(lab.place().compared.a.kind == VariantKind::document);
    lab.act(Undo{});
    CHECK(lab.document().snapshots.size() == 1);
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("without its snapshot Compare and the Leak test show masked against unmasked") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Softmax");
    lab.ui.key(ImGuiKey_F8);
    lab.ui.step();
    REQUIRE(lab.place().compared.a.kind == VariantKind::snapshot);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    lab.ui.key(kCompareModeCompare);
    lab.ui.step(2);
    CHECK(lab.place().compared == ComparedChoices{});
    CHECK_FALSE(lab.shows("Snapshot 1"));
    CHECK(gridsOf(lab, MatrixId::attention_weights).size() == 3);
    lab.ui.key(ImGuiMod_Alt | ImGuiKey_3);
    lab.ui.step(2);
    CHECK_FALSE(lab.shows("These two cannot be tested."));
    // A document that was opened has snapshots of its own, or none.
    lab.ui.key(ImGuiKey_F8);
    lab.act(OpenLesson{"the-cat-sat", false});
    CHECK(lab.place().compared == ComparedChoices{});
}

TEST_CASE("Compare opens at the first step that differs where the present one does not") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Queries");
    lab.act(SelectToken{1});
    lab.ui.key(kCompareModeCompare);
    lab.ui.step(2);
    CHECK(lab.step() == "Mask");
    CHECK(lab.state().token() == 1);
    CHECK(lab.place().revealed == lab.state().shown.lastCell(lab.state().step()));
    // Within Compare one goes where one likes.
    lab.goTo("Queries");
    lab.ui.key(kCompareModeCompare);
    lab.ui.step(2);
    CHECK(lab.step() == "Queries");
    // A step that differs stays.
    lab.ui.key(ImGuiMod_Alt | ImGuiKey_1);
    lab.goTo("Softmax");
    lab.ui.key(kCompareModeCompare);
    lab.ui.step(2);
    CHECK(lab.step() == "Softmax");
    // Where nothing differs, none is better.
    lab.ui.key(ImGuiMod_Alt | ImGuiKey_1);
    lab.goTo("Queries");
    lab.act(SetMasked{false});
    lab.ui.key(kCompareModeCompare);
    lab.ui.step(2);
    CHECK(lab.step() == "Queries");
}

TEST_CASE("what the document cannot become is refused with a reason") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(kCompareModeCompare);
    chooseVariant(lab, Side::b, {.kind = VariantKind::dtype, .dtype = DType::float16});
    CHECK(lab.place().compared.b.kind == VariantKind::unmasked);
    CHECK(english().text(lab.state().notice).find("float16") != std::string::npos);
    // Places count from 1 in the window.
    lab.act(SetMasking{{MaskingMethod::zero}});
    lab.act(SetNumber{MatrixId::w_query, {0, 1}, 1e6});
    chooseVariant(lab, Side::b, {.kind = VariantKind::dtype, .dtype = DType::float16});
    CHECK(english().text(lab.state().notice).starts_with("weights.query[1][2]: "));
}

TEST_CASE("stages and modes are chosen by their buttons") {
    LabUnderTest lab("write-a-poem");
    lab.ui.resize(kProjector);
    lab.ui.step(2);
    lab.ui.click("Top/###compare");
    lab.ui.step(2);
    CHECK(lab.place().mode == Mode::compare);
    lab.ui.click("Centre/##stage");
    lab.ui.step(3);
    lab.ui.click("popup/Attention weights");
    lab.ui.step(3);
    CHECK(stageInFocus(lab.state()) == MatrixId::attention_weights);
    lab.ui.click("Centre/##b");
    lab.ui.step(3);
    lab.ui.click("popup/###document");
    lab.ui.step(3);
    CHECK(lab.place().compared.b.kind == VariantKind::document);
    lab.ui.resize({1100, 720});  // where the tabs are a menu
    lab.ui.step(2);
    lab.ui.click("Top/##modes");
    lab.ui.step(3);
    lab.ui.click("popup/###command-lab");
    lab.ui.step(3);
    CHECK(lab.place().mode == Mode::lab);
}

TEST_CASE("the layout of Compare is sound at every size, in both themes and presented") {
    LayoutReport report;
    const auto look = [&](LabUnderTest& lab, const std::string& name) {
        lab.ui.key(kCompareModeCompare);
        for (const ThemeId theme_id : kThemes) {
            lab.act(Change(&Preferences::theme, theme_id));
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                lab.ui.step(2);
                const ImVec2 size = ImGui::GetIO().DisplaySize;
                report.add(
                    fmt::format("{}, {}, {}, {}", name, lab.step(), theme(theme_id).name, size.x),
                    layoutFaults(lab));
            }
        }
    };
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const bool presenting : {false, true}) {
            for (const LessonEntry& lesson : lessons()) {
                LabUnderTest lab(lesson.id, size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                look(lab, std::string(lesson.id));
            }
            for (const Index tokens : {0, 1, 3, 6, 16, 20}) {
                LabUnderTest lab(randomDocument({.tokens = tokens}), size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                look(lab, fmt::format("{} tokens", tokens));
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("A, B and their difference have digits of every sentence up to 32 tokens") {
    for (const Index tokens : {6, 8, 9, 12, 16, 32}) {
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            LabUnderTest lab(randomDocument({.tokens = tokens, .d_in = 8, .d_k = 8, .d_v = 8}),
                             size);
            lab.act(SetMode{Mode::compare});
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                CAPTURE(tokens);
                CAPTURE(size.x);
                CAPTURE(lab.step());
                const std::vector<UiItem> cells = gridsOf(lab, focusedTarget(lab.state())->id);
                REQUIRE(cells.size() == 3);
                for (const UiItem& one : cells) {
                    CHECK(smallestType(lab, one.rect, kMonoLine) >= 11.4f);
                }
                CHECK(layoutFaults(lab).empty());
            }
        }
    }
}

TEST_CASE("few long rows stand below each other, so that more of their columns have digits") {
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        LabUnderTest lab(randomDocument({.tokens = 3, .d_in = 16, .d_k = 16, .d_v = 16}), size);
        lab.act(SetMode{Mode::compare});
        lab.goTo("Weighted sum");
        const std::vector<UiItem> cells = gridsOf(lab, MatrixId::context);
        REQUIRE(cells.size() == 3);
        CAPTURE(size.x);
        CHECK(cells[1].rect.Min.y > cells[0].rect.Max.y);
        CHECK(cells[2].rect.Min.y > cells[1].rect.Max.y);
        CHECK(cellsWithDigits(lab, cells[0]).col >= 10);
        CHECK(layoutFaults(lab).empty());
    }
}

TEST_CASE("both scales of colours of Compare say of which matrices they are") {
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const Index tokens : {3, 6, 16}) {
            for (const bool presents : {false, true}) {
                LabUnderTest lab(randomDocument({.tokens = tokens, .d_in = 8}), size);
                lab.ui.key(kCompareModeCompare);
                if (presents) lab.ui.key(ImGuiKey_F5);
                lab.ui.step(2);
                CAPTURE(size.x);
                CAPTURE(tokens);
                CAPTURE(presents);
                const auto find = [&](std::string_view name) {
                    return std::ranges::find(lab.texts(), name, &LayoutProbe::Text::text);
                };
                const auto sides = find("A, B");
                const auto difference = find("B \u2212 A");
                REQUIRE(sides != lab.texts().end());
                REQUIRE(difference != lab.texts().end());
                CHECK(std::abs(sides->drawn.center().y - difference->drawn.center().y) < 2);
                CHECK(sides->drawn.max.x < difference->drawn.min.x);
                // The scale of the difference ends with its cells, or closely follows the other.
                const ImRect cells = gridsOf(lab, lab.state().step().results.back()).back().rect;
                float first_end = 0;
                float end = 0;
                for (const LayoutProbe::Text& text : lab.texts()) {
                    const float y = text.drawn.center().y;
                    const bool is_range = text.text.find(" \u2026 ") != std::string::npos &&
                                          std::abs(y - difference->drawn.center().y) < 4;
                    if (!is_range) continue;
                    const bool is_second = text.drawn.min.x > difference->drawn.max.x;
                    (is_second ? end : first_end) = text.drawn.max.x;
                }
                REQUIRE(first_end > 0);
                REQUIRE(end > 0);
                const bool follows = difference->drawn.min.x - first_end < 60;
                CHECK((end <= cells.Max.x + 2 || follows));
            }
        }
    }
}
