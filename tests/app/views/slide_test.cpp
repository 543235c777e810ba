// On the slide: its menus, Ctrl with a digit, the picture, the help and the spotlight.
#include <algorithm>
#include <set>

#include "app/state/commands/commands.h"
#include "app/views/modes.h"
#include "app/views/shared/help_lines.h"
#include "core/words/say.h"
#include "messages/commands.h"
#include "tests/app/lab_under_test.h"
#include "tests/app/menus.h"
#include "tests/app/trains.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// A document or an experiment on the slide, with the pointer away from the upper edge.
void present(LabUnderTest& lab, Mode mode = Mode::lab) {
    lab.act(SetMode{mode});
    lab.ui.key(ImGuiKey_F5);
    lab.ui.move({40, 500});
    lab.ui.step(2);
    REQUIRE(lab.place().presenting);
}

/// The type of the first glyph in a menu is as large as the words of the slide.
bool hasSlideType(const LabUnderTest& lab) {
    const auto glyphs = lab.ui.glyphsOf("popup");
    float tallest = 0;
    for (const UiDriver::Glyph& glyph : glyphs) {
        tallest = std::max(tallest, glyph.box.GetHeight());
    }
    return tallest > lab.look().fonts.text->FontSize / 2;
}

bool hasBar(const LabUnderTest& lab) { return lab.ui.exists("Top/##help"); }

}  // namespace

TEST_CASE("on the slide every menu opens by its key, and Esc returns to the slide") {
    LabUnderTest lab("write-a-poem", kProjector);
    present(lab);
    lab.goTo("Scores");
    const Place before = lab.place();
    for (const ImGuiKey key : {ImGuiKey_2, ImGuiKey_3, ImGuiKey_4, ImGuiKey_Comma}) {
        CAPTURE(ImGui::GetKeyName(key));
        lab.ui.key(ImGuiMod_Ctrl | key);
        lab.ui.step(3);
        REQUIRE(openMenus() == 1);
        CHECK(hasSlideType(lab));
        checkWhole(lab);
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(3);
        CHECK(openMenus() == 0);
        CHECK(!hasBar(lab));
        CHECK(lab.place().presenting);
        CHECK(lab.place().step == before.step);
        CHECK(lab.place().cell == before.cell);
    }
}

TEST_CASE("the pointer at the upper edge calls the bar of menus, and leaving it hides the bar") {
    LabUnderTest lab("write-a-poem", kProjector);
    present(lab);
    lab.goTo("Softmax");
    CHECK(!hasBar(lab));
    lab.ui.move({700, 1});
    lab.ui.step(2);
    REQUIRE(hasBar(lab));
    lab.ui.click("Top/##mask");
    lab.ui.step(3);
    REQUIRE(openMenus() == 1);
    lab.ui.click("popup/###rule-none");
    lab.ui.step(2);
    CHECK(!lab.isAsOpened());
    lab.ui.move({700, 900});
    lab.ui.step(2);
    CHECK(hasBar(lab));  // its menu is open
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(3);
    CHECK(openMenus() == 0);
    CHECK(!hasBar(lab));
    CHECK(lab.step() == "Softmax");
    lab.undoAll();
    lab.ui.key(ImGuiKey_RightArrow);  // the pointer sleeps
    lab.ui.step(2);
    CHECK(!hasBar(lab));
}

TEST_CASE("with a resting pointer at the upper edge the keys of a remote show no bar") {
    LabUnderTest lab("write-a-poem", kProjector);
    present(lab);
    lab.ui.move({700, 1});
    lab.ui.step(2);
    REQUIRE(hasBar(lab));
    lab.ui.key(ImGuiKey_PageDown);
    lab.ui.step(2);
    CHECK(!hasBar(lab));
}

