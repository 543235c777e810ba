#include "app/platform/settings_file.h"
#include "core/words/say.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/core/said.h"
#include "tests/platform/temporary_folder.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

const Settings kUnusual{
    .preferences = {.theme = ThemeId::dark,
                    .type_percent = 120,
                    .decimals = 2,
                    .has_motion = false,
                    .play_speed = 0,
                    .hides_what_is_to_come = true,
                    .shows_code = true,
                    .code_library = CodeLibrary::textbook,
                    .copy_format = MatrixFormat::latex,
                    .copies_all_digits = true,
                    .uses_system_dialogs = false,
                    .pictures_open_again = false,
                    .conventions = {.true_is_allowed = false, .rows_are_queries = false},
                    .language = &kLanguages.back(),
                    .page = "https://example.org/lookback/"},
    .window = {1280, 720}};

void write(const TemporaryFolder& folder, const std::string& text) {
    std::ofstream(folder / "settings.json") << text;
}

/// The language that a new user's window has where a variable of the system has this value.
std::string_view firstLanguage(const char* variable, const char* value) {
    for (const char* const other : {"LC_ALL", "LC_MESSAGES", "LANG"}) unsetenv(other);
    setenv(variable, value, 1);
    const TemporaryFolder folder;
    const std::string_view id = loadSettings(folder.path()).settings.preferences.language->id;
    setenv("LC_ALL", "C.UTF-8", 1);
    return id;
}

TEST_CASE("the language of the first start is that of the system, where the program has it") {
    CHECK(firstLanguage("LC_ALL", "id_ID.UTF-8") == "id");
    CHECK(firstLanguage("LC_MESSAGES", "id_ID") == "id");
    CHECK(firstLanguage("LANG", "id") == "id");
    CHECK(firstLanguage("LANG", "en_GB.UTF-8") == "en");
    CHECK(firstLanguage("LANG", "is_IS.UTF-8") == "en");
    CHECK(firstLanguage("LANG", "C") == "en");
    CHECK(firstLanguage("LANG", "") == "en");
}

TEST_CASE("settings are found again as they were left") {
    const TemporaryFolder folder;
    REQUIRE(saveSettings(folder.path(), kUnusual));
    CHECK(test::contents(folder / "settings.json") == R"({
  "lookback_settings": 1,
  "theme": "dark",
  "type_percent": 120,
  "decimals": 2,
  "motion": false,
  "play_speed": 0.5,
  "hide_what_is_to_come": true,
  "code": true,
  "code_library": "textbook",
  "copy_as": "latex",
  "copy_all_digits": true,
  "file_dialogs": "lookback",
  "pictures_open_again": false,
  "mask_true": "blocked",
  "queries": "columns",
  "language": "id",
  "page": "https://example.org/lookback/",
  "drag_hint": false,
  "window": [1280, 720]
}
)");
    const LoadedSettings loaded = loadSettings(folder.path());
    CHECK(loaded.settings == kUnusual);
    CHECK(loaded.notice.empty());
    for (std::size_t row = 0; row < kPlaySpeeds.size(); ++row) {
        const Settings settings{.preferences = {.play_speed = static_cast<int>(row)}};
        REQUIRE(saveSettings(folder.path(), settings));
        CHECK(loadSettings(folder.path()).settings == settings);
    }
}

TEST_CASE("without a file, and without a folder, the usual settings are in force, with the hint") {
    const TemporaryFolder folder;
    for (const fs::path& path : {folder.path(), folder.path() / "none"}) {
        const LoadedSettings loaded = loadSettings(path);
        CHECK(loaded.settings == Settings{.preferences = {.invites_drag = true}});
        CHECK(loaded.notice.empty());
    }
    CHECK(folder.names().empty());
}

TEST_CASE("what a file of settings leaves out is as usual") {
    const TemporaryFolder folder;
    write(folder, R"({"lookback_settings": 1, "decimals": 6})");
    const LoadedSettings loaded = loadSettings(folder.path());
    CHECK(loaded.settings == Settings{.preferences = {.decimals = 6}});
    CHECK(loaded.notice.empty());
}

