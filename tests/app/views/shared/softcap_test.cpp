// Capped scores: their menu, and the steps of documents that have them.
#include "core/words/say.h"
#include "tests/app/layout_check.h"
#include "tests/app/menus.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

void openCaps(LabUnderTest& lab) {
    lab.ui.click("Top/##model");
    lab.ui.step(2);
    openSubmenu(lab, "popup/###softcap");
}

}  // namespace

TEST_CASE("scores are capped from the menu of the model, at 50 or at a number that is typed") {
    LabUnderTest lab("write-a-poem");
    const Document before = lab.document();
    openCaps(lab);
    CHECK(lab.ui.find("popup/###softcap").shown() == "Scores not capped");
    checkWhole(lab);
    lab.ui.click("popup/at 50");
    lab.ui.step(2);
    CHECK(lab.document().softcap == 50);
    CHECK(isUpToDate(lab.state()));
    closeAll(lab);
    openCaps(lab);
    CHECK(lab.ui.find("popup/###softcap").shown() == "Scores capped at 50");
    lab.ui.doubleClick("popup/###cap-number");
    lab.ui.type("1.5");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(lab.document().softcap == 1.5);
    closeAll(lab);
    lab.goTo("Cap");
    CHECK(lab.ui.exists("Centre/capped_scores"));
    openCaps(lab);
    lab.ui.click("popup/###cap-none");
    lab.ui.step(2);
    CHECK(lab.document() == before);
    closeAll(lab);
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("masking before scaling keeps scores from being capped, and the menu says so") {
    LabUnderTest lab("write-a-poem");
    lab.act(SetMasking{{MaskingMethod::fill, -1e9, MaskingOrder::before_scale}});
    openCaps(lab);
    CHECK(lab.ui.find("popup/at 50").disabled);
    CHECK(!lab.ui.find("popup/###cap-none").disabled);
    closeAll(lab);
    lab.act(Change(&Document::softcap, 50));
    CHECK(!lab.document().softcap);
    CHECK(english().text(lab.state().notice) ==
          "Capped scores are masked after scaling. Choose that order first.");
}

TEST_CASE("the layout is sound with as many steps as there can be") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const PositionKind position : {PositionKind::alibi, PositionKind::rope_half}) {
            LabUnderTest lab(
                randomDocument(
                    {.d_in = 4, .heads = 2, .output = true, .position = position, .softcap = 2}),
                size);
            CHECK(lab.state().steps().size() == 11);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                report.add(std::string(lab.step()), layoutFaults(lab), {"shortened"});
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}
