// The menu of the mask: what may be seen, and how it is applied.
#include <algorithm>

#include "app/views/edit/mask_menu.h"
#include "core/masking/methods.h"
#include "core/words/say.h"
#include "tests/app/menus.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr const char* kMaskMenuSlider = "popup/##value-slider";

}  // namespace

TEST_CASE("the title of the mask's button names the rule and how it is applied") {
    LabUnderTest lab("write-a-poem");
    CHECK(lab.ui.find("Top/##mask").shown() == "Causal \u00b7 fill \u22121e9");
    lab.act(SetMasking{{MaskingMethod::fill, -3.2}});
    CHECK(lab.ui.find("Top/##mask").shown() == "Causal \u00b7 fill \u22123.2");
    // The button keeps its width: a long title is cut in its middle.
    const float width = lab.ui.find("Top/##mask").rect.GetWidth();
    lab.act(SetMasking{{MaskingMethod::renormalize}});
    const std::string method = english().text(maskingRow(MaskingMethod::renormalize).words.label());
    CHECK(lab.ui.find("Top/##mask").shown() == "Causal \u00b7 " + method);
    CHECK(lab.ui.find("Top/##mask").rect.GetWidth() == width);
    CHECK(lab.textIn(lab.ui.find("Top/##mask").rect).find("\u2026") != std::string::npos);
    lab.act(SetMasked{false});
    CHECK(lab.ui.find("Top/##mask").shown() == "No mask");
}

TEST_CASE("rules are chosen by their pictures while the menu stays open and all follows") {
    LabUnderTest lab("causal-two-ways");
    openMaskMenu(lab);
    for (const MaskInfo& kind : maskKinds()) {
        CAPTURE(kind.name);
        const Document before = lab.document();
        lab.ui.click("popup/" + english().text(kind.label()));
        lab.ui.step(2);
        CHECK(openMenus() == 1);
        // Padding is put beside the rule that is there.
        REQUIRE(lab.document().mask.rules.size() == (kind.kind == MaskKind::padding ? 2 : 1));
        CHECK(lab.document().mask.rules.back().kind == kind.kind);
        CHECK(isUpToDate(lab.state()));
        if (lab.document() == before) continue;
        lab.carryOut(Undo{});
        CHECK(lab.document() == before);  // one step
        lab.carryOut(Redo{});
        lab.ui.step();
    }
}

TEST_CASE("a rule that is chosen again keeps its number") {
    LabUnderTest lab("causal-two-ways");
    MaskRule window = newRule(MaskKind::sliding_window, lab.document().n());
    window.numbers[0] = 4;
    lab.act(SetMaskRules{{window}});
    openMaskMenu(lab);
    lab.ui.click("popup/Sliding window");
    CHECK(lab.document().mask.rules == std::vector{window});
}

TEST_CASE("one more rule comes from \"Add a rule\", and goes by its cross") {
    LabUnderTest lab("causal-two-ways");
    const Document before = lab.document();
    openMaskMenu(lab);
    lab.ui.click("popup/##also");
    lab.ui.step(3);
    CHECK(openMenus() == 2);
    lab.ui.click("popup/##also-sliding_window");
    lab.ui.step(3);
    REQUIRE(lab.document().mask.rules.size() == 2);
    CHECK(lab.document().mask.rules[0].kind == MaskKind::causal);
    CHECK(lab.document().mask.rules[1].kind == MaskKind::sliding_window);
    CHECK(isUpToDate(lab.state()));
    if (openMenus() == 0) openMaskMenu(lab);
    CHECK(lab.shows("blocks nothing more here"));  // the window is causal itself
    const auto& items = lab.ui.items();
    const auto cross = std::find_if(items.begin(), items.end(), [](const UiItem& item) {
        return item.label == "\u00d7##drop";
    });
    REQUIRE(cross != items.end());
    lab.ui.clickAt(cross->center());
    lab.ui.step(2);
    REQUIRE(lab.document().mask.rules.size() == 1);
    CHECK(lab.document().mask.rules[0].kind == MaskKind::sliding_window);
    closeAll(lab);
    lab.undoAll();
    CHECK(lab.document() == before);
}

TEST_CASE("cells painted by hand are told, and taken back") {
    LabUnderTest lab("write-a-poem");
    lab.act(FlipCell{{0, 2}});
    openMaskMenu(lab);
    CHECK(lab.shows("1 painted cell"));
    lab.ui.click("popup/##painted");
    lab.ui.step(2);
    CHECK(lab.document().mask.flips.empty());
    CHECK(!lab.shows("1 painted cell"));
    CHECK(openMenus() == 1);
}

TEST_CASE("a rule that blocks nothing here says so, and only such a one") {
    LabUnderTest lab("causal-two-ways");
    openMaskMenu(lab);
    for (const MaskInfo& kind : maskKinds()) {
        if (kind.kind == MaskKind::none) continue;
        const Index tokens = lab.document().n();
        for (const MaskRule& rule : rulesOf(kind.kind, tokens, {1, 2, tokens, 4096})) {
            lab.act(SetMaskRules{{rule}});
            lab.ui.step();
            CAPTURE(english().text(maskRuleTitle(rule)));
            CHECK(lab.shows("blocks nothing here") ==
                  allowsAll(lab.document().mask, lab.document().n()));
        }
    }
    lab.act(SetMaskRules{{newRule(MaskKind::none, lab.document().n())}});
    CHECK(!lab.shows("blocks nothing here"));
}

