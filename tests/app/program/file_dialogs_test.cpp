// Files that are chosen in a dialog of the system, which a test answers.
#include "app/platform/font_files.h"
#include "app/program/imgui_session.h"
#include "app/program/program.h"
#include "app/state/update/update.h"
#include "core/io/document_json.h"
#include "core/words/say.h"
#include "tests/app/fake_host.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Task = FileTask::Kind;

/// A program on a system with dialogs.
class DialogsRunning {
public:
    DialogsRunning()
        : program({.screen = screen, .files = files, .dialogs = &dialogs}, *loadFontFiles(),
                  AppState(lessonDocument("write-a-poem"), "write-a-poem")) {
        files.files["/home/cat.lookback.json"] = writeDocument(lessonDocument("the-cat-sat"));
        frames();
    }

    void frames() {
        do {
            screen.now += 1.0 / 60;
            program.frame();
        } while (program.untilNextFrame() == 0);
    }
    void act(const Action& action) {
        AppState state = program.state();
        update(state, action);
        program.show(std::move(state));
        frames();
    }
    void ask(const FileTask& task) { act(ShowFileSheet{task}); }
    void answer(ChosenFiles files_chosen) {
        dialogs.answer = std::move(files_chosen);
        program.wake();
        frames();
    }
    [[nodiscard]] const AppState& state() const { return program.state(); }
    [[nodiscard]] const FileSheet* sheet() const { return state().hands.open<FileSheet>(); }
    [[nodiscard]] std::string told() const { return english().text(state().notice); }
    [[nodiscard]] std::string tokens() const { return state().document().tokens.front(); }

    ImGuiSession session;
    FakeScreen screen;
    FakeFiles files;
    FakeDialogs dialogs;
    Program program;
};

}  // namespace

TEST_CASE("a dialog of the system asks, and the file that it returns is opened") {
    DialogsRunning running;
    running.ask({Task::open});
    REQUIRE(running.dialogs.asked.size() == 1);
    const FileQuestion question = running.dialogs.asked.front();
    CHECK_FALSE(question.is_save);
    CHECK_FALSE(question.takes_several);
    CHECK(question.title == "Open a document");
    CHECK(question.accept == "Open");
    CHECK(question.name.empty());
    CHECK(question.folder == "/home");
    CHECK(question.endings.front() == ".json");
    REQUIRE(running.sheet() != nullptr);
    CHECK(running.sheet()->is_elsewhere);
    running.answer({{"/home/cat.lookback.json"}});
    CHECK(running.sheet() == nullptr);
    CHECK(running.state().origin().file == "/home/cat.lookback.json");
    running.ask({Task::save});
    CHECK(running.dialogs.asked.back().folder == "/home");
    CHECK(running.dialogs.asked.back().is_save);
}

TEST_CASE("nothing happens where no file was chosen") {
    DialogsRunning running;
    const Document before = running.state().document();
    for (const Task task : {Task::open, Task::save, Task::export_as, Task::compare}) {
        running.ask({task});
        running.answer(std::vector<std::string>());
        CHECK(running.sheet() == nullptr);
        CHECK_FALSE(running.dialogs.is_open);
    }
    CHECK(running.state().document() == before);
    CHECK(running.files.files.size() == 1);
    CHECK(running.told().empty());
}

TEST_CASE("of several files a document is the first, numbers are all") {
    DialogsRunning running;
    running.files.files["/home/a.csv"] = "1,2\n3,4\n";
    running.files.files["/home/b.csv"] = "5,6\n7,8\n";
    running.ask({Task::open});
    running.answer({{"/home/cat.lookback.json", "/home/a.csv"}});
    CHECK(running.state().origin().file == "/home/cat.lookback.json");
    CHECK(running.state().hands.open<ImportSheet>() == nullptr);
    running.act(ShowImport{.text = "9"});
    running.ask({Task::numbers});
    CHECK(running.dialogs.asked.back().takes_several);
    running.answer({{"/home/a.csv", "/home/b.csv"}});
    const auto* const sheet = running.state().hands.open<ImportSheet>();
    REQUIRE(sheet != nullptr);
    REQUIRE(sheet->files.size() == 2);
    CHECK(sheet->files.back().file == "/home/b.csv");
    CHECK(sheet->text == "9");
}

