// What an act has just changed: it glows while one drags, and signed differences stand beside the
// outputs until the next act.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/state/model/before.h"
#include "app/widgets/matrix_grid.h"
#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/engine/changed_cells.h"
#include "core/io/lesson_library.h"
#include "tests/app/layout_check.h"
#include "tests/app/signed_difference.h"
#include "tests/combinations.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr MatrixId kChangeWeights = MatrixId::w_query;

/// A cell of a matrix in the focus.
ImRect cellBox(const LabUnderTest& lab, std::string_view item, Cell cell, Index rows, Index cols) {
    const ImRect all = lab.ui.find(item).rect;
    const float gap = lab.look().px(2);
    const float wide = (all.GetWidth() + gap) / static_cast<float>(cols);
    const float high = (all.GetHeight() + gap) / static_cast<float>(rows);
    const ImVec2 min{all.Min.x + wide * static_cast<float>(cell.col),
                     all.Min.y + high * static_cast<float>(cell.row)};
    return {min, {min.x + wide - gap, min.y + high - gap}};
}

/// True where rings in the colour of the highlight lie in a cell; the frame of the cell in focus
/// has its full strength, what fades within a ring has not.
bool glows(const LabUnderTest& lab, const ImRect& box) {
    const std::vector<ImU32> inks = lab.ui.inksIn(box);
    return std::any_of(inks.begin(), inks.end(), [&](ImU32 ink) {
        const ImU32 alpha = ink & IM_COL32_A_MASK;
        return (ink | IM_COL32_A_MASK) == lab.look().colors().highlight && alpha != 0 &&
               alpha != IM_COL32_A_MASK;
    });
}

/// So many points of a thumbnail glow.
int glowOfThumbnail(const LabUnderTest& lab, MatrixId id) {
    const ImRect box = lab.ui.find(fmt::format("Centre/{}##ribbon", info(id).name)).rect;
    const ImRect below_title(box.Min.x + 5, box.Min.y + lab.look().px(25), box.Max.x - 5,
                             box.Max.y - 5);
    const std::vector<ImU32> colors = lab.ui.colorsIn(below_title, {1, 1});
    return static_cast<int>(std::count_if(colors.begin(), colors.end(), [&](ImU32 color) {
        return (color | IM_COL32_A_MASK) == lab.look().colors().highlight;
    }));
}

/// Presses on the first query weight and draws it to the right, without letting go.
void beginDrag(LabUnderTest& lab, ImVec2 at, float pixels = 60) {
    lab.ui.move(at);
    lab.ui.press();
    lab.ui.move({at.x + pixels / 2, at.y});
    lab.ui.move({at.x + pixels, at.y});
    lab.ui.step(2);
    REQUIRE(lab.hands().doing<NumberDrag>() != nullptr);
}

void letGo(LabUnderTest& lab) {
    lab.ui.release();
    lab.ui.step(2);
}

/// Counts the cells of a matrix in the focus that glow, and checks that they are those that differ.
int checkGlow(const LabUnderTest& lab, const Document& was_document, const Trace& was,
              MatrixId id) {
    const MatrixView before = matrixById(was_document, was, id);
    const MatrixView now = matrixById(lab.document(), lab.trace(), id);
    const bool is_hatched = lab.state().shown.isHatched(id);
    int count = 0;
    for (Index row = 0; row < now.rows(); ++row) {
        for (Index col = 0; col < now.cols(); ++col) {
            CAPTURE(info(id).name);
            CAPTURE(row);
            CAPTURE(col);
            const ImRect box = cellBox(lab, fmt::format("Centre/{}", info(id).name), {row, col},
                                       now.rows(), now.cols());
            const bool is_masked = is_hatched && lab.trace().view(MatrixId::mask)(row, col) == 0;
            const bool differs = !sameBits(before(row, col), now(row, col)) && !is_masked;
            CHECK(glows(lab, box) == differs);
            count += differs ? 1 : 0;
        }
    }
    return count;
}

/// The signed differences that stand in the cells of a result; all are checked.
int checkDifferences(const LabUnderTest& lab, const Trace& was, MatrixId id) {
    const MatrixView before = was.view(id);
    const MatrixView now = lab.trace().view(id);
    int count = 0;
    for (Index row = 0; row < now.rows(); ++row) {
        for (Index col = 0; col < now.cols(); ++col) {
            CAPTURE(row);
            CAPTURE(col);
            const std::string text = lab.textIn(cellBox(
                lab, fmt::format("Centre/{}", info(id).name), {row, col}, now.rows(), now.cols()));
            const std::string expected = signedDifference(before(row, col), now(row, col));
            CHECK(text == cellText(now(row, col), false, 4) + expected);
            count += expected.empty() ? 0 : 1;
        }
    }
    return count;
}

}  // namespace

TEST_CASE("while a number is dragged exactly what differs glows, and nothing once it is let go") {
    for (const ThemeId theme_id : kThemes) {
        for (const bool presenting : {false, true}) {
            CAPTURE(presenting);
            LabUnderTest lab("write-a-poem", kProjector);
            lab.act(Change(&Preferences::theme, theme_id));
            if (presenting) lab.ui.key(ImGuiKey_F5);
            lab.goTo("Queries");
            const Document before = lab.document();
            const Trace was = attend(before);
            beginDrag(lab, lab.figureCell("Centre/weights.query", {0, 1}, 2, 2));
            CHECK(checkGlow(lab, before, was, kChangeWeights) == 1);
            CHECK(checkGlow(lab, before, was, MatrixId::query) == 3);
            CHECK(checkGlow(lab, before, was, MatrixId::embeddings) == 0);
            letGo(lab);
            CHECK_FALSE(glows(lab, cellBox(lab, "Centre/query", {0, 1}, 3, 2)));
            CHECK_FALSE(glows(lab, cellBox(lab, "Centre/weights.query", {0, 1}, 2, 2)));
        }
    }
}