TEST_CASE("a broken file of settings is set aside, and said to be") {
    struct Row {
        const char* text;
        const char* fault;
    };
    for (const Row& row : {
             Row{"", "is empty, expected a JSON object"},
             Row{"{", "line 1, column 2: the file ends too early, expected a field name in quotes"},
             Row{"[]", "is a list of 0, expected an object"},
             Row{"{}", "lookback_settings: is missing, expected 1 (the version of the format)"},
             Row{R"({"lookback_settings": 2})",
                 "lookback_settings: was written by a newer version of Lookback (2), expected "
                 "version 1"},
             Row{R"({"lookback_settings": 1, "them": 1})",
                 "them: unknown field (did you mean “theme”?)"},
             Row{R"({"lookback_settings": 1, "theme": "pink"})",
                 "theme: is “pink”, expected one of light, dark"},
             Row{R"({"lookback_settings": 1, "type_percent": 79})",
                 "type_percent: is 79, expected a whole number from 80 to 250"},
             Row{R"({"lookback_settings": 1, "type_percent": 100.5})",
                 "type_percent: is 100.5, expected a whole number from 80 to 250"},
             Row{R"({"lookback_settings": 1, "decimals": 18446744073709551615})",
                 "decimals: is 18446744073709551615, expected a whole number from 0 to 8"},
             Row{R"({"lookback_settings": 1, "motion": 1})",
                 "motion: is 1, expected true or false"},
             Row{R"({"lookback_settings": 1, "play_speed": 3})",
                 "play_speed: is 3, expected one of 0.5, 1, 2, 4, 8"},
             Row{R"({"lookback_settings": 1, "mask_true": true})",
                 "mask_true: is true, expected one of allowed, blocked"},
             Row{R"({"lookback_settings": 1, "queries": "diagonals"})",
                 "queries: is “diagonals”, expected one of rows, columns"},
             Row{R"({"lookback_settings": 1, "window": [1600]})",
                 "window: is a list of 1, expected width and height"},
             Row{R"({"lookback_settings": 1, "window": [1600, 100]})",
                 "window[1]: is 100, expected a whole number from 240 to 4320"},
         }) {
        const char* text = row.text;
        const char* fault = row.fault;
        CAPTURE(text);
        const TemporaryFolder folder;
        write(folder, text);
        const LoadedSettings loaded = loadSettings(folder.path());
        CHECK(loaded.settings == Settings());
        CHECK(english().text(loaded.notice) == std::string("settings.json could not be used: ") +
                                                   fault +
                                                   ". It was renamed to settings.json.broken.");
        CHECK(test::contents(folder / "settings.json.broken") == text);
        CHECK(folder.names() == std::vector<std::string>{"settings.json.broken"});
    }
}

TEST_CASE("one broken file never takes the place of another, and foreign text stays on one line") {
    const TemporaryFolder folder;
    for (const char* text : {"one", "two", R"({"a\n\u001bb": 1, "a\n\u001bb": 2})"}) {
        write(folder, text);
        const std::string notice = english().text(loadSettings(folder.path()).notice);
        CHECK(notice.find_first_of("\n\x1b") == std::string::npos);
    }
    CHECK(test::contents(folder / "settings.json.broken") == "one");
    CHECK(test::contents(folder / "settings.json.broken-2") == "two");
    CHECK(folder.names().size() == 3);
}

TEST_CASE("saving makes the folders, for their owner alone, and does not rewrite the same") {
    const TemporaryFolder folder;
    const fs::path deep = folder.path() / "a/b";
    REQUIRE(saveSettings(deep, kUnusual));
    struct stat made {};
    REQUIRE(stat(deep.c_str(), &made) == 0);
    CHECK((made.st_mode & 0777) == 0700);
    struct stat first {};
    struct stat second {};
    REQUIRE(stat((deep / "settings.json").c_str(), &first) == 0);
    REQUIRE(saveSettings(deep, kUnusual));
    REQUIRE(stat((deep / "settings.json").c_str(), &second) == 0);
    CHECK(first.st_ino == second.st_ino);  // a file that is written is a new one
    REQUIRE(saveSettings(deep, Settings()));
    CHECK(loadSettings(deep).settings == Settings());
}

TEST_CASE("settings that cannot be written or read say why") {
    const TemporaryFolder folder;
    std::ofstream(folder / "file") << "in the way";
    const Result<void> saved = saveSettings(folder.path() / "file/settings", kUnusual);
    REQUIRE_FALSE(saved);
    CHECK(test::placed(saved.error()) ==
          (folder / "file/settings") + ": this folder cannot be made: Not a directory");
    fs::create_directory(folder / "settings.json");
    const LoadedSettings loaded = loadSettings(folder.path());
    CHECK(loaded.settings == Settings());
    CHECK(english().text(loaded.notice) ==
          "settings.json could not be used: is a folder, expected a file. It was renamed to "
          "settings.json.broken.");
    CHECK(loadSettings("/dev/null").notice.empty());
}

}  // namespace
}  // namespace lookback