TEST_CASE("a dialog has asked whether to replace the file, but not under another name") {
    DialogsRunning running;
    running.ask({Task::save});
    CHECK(running.dialogs.asked.back().name == "write-a-poem.lookback.json");
    running.answer({{"/home/cat.lookback.json"}});
    CHECK(running.sheet() == nullptr);
    CHECK(running.state().origin().file == "/home/cat.lookback.json");
    CHECK(running.files.files["/home/cat.lookback.json"] ==
          writeDocument(lessonDocument("write-a-poem")));

    running.files.files["/home/mine.lookback.json"] = "another's";
    running.ask({Task::save});
    running.answer({{"/home/mine"}});
    REQUIRE(running.sheet() != nullptr);
    CHECK_FALSE(running.sheet()->is_elsewhere);
    CHECK(running.sheet()->replacing == "/home/mine.lookback.json");
    CHECK(running.files.files["/home/mine.lookback.json"] == "another's");
    running.act(ShowFileSheet{});
    running.ask({Task::save});
    running.answer({{"/home/new"}});
    CHECK(running.sheet() == nullptr);
    CHECK(running.files.files.contains("/home/new.lookback.json"));
}

TEST_CASE("exports and documents to compare with are chosen in dialogs, too") {
    DialogsRunning running;
    running.ask({.kind = Task::export_as, .as = exportOf("csv")});
    CHECK(running.dialogs.asked.back().endings == std::vector<std::string>{".csv"});
    running.answer({{"/home/all.csv"}});
    CHECK(running.files.files.contains("/home/all.csv"));
    running.ask({.kind = Task::export_as, .as = ExportKind::picture});
    running.answer({{"/home/window.png"}});
    CHECK(running.screen.pictures_taken == 1);
    CHECK(running.files.files.contains("/home/window.png"));
    running.ask({.kind = Task::compare, .side = Side::b});
    running.answer({{"/home/cat.lookback.json"}});
    CHECK(running.sheet() == nullptr);
    CHECK(running.told().empty());
}

TEST_CASE("a file that cannot be read, or is on another computer, is told in the window") {
    DialogsRunning running;
    running.ask({Task::open});
    running.answer({{"/home/nothing.json"}});
    CHECK(running.sheet() == nullptr);
    CHECK(running.told().find("/home/nothing.json") != std::string::npos);
    running.ask({Task::open});
    running.answer({{"smb://server/a.json"}});
    CHECK(running.sheet() == nullptr);
    CHECK(running.told() ==
          "\u201csmb://server/a.json\u201d is not the path of a file on this computer. Choose "
          "another "
          "file.");
}

TEST_CASE("where no dialog comes up, the sheet of the window asks") {
    DialogsRunning running;
    SUBCASE("the system has none") {
        running.dialogs.are_there = false;
        running.ask({Task::open});
    }
    SUBCASE("it failed") {
        running.ask({Task::open});
        running.answer(std::nullopt);
    }
    SUBCASE("the person prefers the sheet") {
        running.act(Change(&Preferences::uses_system_dialogs, false));
        running.ask({Task::open});
        CHECK(running.dialogs.asked.empty());
    }
    SUBCASE("a name is asked for as well") {
        running.ask({.kind = Task::export_as, .as = ExportKind::answers});
        CHECK(running.dialogs.asked.empty());
    }
    REQUIRE(running.sheet() != nullptr);
    CHECK_FALSE(running.sheet()->is_elsewhere);
    CHECK(running.sheet()->folder == "/home");
    CHECK(ImGui::GetIO().WantTextInput);
}

TEST_CASE("a dialog is open as long as the window says so, and there is one at a time") {
    DialogsRunning running;
    running.ask({Task::open});
    CHECK(running.dialogs.is_open);
    ImGuiIO& io = ImGui::GetIO();
    const auto press = [&](ImGuiKey modifier, ImGuiKey key) {
        for (const bool is_down : {true, false}) {
            if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, is_down);
            io.AddKeyEvent(key, is_down);
        }
        running.frames();
    };
    press(ImGuiMod_Ctrl, ImGuiKey_O);
    press(ImGuiMod_Ctrl, ImGuiKey_S);
    CHECK(running.dialogs.asked.size() == 1);
    CHECK(running.dialogs.is_open);
    SUBCASE("Esc closes both") { press(ImGuiKey_None, ImGuiKey_Escape); }
    SUBCASE("a file that is dropped onto the window closes both") {
        running.program.openFile("/home/cat.lookback.json");
        running.frames();
    }
    CHECK(running.sheet() == nullptr);
    CHECK_FALSE(running.dialogs.is_open);
    const std::string file = running.state().origin().file;
    running.answer({{"/home/nothing.json"}});
    CHECK(running.state().origin().file == file);
    CHECK(running.told().empty());
}
