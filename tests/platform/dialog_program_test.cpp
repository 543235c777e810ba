#include "app/platform/dialog_program.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <csignal>

#include <doctest/doctest.h>

#include "tests/platform/temporary_folder.h"

namespace lookback {
namespace {

using test::TemporaryFolder;

/// A folder of programs that is the only one of PATH.
class ProgramFolder {
public:
    ProgramFolder() { setenv("PATH", folder_.path().c_str(), 1); }
    ~ProgramFolder() { setenv("PATH", before_.c_str(), 1); }
    ProgramFolder(const ProgramFolder&) = delete;
    ProgramFolder& operator=(const ProgramFolder&) = delete;

    void write(const char* name, const std::string& script) const {
        const std::string file = folder_ / name;
        std::ofstream(file) << "#!/bin/sh\n" << script << '\n';
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    }
    [[nodiscard]] std::string operator/(const char* name) const { return folder_ / name; }

private:
    std::string before_ = std::getenv("PATH");
    TemporaryFolder folder_;
};

FileQuestion openingQuestion() {
    return {.number = 1,
            .title = "Open a document",
            .accept = "Open",
            .folder = "/home/ada",
            .suitable_label = "Suitable files",
            .all_label = "All files",
            .endings = {".json", ".npy"}};
}

ChosenFiles askFake(const FileQuestion& question = openingQuestion()) {
    return askProgram(dialogPrograms().front(), 7, question, {});
}

}  // namespace

TEST_CASE("a program is looked for in the folders of PATH, zenity first") {
    const ProgramFolder folder;
    CHECK(dialogPrograms().empty());
    folder.write("kdialog", "exit 0");
    REQUIRE(dialogPrograms().size() == 1);
    CHECK(dialogPrograms().front().file == folder / "kdialog");
    folder.write("zenity", "exit 0");
    REQUIRE(dialogPrograms().size() == 2);
    CHECK(dialogPrograms().front().name == "zenity");
    std::filesystem::permissions(folder / "zenity", std::filesystem::perms::owner_read);
    CHECK(dialogPrograms().size() == 1);
}

TEST_CASE("what a program prints are paths, and its exit code says whether there are any") {
    const ProgramFolder folder;
    folder.write("zenity", "echo '/in \u00e9/a b.json'");
    CHECK(askFake() == std::vector<std::string>{"/in \u00e9/a b.json"});
    folder.write("zenity", "echo /a; echo /b; echo");
    FileQuestion several = openingQuestion();
    several.takes_several = true;
    CHECK(askFake(several) == std::vector<std::string>{"/a", "/b"});
    folder.write("zenity", "echo /a; exit 1");
    CHECK(askFake() == std::vector<std::string>());
    folder.write("zenity", "exit 0");
    CHECK(askFake() == std::vector<std::string>());
    folder.write("zenity", "echo /a; exit 255");
    CHECK_FALSE(askFake());
    folder.write("zenity", "kill -SEGV $$");
    CHECK_FALSE(askFake());
    folder.write("zenity", "while :; do echo '/much too much much too much much too much'; done");
    CHECK_FALSE(askFake());
    CHECK_FALSE(askProgram({"zenity", folder / "gone"}, 0, openingQuestion(), {}));
}

TEST_CASE("a program is told title, folder, name, filters and window") {
    const ProgramFolder folder;
    const std::string print = "printf '%s|' \"$@\" \"$WINDOWID\"";
    folder.write("zenity", print);
    CHECK(askFake()->front() ==
          "--file-selection|--title=Open a document|--filename=/home/ada/|"
          "--file-filter=Suitable files | *.json *.npy|--file-filter=All files | *|7|");
    FileQuestion save = openingQuestion();
    save.is_save = true;
    save.name = "a.json";
    CHECK(askFake(save)->front().find("|--save|--confirm-overwrite|--filename=/home/ada/a.json|") !=
          std::string::npos);
    std::filesystem::remove(folder / "zenity");
    folder.write("kdialog", print);
    CHECK(askFake()->front() ==
          "--title|Open a document|--attach=7|--getopenfilename|/home/ada/|*.json *.npy \n*|7|");
    CHECK(askFake(save)->front().find("|--getsavefilename|/home/ada/a.json|") != std::string::npos);
}

TEST_CASE("a dialog that is no longer wanted ends at once, and leaves no process") {
    const ProgramFolder folder;
    folder.write("zenity", "echo $$ >" + (folder / "id") + "; while :; do /bin/sleep 1; done");
    const auto begun = std::chrono::steady_clock::now();
    const auto is_running = [&] { return !test::contents(folder / "id").empty(); };
    CHECK(askProgram(dialogPrograms().front(), 0, openingQuestion(), is_running) ==
          std::vector<std::string>());
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(10));
    CHECK(kill(std::stoi(test::contents(folder / "id")), 0) != 0);
}

}  // namespace lookback
