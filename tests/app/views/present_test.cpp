// Journeys: presenting, the key sheet, type sizes, decimals, and a narrow window.
#include "app/state/commands/commands.h"
#include "app/views/modes.h"
#include "core/document/edit.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The keys of a mode and those that every mode has.
std::vector<Command> commandsIn(Mode mode) {
    const std::span<const Command> own = viewsOf(mode).commands();
    std::vector<Command> all(own.begin(), own.end());
    for (const auto table : {modeCommands(), sharedCommands()}) {
        all.insert(all.end(), table.begin(), table.end());
    }
    return all;
}

}  // namespace

TEST_CASE("the sheet of keys keeps to the window at every size") {
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const ModeInfo& mode : kModes) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(SetMode{mode.mode});
            lab.ui.step(2);
            lab.ui.key(ImGuiKey_F1);
            REQUIRE(lab.hands().open<HelpSheet>() != nullptr);
            for (const LayoutProbe::Text& text : lab.texts()) {
                CAPTURE(text.text);
                CHECK(text.drawn.min.x >= 0);
                CHECK(text.drawn.max.x <= size.x);
                CHECK(text.drawn.max.y <= size.y);
            }
            for (const Command& row : commandsIn(mode.mode))
                CHECK(lab.shows(english().text(row.label())));
        }
    }
}

TEST_CASE("F5 presents in larger type without the panels, and Esc leaves") {
    for (const ImGuiKey key : {ImGuiKey_F5, ImGuiKey_F}) {
        LabUnderTest lab("write-a-poem");
        lab.ui.key(key);
        CHECK(lab.place().presenting);
        CHECK(lab.look().scale > 1.2f);
        CHECK(!lab.ui.exists(lab.chip(0)));
        CHECK(!lab.shows("SENTENCE"));
        lab.ui.key(ImGuiKey_Enter);
        lab.ui.key(ImGuiKey_PageDown);
        CHECK(lab.place().step == 1);
        lab.ui.key(ImGuiKey_PageUp);
        CHECK(lab.place().step == 0);
        lab.ui.key(ImGuiKey_Escape);
        CHECK(!lab.place().presenting);
        CHECK(lab.look().scale == 1);
        CHECK(lab.ui.exists(lab.chip(0)));
    }
}

TEST_CASE("what a resting pointer lies on does not take the place of the cell that keys go to") {
    for (const bool presenting : {false, true}) {
        CAPTURE(presenting);
        LabUnderTest lab("write-a-poem");
        if (presenting) lab.ui.key(ImGuiKey_F5);
        lab.goTo("Scores");
        const ImVec2 last = lab.figureCell("Centre/scores", {2, 2}, 3, 3);
        lab.ui.move(last);
        lab.ui.step();
        REQUIRE(lab.shows("S[poem, poem]"));
        lab.ui.key(ImGuiKey_Home);
        for (int step = 0; step < 3; ++step) {
            lab.ui.key(ImGuiKey_Enter);
            lab.ui.key(ImGuiKey_PageDown);
        }
        if (presenting) lab.ui.key(ImGuiKey_PageUp);
        while (lab.step() != "Scores") lab.ui.key(ImGuiKey_DownArrow);
        for (const std::string_view subject : {"S[Write, Write]", "S[Write, a]"}) {
            lab.ui.wait(1);
            CHECK(lab.shows(subject));
            CHECK(lab.hands().hovered == std::nullopt);
            const ImGuiWindow* const tooltip = ImGui::FindWindowByName("##Tooltip_00");
            CHECK_FALSE((tooltip != nullptr && tooltip->Active));
            CHECK((ImGui::GetMouseCursor() == ImGuiMouseCursor_None) == presenting);
            lab.ui.key(ImGuiKey_DownArrow);
        }
        lab.ui.move({last.x + 2, last.y});
        lab.ui.step();
        CHECK(lab.hands().hovered == Target{MatrixId::scores, 0, {2, 2}});
        CHECK(ImGui::GetMouseCursor() != ImGuiMouseCursor_None);
    }
}

TEST_CASE("a click counts though a key moves the focus while the button is down") {
    LabUnderTest lab("write-a-poem");
    lab.ui.hover(lab.chip(1));
    lab.ui.press();
    lab.ui.key(ImGuiKey_DownArrow);
    lab.ui.release();
    CHECK(lab.state().token() == 1);
}

TEST_CASE("keys that edit leave what the pointer rests on pointed at") {
    LabUnderTest lab("causal-two-ways");
    lab.goTo("Softmax");
    lab.ui.hover("Meaning/##bar1");
    lab.ui.step();
    REQUIRE(lab.hands().hovered.has_value());
    lab.ui.key(ImGuiKey_Delete);
    lab.ui.step();
    CHECK(lab.document().n() == 5);
    CHECK(lab.hands().hovered.has_value());
}

