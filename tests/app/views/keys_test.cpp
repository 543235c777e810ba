// Journeys on the keyboard alone: every action has a key.
#include "core/document/edit.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"
#include "tests/app/menus.h"

using namespace lookback;
using namespace lookback::test;

namespace {
using Words = std::vector<std::string>;

bool isPopupOpen() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }
}  // namespace

TEST_CASE("Tab types numbers one after the other, from matrix to matrix") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiKey_Tab);
    lab.ui.step(2);
    REQUIRE(lab.hands().doing<NumberTyping>() != nullptr);
    CHECK(lab.hands().doing<NumberTyping>()->id == MatrixId::embeddings);
    CHECK(lab.hands().doing<NumberTyping>()->cell == Cell{0, 0});
    for (int k = 0; k < 6; ++k) {
        lab.ui.type("0.5");
        lab.ui.key(ImGuiKey_Tab);
        lab.ui.step(2);
    }
    REQUIRE(lab.hands().doing<NumberTyping>() != nullptr);
    CHECK(lab.hands().doing<NumberTyping>()->id == MatrixId::w_query);
    CHECK(lab.hands().doing<NumberTyping>()->cell == Cell{0, 0});
    CHECK(lab.number(MatrixId::embeddings, {2, 1}) == 0.5);
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_Tab);
    lab.ui.step(2);
    REQUIRE(lab.hands().doing<NumberTyping>() != nullptr);
    CHECK(lab.hands().doing<NumberTyping>()->id == MatrixId::embeddings);
    CHECK(lab.hands().doing<NumberTyping>()->cell == Cell{2, 1});
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.hands().doing<NumberTyping>() == nullptr);
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("a sentence is written, read and put in order without the mouse") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_RightArrow);
    CHECK(lab.state().token() == 2);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_LeftArrow);
    CHECK(lab.document().tokens == Words{"Write", "poem", "a"});
    CHECK(lab.state().token() == 1);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_RightArrow);
    CHECK(lab.document().tokens == Words{"Write", "a", "poem"});
    lab.ui.key(ImGuiKey_F2);
    lab.ui.step(2);
    lab.ui.type("song");
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.document().tokens == Words{"Write", "a", "song"});
    lab.ui.key(ImGuiKey_Insert);
    lab.ui.step(2);
    lab.ui.type("now");
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.document().tokens == Words{"Write", "a", "song", "now"});
    lab.ui.step(2);
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_LeftArrow);
    lab.ui.key(ImGuiKey_Delete);
    CHECK(lab.document().tokens == Words{"Write", "a", "now"});
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("a sentence is pasted") {
    LabUnderTest lab("write-a-poem");
    lab.copy("  a  poem\nabout rain ");
    const Eigen::RowVectorXd poem = lab.document().embeddings.get().row(2);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_V);
    CHECK(lab.document().tokens == Words{"a", "poem", "about", "rain"});
    CHECK(lab.document().embeddings.get().row(1) == poem);
    CHECK(isUpToDate(lab.state()));
    lab.copy(" \n ");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_V);
    CHECK(lab.document().n() == 4);
    CHECK(lab.shows("no words"));
    std::string long_text;
    for (int k = 0; k <= kMaxTokens; ++k) long_text += "w ";
    lab.copy(long_text);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_V);
    CHECK(lab.document().n() == kMaxTokens);
    CHECK(english().text(lab.state().notice) == "Only the first 4,096 words were taken.");
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("X allows or blocks the pair in focus, L locks it") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Scores");
    lab.act(GoTo{3, 2});  // "Write" asks "poem"
    CHECK(!allows(lab.document().mask, 0, 2));
    lab.ui.key(ImGuiKey_X);
    CHECK(allows(lab.document().mask, 0, 2));
    CHECK(isUpToDate(lab.state()));
    lab.ui.key(ImGuiKey_L);
    REQUIRE(lab.place().locked.has_value());
    CHECK(lab.place().locked->id == MatrixId::scores);
    CHECK(lab.place().locked->cell == Cell{0, 2});
    lab.ui.key(ImGuiKey_Escape);
    CHECK(!lab.place().locked.has_value());
    lab.undoAll();
    CHECK(lab.isAsOpened());
    lab.goTo("Embeddings");
    lab.ui.key(ImGuiKey_X);  // there is no pair in focus
    CHECK(lab.isAsOpened());
}

