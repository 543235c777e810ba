// The sheet of a file that others have changed, and the menu of what one worked on lately.
#include "tests/app/menus.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

Effect onlyEffect(LabUnderTest& lab) {
    const std::vector<Effect> effects = lab.takeEffects();
    REQUIRE(effects.size() == 1);
    return effects.front();
}

}  // namespace

TEST_CASE("a changed file is overwritten, saved under another name or read again, as one says") {
    LabUnderTest lab("write-a-poem");
    lab.act(FileOpened{"/home/ada/cat.json", lessonDocument("the-cat-sat"), "7-ab"});
    lab.dragCell(MatrixId::w_query, {0, 0}, 30);
    const auto ask = [&](bool is_there) {
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_S);
        const auto wish = std::get<WriteWork>(onlyEffect(lab));
        CHECK(wish.expected.fingerprint == "7-ab");
        lab.act(FileInTheWay{wish.path, is_there});
        lab.ui.step(2);
    };
    ask(true);
    CHECK(lab.shows("The file has changed"));
    CHECK(lab.shows("\u201ccat.json\u201d has changed since it was"));
    lab.ui.key(ImGuiKey_RightArrow);  // the keys are the sheet's
    CHECK(lab.place().step == 0);
    lab.ui.click("Conflict/##overwrite");
    CHECK(std::get<WriteWork>(onlyEffect(lab)).expected.anything);
    CHECK(lab.hands().open<ConflictSheet>() == nullptr);
    ask(true);
    lab.ui.click("Conflict/##reload");
    CHECK(std::get<ReadDocument>(onlyEffect(lab)).path == "/home/ada/cat.json");
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.hands().open<ConflictSheet>() == nullptr);
    ask(false);
    CHECK(lab.shows("The file is gone"));
    CHECK(!lab.ui.exists("Conflict/##reload"));
    lab.ui.click("Conflict/##save-as");
    CHECK(lab.hands().open<FileSheet>() != nullptr);
}

TEST_CASE("the sheet of a changed file is whole at every size") {
    for (const ImVec2 size : windows({ImVec2{480, 320}, kLaptop, kUsual, kProjector})) {
        LabUnderTest lab("write-a-poem", size);
        lab.act(FileOpened{"/home/ada/a-file-with-quite-a-long-name-for-a-teacher.lookback.json",
                           lessonDocument("the-cat-sat"), "7-ab"});
        lab.act(FileInTheWay{lab.state().origin().file, true});
        lab.ui.step(2);
        CAPTURE(size.x);
        const ImRect screen({0, 0}, size);
        std::vector<ImRect> buttons;
        for (const UiItem& item : lab.ui.items()) {
            if (item.window != "Conflict" || item.is_window) continue;
            CHECK(screen.Contains(item.rect));
            CHECK(lab.textIn(item.rect).ends_with(item.shown()));
            for (const ImRect& other : buttons) CHECK(!item.rect.Overlaps(other));
            buttons.push_back(item.rect);
        }
        CHECK(buttons.size() == 4);
        CHECK(lab.shows("another program or window wrote it."));
    }
}

TEST_CASE("drafts and files of late are listed and opened, but for what is on screen") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_1);
    lab.ui.step(2);
    CHECK(std::holds_alternative<ListRecents>(onlyEffect(lab)));
    CHECK(!lab.shows("My poem"));
    lab.act(RecentsListed{{{.id = "d1", .title = "My poem", .when = "14:05"},
                           {.file = "/home/ada/cat.json", .title = "Cat", .when = "21 Nov"}}});
    lab.ui.step(2);
    lab.ui.click("Course/##group-4");
    lab.ui.step(2);
    CHECK(lab.shows("My poem"));
    CHECK(lab.ui.exists("Course/##recent /home/ada/cat.json"));
    lab.ui.doubleClick("Course/##recent d1");
    lab.ui.step(2);
    CHECK(lab.hands().open<CoursePage>() == nullptr);
    CHECK(std::get<ReadDraft>(onlyEffect(lab)).id == "d1");
    lab.act(FileOpened{"/home/ada/cat.json", lessonDocument("the-cat-sat"), "7-ab"});
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_1);
    lab.ui.step(2);
    lab.ui.click("Course/##group-4");
    lab.ui.step(2);
    CHECK(lab.ui.exists("Course/##recent d1"));
    CHECK(!lab.ui.exists("Course/##recent /home/ada/cat.json"));
    CHECK(lab.ui.exists("Course/##on-screen"));
}

TEST_CASE("work that is not kept is said in the bar, and asked about on a sheet that is whole") {
    const Error full{"/home/ada/.local/state/lookback/sessions/20260101-000000-1-1.jsonl",
                     asWritten("cannot be written: No space left on device")};
    for (const ImVec2 size : windows({ImVec2{480, 320}, kLaptop, kUsual, kProjector})) {
        CAPTURE(size.x);
        LabUnderTest lab("write-a-poem", size);
        lab.act(SetNumber{MatrixId::w_query, {0, 0}, 7});
        lab.act(KeepFailed{
            {{KeptPart::work, full}, {KeptPart::progress, full}, {KeptPart::settings, full}}});
        lab.ui.step(2);
        CHECK(lab.showsLines("Your progress in lessons"));
        const ImRect screen({0, 0}, size);
        for (const UiItem& item : lab.ui.items()) {
            CAPTURE(item.label);
            if (item.window == "Keep" && !item.is_window) CHECK(screen.Contains(item.rect));
        }
        lab.ui.key(ImGuiKey_Escape);
        CHECK(lab.hands().open<KeepSheet>() == nullptr);
        lab.act(KeepFailed{{{KeptPart::work, full}}});
        lab.ui.step(2);
        lab.ui.click("Keep/##quit");
        CHECK(lab.state().quitting);
        CHECK(lab.state().quits_anyway);
    }
}
