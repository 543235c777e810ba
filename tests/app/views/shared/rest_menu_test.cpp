// The top bar where it is short of room, and the menu of what has none.
#include "app/state/commands/commands.h"
#include "core/document/edit.h"
#include "tests/app/menus.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("what has no room in the top bar is a row of one menu, and works there") {
    for (const ImVec2 size : {ImVec2{480, 320}, ImVec2{640, 480}, ImVec2{800, 600}}) {
        for (const int percent : {100, 250}) {
            CAPTURE(size.x);
            CAPTURE(percent);
            LabUnderTest lab("causal-two-ways", size);
            lab.act(Change(&Preferences::type_percent, percent));
            lab.ui.step(2);
            for (const KeyedMenu& menu : kMenus) {
                CAPTURE(menu.id);
                if (lab.ui.exists(std::string("Top/") + menu.id)) continue;
                lab.ui.click("Top/##rest");
                lab.ui.step(3);
                openSubmenu(lab, std::string("popup/") + menu.id);
                checkWhole(lab);
                closeAll(lab);
            }
            for (const char* name : {"undo", "redo", "help", "present", "mask"}) {
                CAPTURE(name);
                const Command& row = command(name);
                const bool has_button =
                    lab.ui.exists(std::string("Top/##") + name) ||
                    (name == std::string("mask") && lab.ui.exists("Top/###masked"));
                if (has_button) continue;
                lab.ui.click("Top/##rest");
                lab.ui.step(3);
                CHECK(lab.ui.exists("popup/###command-" + std::string(row.name)));
                closeAll(lab);
            }
        }
    }
}

TEST_CASE("in the menu of the rest, rows unfold one below the other, and Esc folds them") {
    LabUnderTest lab("causal-two-ways", {480, 320});
    lab.ui.click("Top/##rest");
    lab.ui.step(2);
    lab.ui.scrollTo("popup/###mask");
    lab.ui.click("popup/###mask");
    lab.ui.step(2);
    CHECK(lab.ui.exists("popup/##rule-none"));
    lab.ui.key(ImGuiKey_Escape);
    CHECK(openMenus() == 1);
    CHECK(!lab.ui.exists("popup/##rule-none"));
    lab.ui.click("popup/###mask");
    lab.ui.step(2);
    constexpr const char* kMethod = "popup/multiply by 0/1";
    for (int turn = 0; turn < 100 && !lab.ui.exists(kMethod); ++turn) lab.ui.wheel(-1);
    lab.ui.scrollTo(kMethod);
    lab.ui.click(kMethod);
    lab.ui.step(2);
    CHECK(lab.document().masking.method == MaskingMethod::multiply);
    closeAll(lab);
    lab.ui.click("Top/##rest");
    lab.ui.step(2);
    lab.ui.key(ImGuiKey_Escape);
    CHECK(openMenus() == 0);
    checkKeysLive(lab);
}

TEST_CASE("where the top bar is short of room, titles that are there come before other room") {
    for (const float width : {480.0f, 640.0f, 900.0f, 1024.0f, 1150.0f}) {
        CAPTURE(width);
        LabUnderTest lab("write-a-poem", {width, 640});
        if (!lab.ui.exists("Top/##mask")) continue;
        const UiItem& item = lab.ui.find("Top/##mask");
        CAPTURE(item.label);
        CHECK(lab.textIn(item.rect).find(item.shown()) != std::string::npos);
    }
}
