#include "app/platform/settings_file.h"
#include "core/words/say.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

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

/// Each field of a settings file with a value that it cannot have, and what is said about it.
struct BadField {
    const char* field;
    const char* fault;
};
constexpr BadField kBadFields[]{
    {R"("them": 1)", "them: unknown field (did you mean “theme”?)"},
    {R"("theme": "pink")", "theme: is “pink”, expected one of light, dark"},
    {R"("type_percent": 79)", "type_percent: is 79, expected a whole number from 80 to 250"},
    {R"("type_percent": 100.5)", "type_percent: is 100.5, expected a whole number from 80 to 250"},
    {R"("decimals": 18446744073709551615)",
     "decimals: is 18446744073709551615, expected a whole number from 0 to 8"},
    {R"("decimals": 1e300)", "decimals: is 1e+300, expected a whole number from 0 to 8"},
    {R"("motion": 1)", "motion: is 1, expected true or false"},
    {R"("play_speed": 3)", "play_speed: is 3, expected one of 0.5, 1, 2, 4, 8"},
    {R"("hide_what_is_to_come": 0)", "hide_what_is_to_come: is 0, expected true or false"},
    {R"("code": "yes")", "code: is “yes”, expected true or false"},
    {R"("code_library": 1)", "code_library: is 1, expected "},
    {R"("copy_as": "tex")", "copy_as: is “tex”, expected one of "},
    {R"("copy_all_digits": null)", "copy_all_digits: is null, expected true or false"},
    {R"("file_dialogs": "mine")", "file_dialogs: is “mine”, expected one of system, lookback"},
    {R"("pictures_open_again": [])", "pictures_open_again: is a list of 0, expected true or false"},
    {R"("mask_true": true)", "mask_true: is true, expected one of allowed, blocked"},
    {R"("queries": "diagonals")", "queries: is “diagonals”, expected one of rows, columns"},
    {R"("language": "xx")", "language: is “xx”, expected one of en, id"},
    {R"("page": 7)", "page: is 7, expected "},
    {R"("drag_hint": 2)", "drag_hint: is 2, expected true or false"},
    {R"("window": [1600])", "window: is a list of 1, expected width and height"},
    {R"("window": [1600, 100])", "window[1]: is 100, expected a whole number from 240 to 4320"},
    {R"("window": [1e300, 720])", "window[0]: is 1e+300, expected a whole number from 320 to 7680"},
};

TEST_CASE("a bad field loses itself, and neither the file nor another field") {
    for (const BadField& bad : kBadFields) {
        CAPTURE(bad.field);
        const TemporaryFolder folder;
        const std::string name = std::string(bad.field).substr(0, std::string(bad.field).find(':'));
        std::string text = writeSettings(kUnusual);
        // Its own field comes out, so that no name stands twice.
        if (const std::size_t own = text.find("  " + name + ":"); own != std::string::npos) {
            text.erase(own, text.find('\n', own) + 1 - own);
        }
        const Settings others =
            readSettings(text.replace(text.rfind(",\n}") == std::string::npos ? text.size() - 2
                                                                              : text.rfind(",\n}"),
                                      std::string::npos, "\n}\n"))
                ->settings;
        text.insert(text.find('\n') + 1, std::string("  ") + bad.field + ",\n");
        text = "{" + text.substr(text.find('\n'));
        write(folder, text);
        const LoadedSettings loaded = loadSettings(folder.path());
        CHECK(loaded.settings == others);
        CHECK(loaded.is_mended);
        const std::string notice = english().text(loaded.notice);
        CHECK_MESSAGE(notice.starts_with(std::string("settings.json: ") + bad.fault), notice);
        CHECK_MESSAGE(notice.ends_with(" This setting has its usual value; the others stay."),
                      notice);
        CHECK(folder.names() == std::vector<std::string>{"settings.json"});
        REQUIRE(saveSettings(folder.path(), loaded.settings));
        CHECK_FALSE(loadSettings(folder.path()).is_mended);
    }
}

TEST_CASE("several bad fields are counted") {
    const TemporaryFolder folder;
    write(folder,
          R"({"lookback_settings": 1, "theme": 1, "decimals": -1, "code": 2, "motion": false})");
    const LoadedSettings loaded = loadSettings(folder.path());
    CHECK(loaded.settings == Settings{.preferences = {.has_motion = false}});
    CHECK(english().text(loaded.notice) ==
          "settings.json: theme: is 1, expected one of light, dark. This and 2 other settings have "
          "their usual values; the others stay.");
}

TEST_CASE("a size is written so that it can be read, however small or large the window was") {
    const std::vector<int> sides{-1, 0, 1, 200, 239, 320, 4320, 7681, 100000, 2147483647};
    for (const int width : sides) {
        for (const int height : sides) {
            const TemporaryFolder folder;
            Settings settings = kUnusual;
            settings.window = {width, height};
            REQUIRE(saveSettings(folder.path(), settings));
            const LoadedSettings loaded = loadSettings(folder.path());
            CHECK(loaded.notice.empty());
            CHECK(loaded.settings.preferences == kUnusual.preferences);
            CHECK(loaded.settings.window ==
                  WindowSides{std::clamp(width, 320, 7680), std::clamp(height, 240, 4320)});
        }
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