TEST_CASE("every menu opens with its key, and the arrows choose in it") {
    LabUnderTest lab("write-a-poem");
    const Index cell = lab.place().cell;
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_2);
    lab.ui.step(3);
    for (int k = 0; k < 2; ++k) lab.ui.key(ImGuiKey_DownArrow);
    lab.ui.step(2);
    CHECK(lab.place().step == 0);  // the arrow was the menu's
    CHECK(lab.place().cell == cell);
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(3);
    CHECK(!lab.isAsOpened());
    lab.ui.key(ImGuiKey_Escape);
    lab.undoAll();
    CHECK(lab.isAsOpened());
    for (const ImGuiKey key : {ImGuiKey_3, ImGuiKey_4, ImGuiKey_E, ImGuiKey_Comma}) {
        lab.ui.key(ImGuiMod_Ctrl | key);
        lab.ui.step(3);
        CHECK(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(3);
        CHECK(!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    }
    lab.ui.key(ImGuiKey_RightArrow);
    CHECK(lab.place().step == 1);
}

TEST_CASE("without motion a cell is there at once") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiKey_RightArrow);
    CHECK(lab.place().motion < 1);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_M);
    CHECK(!lab.preferences().has_motion);
    lab.ui.key(ImGuiKey_DownArrow);
    CHECK(lab.place().motion == 1);
}

TEST_CASE("a menu opens by its key where the top bar has no room for its button") {
    for (const ImVec2 size : windows({ImVec2{1100, 700}, ImVec2{800, 600}, kLaptop})) {
        for (const int percent : {100, 200}) {
            CAPTURE(size.x);
            CAPTURE(percent);
            LabUnderTest lab("write-a-poem", size);
            lab.act(Change(&Preferences::type_percent, percent));
            for (const ImGuiKey key :
                 {ImGuiKey_2, ImGuiKey_3, ImGuiKey_4, ImGuiKey_E, ImGuiKey_Comma}) {
                CAPTURE(ImGui::GetKeyName(key));
                lab.ui.key(ImGuiMod_Ctrl | key);
                lab.ui.step(2);
                CHECK(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
                const ImGuiWindow* const menu =
                    ImGui::GetCurrentContext()->OpenPopupStack[0].Window;
                REQUIRE(menu != nullptr);
                CHECK(menu->Pos.x >= 0);
                CHECK(menu->Pos.x + menu->Size.x <= size.x);
                lab.ui.key(ImGuiKey_Escape);
                lab.ui.step(2);
                CHECK(!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
            }
        }
    }
}

TEST_CASE("the keys of the modes close an open menu and go there") {
    LabUnderTest lab("write-a-poem");
    for (const ImGuiKey opening : {ImGuiKey_2, ImGuiKey_3, ImGuiKey_4}) {
        lab.ui.key(ImGuiMod_Alt | ImGuiKey_1);
        lab.ui.step(2);
        lab.ui.key(ImGuiMod_Ctrl | opening);
        lab.ui.step(3);
        REQUIRE(isPopupOpen());
        lab.ui.key(ImGuiMod_Alt | ImGuiKey_4);
        lab.ui.step(2);
        CHECK(lab.place().mode == Mode::train);
        CHECK_FALSE(isPopupOpen());
    }
}

TEST_CASE("the key of another menu closes the open one and opens its own, also on the slide") {
    LabUnderTest lab("write-a-poem");
    for (const bool presenting : {false, true}) {
        lab.act(Change(&Place::presenting, presenting));
        for (const KeyedMenu& first : kMenus) {
            for (const KeyedMenu& second : kMenus) {
                // On the slide, Ctrl+E opens a sheet instead of a menu.
                if (presenting && (first.key == ImGuiKey_E || second.key == ImGuiKey_E)) continue;
                CAPTURE(presenting);
                CAPTURE(first.key);
                CAPTURE(second.key);
                lab.ui.key(ImGuiMod_Ctrl | second.key);
                lab.ui.step(3);
                const std::string wanted = markedLabel(lab);
                lab.ui.key(ImGuiKey_Escape);
                lab.ui.step(2);
                lab.ui.key(ImGuiMod_Ctrl | first.key);
                lab.ui.step(3);
                REQUIRE(isPopupOpen());
                lab.ui.key(ImGuiMod_Ctrl | second.key);
                lab.ui.step(3);
                CHECK(openMenus() == 1);
                CHECK(markedLabel(lab) == wanted);
                lab.ui.key(ImGuiKey_Escape);
                lab.ui.step(2);
                CHECK_FALSE(isPopupOpen());
            }
        }
    }
}