TEST_CASE("what follows glows in later steps, but for what is masked, and in the thumbnails") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.goTo("Softmax");
    const Document before = lab.document();
    const Trace was = attend(before);
    beginDrag(lab, lab.center(kChangeWeights, {0, 0}));
    CHECK(checkGlow(lab, before, was, MatrixId::attention_weights) > 3);
    CHECK(checkGlow(lab, before, was, MatrixId::masked_scores) == 6);
    CHECK(glows(lab, lab.ui.find(LabUnderTest::cell(kChangeWeights, {0, 0})).rect));
    CHECK_FALSE(glows(lab, lab.ui.find(LabUnderTest::cell(kChangeWeights, {0, 1})).rect));
    CHECK(glowOfThumbnail(lab, MatrixId::scores) > 0);
    CHECK(glowOfThumbnail(lab, MatrixId::context) > 0);
    CHECK(glowOfThumbnail(lab, MatrixId::value) == 0);
    CHECK(glowOfThumbnail(lab, MatrixId::key) == 0);
    letGo(lab);
    CHECK(glowOfThumbnail(lab, MatrixId::scores) == 0);
}

TEST_CASE("a drag that comes back to where it began glows nowhere") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.goTo("Queries");
    const Document before = lab.document();
    const Trace was = attend(before);
    const ImVec2 at = lab.figureCell("Centre/weights.query", {0, 0}, 2, 2);
    beginDrag(lab, at);
    CHECK(checkGlow(lab, before, was, MatrixId::query) == 3);
    lab.act(dragged(SetNumber{kChangeWeights, {0, 0}, before.weights.query(0, 0)}));
    CHECK(checkGlow(lab, before, was, MatrixId::query) == 0);
    CHECK(checkGlow(lab, before, was, kChangeWeights) == 0);
    letGo(lab);
}

TEST_CASE("signed differences stand in the result until the next act") {
    for (const bool presenting : {false, true}) {
        CAPTURE(presenting);
        LabUnderTest lab("write-a-poem", kProjector);
        if (presenting) lab.ui.key(ImGuiKey_F5);
        lab.goTo("Queries");
        const Trace was = attend(lab.document());
        beginDrag(lab, lab.figureCell("Centre/weights.query", {0, 1}, 2, 2), 90);
        CHECK(checkDifferences(lab, was, MatrixId::query) == 3);
        letGo(lab);
        CHECK(checkDifferences(lab, was, MatrixId::query) == 3);
        lab.ui.move({5, 5});
        lab.ui.wait(2);
        CHECK(checkDifferences(lab, was, MatrixId::query) == 3);
        lab.ui.key(ImGuiKey_1);
        lab.ui.step();
        CHECK(checkDifferences(lab, attend(lab.document()), MatrixId::query) == 0);
    }
}

TEST_CASE("a typed number, M, a renamed word and undo are acts, too") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.goTo("Queries");
    const auto is_told = [&](const Trace& was) {
        lab.ui.wait(0.6);  // till matrices stand where they are to stand
        return checkDifferences(lab, was, MatrixId::query) > 0;
    };
    Trace was = attend(lab.document());
    lab.typeInto(kChangeWeights, {0, 0}, "2");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(is_told(was));
    was = attend(lab.document());
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    lab.ui.step();
    CHECK(is_told(was));
    was = attend(lab.document());
    lab.act(RenameToken{1, "the", true});
    CHECK(is_told(was));
    // Tab takes a number and opens the field of the next one.
    was = attend(lab.document());
    lab.typeInto(kChangeWeights, {0, 0}, "3");
    lab.ui.key(ImGuiKey_Tab);
    lab.ui.step(2);
    CHECK(is_told(was));
}

TEST_CASE("glow, differences and words stand on nothing else") {
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const Index tokens : {1, 3, 6, 16}) {
            for (const bool presenting : {false, true}) {
                LayoutReport report;
                Document document =
                    randomDocument({.tokens = tokens, .d_in = 3, .d_k = 2, .d_v = 4});
                LabUnderTest lab(document, size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                const std::string name = fmt::format("{} tokens, {}, {}", tokens, size.x,
                                                     presenting ? "presented" : "Lab");
                for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                    lab.goTo(step);
                    lab.carryOut(dragged(SetNumber{kChangeWeights, {0, 0}, 1.75}));
                    lab.carryOut(dragged(SetNumber{MatrixId::embeddings, {0, 0}, -1.5}));
                    lab.ui.step(2);
                    report.add(name + ", dragged", layoutFaults(lab));
                    lab.carryOut(FinishDrag{});
                    lab.ui.step(2);
                    report.add(name + ", let go", layoutFaults(lab));
                    for (int k = 0; k < 2; ++k) {
                        lab.ui.key(ImGuiKey_M);
                        lab.ui.wait(0.5f);  // till the motion has ended
                        report.add(name + ", M", layoutFaults(lab));
                    }
                    lab.undoAll();
                }
                CHECK_MESSAGE(report.empty(), report.text());
            }
        }
    }
}