TEST_CASE("the key sheet names every command and every way out of it works") {
    LabUnderTest lab("write-a-poem");
    const auto opened = [&] { return lab.hands().open<HelpSheet>() != nullptr; };
    lab.ui.key(ImGuiKey_F1);
    REQUIRE(opened());
    lab.ui.step();
    for (const Command& row : commandsIn(Mode::lab)) {
        CAPTURE(row.name);
        CHECK(lab.shows(english().text(row.label())));
        CHECK(lab.shows(english().written(keyNames(row).front())));
    }
    lab.ui.key(ImGuiKey_Escape);
    CHECK(!opened());
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_Slash);
    CHECK(opened());
    lab.ui.clickAt({8, 500});
    CHECK(!opened());
    lab.ui.click("Top/##help");
    CHECK(opened());
    lab.ui.key(ImGuiKey_F1);
    CHECK(!opened());
}

TEST_CASE("no two commands that are enabled together share a key") {
    for (int k = 0; k < 2 * static_cast<int>(kModes.size()); ++k) {
        const Mode mode = kModes[static_cast<std::size_t>(k) / 2].mode;
        const bool presenting = k % 2 == 1;
        LabUnderTest lab("write-a-poem");
        lab.act(SetMode{mode});
        if (presenting) lab.ui.key(ImGuiKey_F5);
        const std::vector<Command> all = commandsIn(mode);
        const auto is_one_of_both = [&](const Command& row) {
            return (row.name == "blank" && !presenting) ||
                   (row.name == "more-decimals" && presenting);
        };
        for (const Command& one : all) {
            for (const Command& other : all) {
                if (&one == &other || is_one_of_both(one) || is_one_of_both(other)) continue;
                for (const KeyChord key : one.keys) {
                    const bool shared = key.key != Key::none && key != Key::escape &&
                                        (key == other.keys[0] || key == other.keys[1]);
                    CHECK_MESSAGE(!shared, one.name, " and ", other.name, " share ",
                                  english().written(keyName(key)));
                }
            }
            if (is_one_of_both(one)) CHECK_FALSE(one.enabled(lab.state()));
        }
    }
}

TEST_CASE("the type grows and shrinks and comes back") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Equal);
    CHECK(lab.look().scale > 1);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Minus);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Minus);
    CHECK(lab.look().scale < 1);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_0);
    CHECK(lab.look().scale == 1);
}

TEST_CASE("comma and full stop change the decimals everywhere") {
    LabUnderTest lab("write-a-poem");
    const ImRect cell = lab.ui.find(LabUnderTest::cell(MatrixId::w_query, {0, 0})).rect;
    CHECK(lab.textIn(cell) == "0.5406");
    lab.ui.key(ImGuiKey_Comma);
    lab.ui.key(ImGuiKey_Comma);
    lab.ui.step();
    CHECK(lab.textIn(lab.ui.find(LabUnderTest::cell(MatrixId::w_query, {0, 0})).rect) == "0.54");
    for (int k = 0; k < 10; ++k) lab.ui.key(ImGuiKey_Period);
    CHECK(lab.preferences().decimals == 8);
    for (int k = 0; k < 10; ++k) lab.ui.key(ImGuiKey_Comma);
    CHECK(lab.preferences().decimals == 0);
    lab.ui.step();
    CHECK(lab.textIn(lab.ui.find(LabUnderTest::cell(MatrixId::w_query, {0, 0})).rect) == "1");
}

TEST_CASE("a narrow window shows its panels one at a time") {
    LabUnderTest lab("write-a-poem", {1000, 660});
    CHECK(!lab.ui.exists(lab.chip(0)));
    lab.ui.click("Top/###edit-panel");
    lab.ui.step(2);
    REQUIRE(lab.ui.exists(lab.chip(0)));
    lab.ui.click(lab.chip(2));
    CHECK(lab.state().token() == 2);
    lab.dragCell(MatrixId::w_query, {0, 0}, 50);
    CHECK(!lab.isAsOpened());
    lab.ui.click("Top/###meaning-panel");
    lab.ui.step(2);
    CHECK(!lab.ui.exists(lab.chip(0)));
    CHECK(lab.shows("ATTENTION WEIGHTS"));
    lab.ui.click("Top/###meaning-panel");
    lab.ui.step(2);
    CHECK(!lab.shows("ATTENTION WEIGHTS"));
    lab.ui.resize(kUsual);
    CHECK(lab.ui.exists(lab.chip(0)));
    CHECK(lab.shows("ATTENTION WEIGHTS"));
}

TEST_CASE("Esc closes an open menu") {
    LabUnderTest lab("write-a-poem");
    for (const char* menu : {"Top/##export", "Top/##mask", "Top/##model"}) {
        lab.ui.click(menu);
        lab.ui.step(2);
        CHECK(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
        CHECK(!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    }
}