TEST_CASE("every method says what it does, shows its formula and is chosen by a click") {
    LabUnderTest lab("write-a-poem");
    openMaskMenu(lab);
    CHECK(lab.shows("a common mistake"));
    for (const MaskingRow* method : kMaskingRows) {
        const std::string label = english().text(method->words.label());
        CAPTURE(label);
        CHECK(lab.shows(label));
        lab.ui.click("popup/" + label);
        lab.ui.step(2);
        CHECK(openMenus() == 1);
        CHECK(lab.document().masking.method == method->method);
        CHECK(isUpToDate(lab.state()));
        CHECK(lab.ui.exists(kMaskMenuSlider) == info(method->method).uses_value);
    }
    closeAll(lab);
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("masking before scaling is chosen where the method has that choice") {
    LabUnderTest lab("write-a-poem");
    openMaskMenu(lab);
    lab.ui.click("popup/###before-scale");
    lab.ui.step(2);
    CHECK(lab.document().masking.order == MaskingOrder::before_scale);
    CHECK(isUpToDate(lab.state()));
    lab.ui.click("popup/###after-scale");
    lab.ui.step(2);
    CHECK(lab.document().masking.order == MaskingOrder::after_scale);
    lab.act(SetMasking{{MaskingMethod::renormalize}});
    CHECK(!lab.ui.exists("popup/###before-scale"));
}

TEST_CASE("softmax over the wrong axis is chosen, one undo step each, and other choices keep it") {
    LabUnderTest lab("write-a-poem");
    const Document before = lab.document();
    openMaskMenu(lab);
    CHECK(lab.ui.find("popup/###softmax-columns").shown() == "over columns: a mistake");
    lab.ui.click("popup/###softmax-columns");
    lab.ui.step(2);
    CHECK(lab.document().masking.softmax == SoftmaxOver::columns);
    CHECK(isUpToDate(lab.state()));
    CHECK(lab.ui.find("Top/##mask").shown() == "Causal \u00b7 over columns");
    lab.ui.click("popup/###before-scale");
    lab.ui.step(2);
    lab.ui.click("popup/###method-renormalize");
    lab.ui.step(2);
    CHECK(lab.document().masking == Masking{MaskingMethod::renormalize, -1e9,
                                            MaskingOrder::before_scale, SoftmaxOver::columns});
    lab.ui.click("popup/###softmax-rows");
    lab.ui.step(2);
    CHECK(lab.document().masking.softmax == SoftmaxOver::rows);
    for (int k = 0; k < 4; ++k) lab.carryOut(Undo{});
    CHECK(lab.document() == before);
    CHECK(isUpToDate(lab.state()));
}

TEST_CASE("a document without a mask names softmax over columns, too") {
    LabUnderTest lab("write-a-poem");
    Masking over_columns = lab.document().masking;
    over_columns.softmax = SoftmaxOver::columns;
    lab.act(SetMasking{over_columns});
    lab.act(SetMasked{false});
    CHECK(english().text(maskingTitle(lab.document())) == "No mask \u00b7 softmax over columns");
    lab.act(SetMasked{true});
    CHECK(english().text(maskingTitle(lab.document())) ==
          "Causal \u00b7 fill \u22121e9, softmax over columns");
}

TEST_CASE("the menu of the mask opens by its keys, at its rules and at its methods") {
    LabUnderTest lab("causal-two-ways");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_2);
    lab.ui.step(2);
    REQUIRE(openMenus() == 1);
    CHECK(markedLabel(lab).starts_with(english().text(maskKinds()[0].label())));
    lab.ui.key(ImGuiKey_RightArrow);
    CHECK(markedLabel(lab).starts_with(english().text(maskKinds()[1].label())));
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.document().mask.rules.front().kind == maskKinds()[1].kind);
    closeAll(lab);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_3);
    lab.ui.step(2);
    REQUIRE(openMenus() == 1);
    const MaskingMethod now = lab.document().masking.method;
    CHECK(markedLabel(lab).starts_with(english().text(maskingRow(now).words.label())));
    walkTo(lab, "##method-fill", ImGuiKey_UpArrow);
    lab.ui.key(ImGuiKey_DownArrow);
    CHECK(markedLabel(lab) == "add###method-add");
    lab.ui.key(ImGuiKey_Space);
    CHECK(lab.document().masking.method == MaskingMethod::add);
    CHECK(openMenus() == 1);
    walkTo(lab, "##value-slider", ImGuiKey_DownArrow);
    const double before = lab.document().masking.value;
    lab.ui.key(ImGuiKey_LeftArrow);
    CHECK(lab.document().masking.value > before);
    CHECK(markedLabel(lab) == "##value-slider");
    lab.ui.key(ImGuiKey_Escape);
    CHECK(openMenus() == 0);
    checkKeysLive(lab);
}

TEST_CASE("Tab goes through everything in the menu of the mask") {
    LabUnderTest lab("causal-two-ways");
    lab.act(SetMaskRules{{newRule(MaskKind::sliding_window, lab.document().n()), MaskRule{}}});
    lab.act(FlipCell{{0, 2}});
    lab.act(SetMasking{{MaskingMethod::fill, -5}});
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_2);
    lab.ui.step(2);
    std::vector<ImGuiID> missing;
    for (const UiItem& item : lab.ui.items()) {
        if (item.window.starts_with("##Popup_") && !item.is_window && item.id != 0) {
            missing.push_back(item.id);
        }
    }
    REQUIRE(missing.size() > 20);
    const std::size_t count = missing.size();
    for (std::size_t k = 0; k < 2 * count && !missing.empty(); ++k) {
        std::erase(missing, ImGui::GetCurrentContext()->NavId);
        lab.ui.key(ImGuiKey_Tab);
    }
    std::string names;
    for (const UiItem& item : lab.ui.items()) {
        if (std::find(missing.begin(), missing.end(), item.id) != missing.end()) {
            names += item.label + "; ";
        }
    }
    CHECK_MESSAGE(missing.empty(), names);
}
