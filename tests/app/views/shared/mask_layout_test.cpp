// The menu of the mask at every size: nothing is cut, nothing overlaps, and the weights stay in
// sight.
#include "core/masking/methods.h"
#include "core/words/say.h"
#include "tests/app/layout_check.h"
#include "tests/app/menus.h"

using namespace lookback;
using namespace lookback::test;

namespace {

ImRect openMenu() {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    REQUIRE(g.OpenPopupStack.Size == 1);
    return g.OpenPopupStack[0].Window->Rect();
}

}  // namespace

TEST_CASE("the menu of the mask is whole at every size, whatever it shows") {
    LayoutReport report;
    for (const ImVec2 size : windows({kUsual, kLaptop, kProjector, ImVec2{1024, 640}})) {
        for (const int percent : {100, 150}) {
            LabUnderTest lab("causal-two-ways", size);
            lab.act(Change(&Preferences::type_percent, percent));
            for (const MaskingRow* method : kMaskingRows) {
                for (const bool has_more : {false, true}) {
                    lab.carryOut(SetMasking{{method->method, -1e9}});
                    lab.carryOut(
                        SetMaskRules{has_more ? std::vector{newRule(MaskKind::sliding_window, 6),
                                                            newRule(MaskKind::documents, 6)}
                                              : std::vector{MaskRule{}}});
                    if (has_more) lab.carryOut(FlipCell{{0, 2}});
                    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_2);
                    lab.ui.step(3);
                    REQUIRE(openMenus() == 1);
                    checkWhole(lab);
                    // What lies under the menu is not its own.
                    std::vector<LayoutProbe::Text> texts;
                    const ImRect menu =
                        ImGui::GetCurrentContext()->OpenPopupStack.back().Window->Rect();
                    for (const LayoutProbe::Text& text : lab.texts()) {
                        if (menu.Contains(ImRect(text.clip.min, text.clip.max))) {
                            texts.push_back(text);
                        }
                    }
                    std::vector<LayoutFault> faults = layoutFaults(lab.ui, texts);
                    std::erase_if(faults, [](const LayoutFault& fault) {
                        return !fault.what.starts_with("'") && !fault.what.starts_with("##Popup");
                    });
                    report.add(english().text(method->words.label()), faults);
                    closeAll(lab);
                }
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("while a rule is tried, the weights stay in sight beside the menu") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Softmax");
    openMaskMenu(lab);
    const ImRect menu = ImGui::GetCurrentContext()->OpenPopupStack.back().Window->Rect();
    CHECK(!menu.Overlaps(lab.ui.find("Centre/attention_weights").rect));
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (text.text == "ATTENTION WEIGHTS") CHECK(!menu.Contains(text.drawn.center()));
    }
}

TEST_CASE("the menu of the mask covers no figure where there is room beside it") {
    for (const ImVec2 size : windows({kProjector, ImVec2{2560, 1440}})) {
        CAPTURE(size.x);
        LabUnderTest lab("write-a-poem", size);
        for (const MatrixId id : {MatrixId::mask, MatrixId::attention_weights}) {
            lab.goTo(*stepCovering(lab.state().steps(), id));
            lab.ui.step(2);
            const ImRect figure = lab.ui.find(std::string("Centre/").append(info(id).name)).rect;
            openMaskMenu(lab);
            lab.ui.step(3);
            const ImRect menu = openMenu();
            CHECK(!menu.Overlaps(figure));
            closeAll(lab);
        }
    }
}

TEST_CASE("the menu of the mask stays at its end of the screen while it is open") {
    LabUnderTest lab("write-a-poem", kProjector);
    const auto isAtRight = [&] { return openMenu().GetCenter().x > kProjector.x / 2; };
    const auto open = [&](std::size_t step) {
        lab.goTo(step);
        openMaskMenu(lab);
        lab.ui.step(3);
    };
    std::vector<std::size_t> ends[2];
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        open(step);
        ends[isAtRight() ? 1 : 0].push_back(step);
        closeAll(lab);
    }
    REQUIRE(!ends[0].empty());
    REQUIRE(!ends[1].empty());
    for (const bool at_right : {false, true}) {
        open(ends[at_right ? 1 : 0].front());
        lab.act(GoTo{ends[at_right ? 0 : 1].front(), 0});
        lab.ui.step(3);
        CHECK(isAtRight() == at_right);
        closeAll(lab);
    }
}

TEST_CASE("where there is little room the menu of the mask leaves most of the mask in sight") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.goTo("Mask");
    lab.ui.step(2);
    const ImRect mask = lab.ui.find("Centre/mask").rect;
    openMaskMenu(lab);
    lab.ui.step(3);
    CHECK(openMenu().Max.x < mask.Min.x + mask.GetWidth() / 4);
    closeAll(lab);
}

TEST_CASE("in a low window one column of the menu of the mask covers no figure of pairs") {
    for (const char* const lesson : {"write-a-poem", "causal-two-ways"}) {
        LabUnderTest lab(lesson, kLaptop);
        for (const char* const step : {"Mask", "Softmax"}) {
            CAPTURE(lesson);
            CAPTURE(step);
            lab.goTo(step);
            lab.ui.step(2);
            std::vector<ImRect> figures;
            for (const DrawnGrid& grid : lab.motion().drawn.grids) {
                figures.push_back(
                    lab.ui.find(std::string("Centre/").append(info(grid.id).name)).rect);
            }
            REQUIRE(figures.size() >= 2);
            for (const bool at_methods : {false, true}) {
                lab.ui.key(ImGuiMod_Ctrl | (at_methods ? ImGuiKey_3 : ImGuiKey_2));
                lab.ui.step(3);
                for (const ImRect& figure : figures) CHECK_FALSE(openMenu().Overlaps(figure));
                CHECK(lab.ui.exists("popup/##rule-causal") != at_methods);
                lab.ui.click(at_methods ? "popup/##show-rules" : "popup/##show-methods");
                lab.ui.step(3);
                CHECK(lab.ui.exists("popup/##rule-causal") == at_methods);
                for (const ImRect& figure : figures) CHECK_FALSE(openMenu().Overlaps(figure));
                checkWhole(lab);
                closeAll(lab);
            }
        }
    }
}

TEST_CASE("on a slide the menu of the mask leaves the result in sight, and all of it is reached") {
    for (const ImVec2 size : windows({kProjector, ImVec2{1280, 720}})) {
        for (const ImGuiKey key : {ImGuiKey_2, ImGuiKey_3}) {
            CAPTURE(size.x);
            CAPTURE(ImGui::GetKeyName(key));
            LabUnderTest lab("write-a-poem", size);
            lab.ui.key(ImGuiKey_F5);
            lab.goTo("Softmax");
            lab.ui.step(2);
            lab.ui.key(ImGuiMod_Ctrl | key);
            lab.ui.step(3);
            CHECK(openMenu().GetWidth() < size.x / 2);
            CHECK(!openMenu().Overlaps(lab.ui.find("Centre/attention_weights").rect));
            checkWhole(lab);
            const bool has_rules = key == ImGuiKey_2;
            CHECK(lab.ui.exists("popup/##rule-causal") == has_rules);
            lab.ui.click(has_rules ? "popup/##show-methods" : "popup/##show-rules");
            lab.ui.step(3);
            CHECK(lab.ui.exists("popup/##rule-causal") != has_rules);
            checkWhole(lab);
            closeAll(lab);
            CHECK(lab.place().presenting);
        }
    }
}