TEST_CASE("the variants of Compare are chosen on the slide") {
    LabUnderTest lab("write-a-poem", kProjector);
    present(lab, Mode::compare);
    for (const ImGuiKey key : {ImGuiKey_A, ImGuiKey_B}) {
        lab.ui.key(ImGuiMod_Alt | key);
        lab.ui.step(3);
        REQUIRE(openMenus() == 1);
        checkWhole(lab);
        closeAll(lab);
    }
    lab.ui.click("Centre/###b");
    lab.ui.step(3);
    CHECK(openMenus() == 1);
    closeAll(lab);
    CHECK(lab.place().presenting);
}

TEST_CASE("the learning rate is dragged on the slide of an experiment") {
    for (const Mode mode : {Mode::train, Mode::generate}) {
        LabUnderTest lab("write-a-poem", kProjector);
        present(lab, mode);
        const double before = lab.state().experiment().optimizer.learning_rate;
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_2);
        lab.ui.step(3);
        REQUIRE(openMenus() == 1);
        checkWhole(lab);
        const ImRect slider = lab.ui.find("popup/##rate").rect;
        lab.ui.drag(slider.GetCenter(), {slider.Max.x - 20, slider.GetCenter().y});
        lab.ui.step(2);
        CHECK(lab.state().experiment().optimizer.learning_rate > before);
        CHECK(openMenus() == 1);
        closeAll(lab);
        lab.ui.step(2);
        CHECK(!hasBar(lab));
        CHECK(lab.place().presenting);
    }
}

TEST_CASE("the masks of both models and their sizes are changed on the slide of an experiment") {
    for (const Mode mode : {Mode::train, Mode::generate}) {
        LabUnderTest lab("write-a-poem", kProjector);
        present(lab, mode);
        trainToTheEnd(lab);
        for (const std::size_t twin : {0U, 1U}) {
            CAPTURE(twin);
            const Experiment before = lab.state().experiment();
            lab.ui.key(ImGuiMod_Alt | (twin == 0 ? ImGuiKey_A : ImGuiKey_B));
            lab.ui.step(3);
            REQUIRE(openMenus() == 1);
            CHECK(hasSlideType(lab));
            checkWhole(lab);
            lab.ui.click("popup/###rule-sliding_window");
            lab.ui.step(2);
            const Experiment& after = lab.state().experiment();
            CHECK(after.twins[twin].mask.rules.front().kind == MaskKind::sliding_window);
            CHECK(after.twins[1 - twin] == before.twins[1 - twin]);
            closeAll(lab);
            lab.ui.step(2);
            CHECK(!hasBar(lab));
            CHECK(lab.place().presenting);
        }
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_4);
        lab.ui.step(3);
        REQUIRE(openMenus() == 1);
        checkWhole(lab);
        CHECK(lab.ui.exists("popup/##d_model"));
        closeAll(lab);
        // By the pointer, as the menu of a document's mask is.
        lab.ui.move({700, 1});
        lab.ui.step(2);
        for (const char* const button : {"Top/##mask-a", "Top/##mask-b"}) {
            REQUIRE(lab.ui.exists(button));
            lab.ui.click(button);
            lab.ui.step(3);
            CHECK(openMenus() == 1);
            lab.ui.key(ImGuiKey_Escape);
            lab.ui.step(2);
            lab.ui.move({700, 1});
            lab.ui.step(2);
        }
    }
}

TEST_CASE("Ctrl with a digit is never the digit, even if Ctrl is released first") {
    LabUnderTest lab("the-cat-sat", kProjector);
    for (const bool is_presented : {false, true}) {
        if (is_presented) present(lab);
        const Index token = lab.state().token();
        ImGuiIO& io = ImGui::GetIO();
        for (int k = 0; k < 9; ++k) {
            const auto digit = static_cast<ImGuiKey>(ImGuiKey_1 + k);
            lab.ui.hold(ImGuiMod_Ctrl);
            io.AddKeyEvent(digit, true);
            io.AddKeyEvent(ImGuiMod_Ctrl, false);
            lab.ui.step(2);
            io.AddKeyEvent(digit, false);
            lab.ui.step(2);
            CHECK(lab.state().token() == token);
            while (openMenus() > 0) lab.ui.key(ImGuiKey_Escape);
            lab.ui.key(ImGuiMod_Ctrl | digit);
            CHECK(lab.state().token() == token);
            while (openMenus() > 0) lab.ui.key(ImGuiKey_Escape);
        }
    }
    lab.ui.key(ImGuiKey_2);
    CHECK(lab.state().token() == 1);
}

