// Journeys: the mask is switched, painted and chosen, and so is how it is put on.
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/document/edit.h"
#include "core/masking/methods.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The middle of a cell of the mask in the focus.
ImVec2 maskCell(const LabUnderTest& lab, Cell cell) {
    const Index n = lab.document().n();
    return lab.figureCell("Centre/mask", cell, n, n);
}

bool isAllowedBy(const LabUnderTest& lab, Cell cell) {
    return allows(lab.document().mask, cell.row, cell.col);
}

}  // namespace

TEST_CASE("the mask is switched with its button and with M") {
    LabUnderTest lab("write-a-poem");
    const double masked = lab.trace().view(MatrixId::attention_weights)(0, 2);
    CHECK(masked == 0);
    CHECK(lab.shows("masked"));
    lab.ui.click("Top/###unmasked");
    CHECK(!isMasked(lab.document()));
    CHECK(lab.trace().view(MatrixId::attention_weights)(0, 2) > 0);
    lab.ui.step();
    CHECK(lab.shows("No mask"));
    lab.ui.click("Top/###masked");
    CHECK(isMasked(lab.document()));
    lab.ui.key(ImGuiKey_M);
    CHECK(!isMasked(lab.document()));
    lab.ui.key(ImGuiKey_M);
    CHECK(isMasked(lab.document()));
    CHECK(isUpToDate(lab.state()));
    CHECK(lab.isAsOpened());
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("Masked brings back the mask that Unmasked took away") {
    LabUnderTest lab("causal-two-ways");
    lab.choose("mask", "Sliding window");
    const Mask before = lab.document().mask;
    lab.ui.key(ImGuiKey_M);
    lab.ui.key(ImGuiKey_M);
    CHECK(lab.document().mask == before);
}

TEST_CASE("one stroke paints the mask, and undo takes all of it back") {
    LabUnderTest lab("causal-two-ways");
    lab.goTo("Mask");
    const Document before = lab.document();
    REQUIRE(!isAllowedBy(lab, {0, 2}));
    lab.ui.move(maskCell(lab, {0, 2}));
    lab.ui.press();
    for (const Cell cell : {Cell{0, 3}, Cell{0, 4}, Cell{1, 4}, Cell{1, 0}}) {
        lab.ui.move(maskCell(lab, cell));
        CHECK(isAllowedBy(lab, cell));
        CHECK(isUpToDate(lab.state()));
    }
    lab.ui.release();
    CHECK(isAllowedBy(lab, {0, 2}));
    CHECK(isAllowedBy(lab, {1, 0}));
    CHECK(!isAllowedBy(lab, {0, 5}));
    lab.ui.step();
    CHECK(lab.shows("painted"));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.document() == before);
    CHECK(!lab.state().document_work.history.canUndo());
    lab.ui.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
    CHECK(isAllowedBy(lab, {0, 2}));
    CHECK(isAllowedBy(lab, {1, 4}));
}

TEST_CASE("a click on a cell of the mask blocks it, a second one allows it again") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Mask");
    lab.ui.clickAt(maskCell(lab, {2, 0}));
    CHECK(!isAllowedBy(lab, {2, 0}));
    CHECK(lab.trace().view(MatrixId::attention_weights)(2, 0) == 0);
    lab.ui.clickAt(maskCell(lab, {2, 0}));
    CHECK(isAllowedBy(lab, {2, 0}));
    CHECK(lab.isAsOpened());
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("in the smallest window the cells of the mask can be hit") {
    LabUnderTest lab("causal-two-ways", kLaptop);
    for (const MaskingInfo& method : kMaskingMethods) {
        CAPTURE(method.name);
        Masking masking = lab.document().masking;
        masking.method = method.method;
        lab.act(SetMasking{masking});
        lab.goTo("Mask");
        const ImRect mask = lab.ui.find("Centre/mask").rect;
        CHECK(mask.GetWidth() >= 6 * 16);
        CHECK(mask.GetHeight() >= 6 * 9);
    }
}

TEST_CASE("a custom mask begins as what is on the screen") {
    LabUnderTest lab("write-a-poem");
    lab.choose("mask", english().text(info(MaskKind::strict_causal).label()));
    lab.act(FlipCell{{0, 2}});
    const Trace before = lab.trace();
    lab.choose("mask", english().text(info(MaskKind::custom).label()));
    CHECK(lab.document().mask.flips.empty());
    CHECK(!isAllowedBy(lab, {0, 0}));
    CHECK(isAllowedBy(lab, {0, 2}));
    CHECK(sameTrace(lab.trace(), before));
}

TEST_CASE("every mask kind of the table can be chosen from the menu and draws in every step") {
    LabUnderTest lab("causal-two-ways", kLaptop);
    for (const MaskInfo& kind : maskKinds()) {
        CAPTURE(kind.name);
        const MaskRule wanted = kind.kind == MaskKind::custom
                                    ? asCustomRule(lab.document().mask, lab.document().n())
                                    : newRule(kind.kind, lab.document().n());
        const std::vector<MaskRule> before = lab.document().mask.rules;
        lab.choose("mask", english().text(kind.label()));
        // Padding stands beside the rules that there are, every other rule alone.
        std::vector<MaskRule> after{wanted};
        if (kind.kind == MaskKind::padding)
            after.insert(after.begin(), before.begin(), before.end());
        REQUIRE(lab.document().mask.rules == after);
        CHECK(faults(lab.document()).empty());
        CHECK(isUpToDate(lab.state()));
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) lab.goTo(step);
        if (kind.numbers.empty()) continue;
        lab.ui.click("Top/##mask");
        lab.ui.step(2);
        lab.ui.click(fmt::format("popup/+##more {}", kind.numbers[0].field));
        lab.ui.step(2);
        CHECK(lab.document().mask.rules.back().numbers[0] == kind.numbers[0].usual + 1);
        CHECK(isUpToDate(lab.state()));
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
    }
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("every masking method of the table can be chosen from the menu and draws in every step") {
    LabUnderTest lab("write-a-poem", kLaptop);
    for (const MaskingRow* method : kMaskingRows) {
        const std::string label = english().text(method->words.label());
        CAPTURE(label);
        lab.choose("mask", label);
        CHECK(lab.document().masking.method == method->method);
        CHECK(isUpToDate(lab.state()));
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) lab.goTo(step);
    }
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("a row that may look at nobody is NaN and says so in words") {
    LabUnderTest lab("the-cat-sat");
    REQUIRE(std::isinf(lab.document().masking.value));
    lab.choose("mask", english().text(info(MaskKind::strict_causal).label()));
    CHECK(std::isnan(lab.trace().view(MatrixId::attention_weights)(0, 0)));
    lab.ui.key(ImGuiKey_Home);
    lab.ui.click(lab.chip(0));
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) lab.goTo(step);
    CHECK(lab.shows("NaN"));
    lab.goTo("Softmax");
    lab.ui.move(lab.figureCell("Centre/attention_weights", {0, 0}, 3, 3));
    lab.ui.step(2);
    CHECK(lab.shows("NaN"));
    CHECK(isUpToDate(lab.state()));
}

TEST_CASE("the tooltip of a masked cell tells the reason") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Mask");
    lab.ui.move(maskCell(lab, {1, 2}));
    lab.ui.wait(0.6);
    const std::string tip = lab.ui.read();
    CHECK(tip.find("poem") != std::string::npos);
    CHECK(tip.find("comes after") != std::string::npos);
}