TEST_CASE("Ctrl+E on the slide asks for the file of a picture of it") {
    for (const Mode mode : {Mode::lab, Mode::compare, Mode::leak, Mode::train, Mode::generate}) {
        LabUnderTest lab("write-a-poem", kProjector);
        present(lab, mode);
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_E);
        lab.ui.step(2);
        const FileSheet* const sheet = lab.hands().open<FileSheet>();
        REQUIRE(sheet != nullptr);
        CHECK(sheet->task.kind == FileTask::Kind::export_as);
        CHECK(sheet->task.as == ExportKind::picture);
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
        CHECK(lab.place().presenting);
        CHECK(!lab.hands().hasSheet());
    }
}

TEST_CASE("F1 on the slide lists the keys that work there, and no others") {
    for (const ModeInfo& mode : kModes) {
        LabUnderTest lab("write-a-poem", kProjector);
        present(lab, mode.mode);
        lab.ui.key(ImGuiKey_F1);
        lab.ui.step(2);
        REQUIRE(lab.hands().open<HelpSheet>() != nullptr);
        std::set<std::string> shown;
        for (const HelpLine& line : mouseUses(mode.subject, HelpFor::slide).lines) {
            shown.insert(english().text(line.what));
        }
        for (const auto table : {viewsOf(mode.mode).commands(), modeCommands(), sharedCommands()}) {
            for (const Command& row : table) {
                if (!worksOnSlide(row)) continue;
                shown.insert(english().text(row.label()));
            }
        }
        for (const auto table : {viewsOf(mode.mode).commands(), modeCommands(), sharedCommands()}) {
            for (const Command& row : table) {
                const std::string label = english().text(row.label());
                CAPTURE(label);
                CHECK(lab.shows(label) == (shown.count(label) > 0));
            }
        }
        CHECK(lab.shows(english().text(say::commands::MouseMenus{})));
    }
}

TEST_CASE("the key of the spotlight dims all but a circle around the pointer, in every mode") {
    for (const ModeInfo& mode : kModes) {
        CAPTURE(mode.name);
        LabUnderTest lab("write-a-poem", kProjector);
        present(lab, mode.mode);
        const ImVec2 at{600, 500};
        lab.ui.move(at);
        lab.ui.step(2);
        ImGuiIO& io = ImGui::GetIO();
        io.AddKeyEvent(ImGuiKey_S, true);
        lab.ui.step(3);
        const LightPointing* const light = lab.hands().doing<LightPointing>();
        REQUIRE(light != nullptr);
        CHECK(light->is_by_key);
        const auto isDimmed = [&](ImVec2 place) {
            const ImU32 color = lab.ui.colorAt(place);
            return (color & 0x00FFFFFF) == 0 && color >> 24 > 100;
        };
        CHECK(!isDimmed(at));
        CHECK(!isDimmed({at.x + 120, at.y}));  // twice as large as 34 pixels of the design
        CHECK(isDimmed({at.x + 170, at.y}));
        CHECK(isDimmed({at.x, 1000}));
        CHECK(isDimmed({1900, 20}));
        lab.ui.move({1500, 300});
        lab.ui.step();
        CHECK(!isDimmed({1500, 300}));
        CHECK(isDimmed(at));
        io.AddKeyEvent(ImGuiKey_S, false);
        lab.ui.step(2);
        CHECK(lab.hands().isIdle());
        CHECK(!isDimmed(at));
    }
}
