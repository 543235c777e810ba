// docs/keys.md is what the tables of commands and of the mouse make. With LOOKBACK_WRITE_KEYS in
// the environment, this writes the page.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "app/views/shared/help_lines.h"
#include "core/words/say.h"
#include "messages/commands.h"
#include "tests/source_folder.h"

using namespace lookback;

namespace {

const std::string kKeysPage = sourcePath("docs/keys.md");

const std::string kServingPage = sourcePath("docs/serving.md");

constexpr std::string_view kBeginning =
    "# Keys\n\nThis page is made from the tables that the program itself uses. **F1** shows the "
    "same "
    "lines.\nThe first five sections are the keys of the Lab, Compare and the Leak test.\nIn a "
    "browser a command has the key of the column \"on the page\", where that holds one.\n";

/// Returns the key of a command on the page, where that is another; "none" where there is none.
std::string keyOnPage(const Command& row) {
    if (row.on_page.kind == KeyOnPage::Kind::same) return "";
    if (row.on_page.kind == KeyOnPage::Kind::none) return "none";
    return english().written(keyName(row.on_page.other));
}

std::string lineOf(const HelpLine& line, std::string_view rest = "") {
    return "| " + english().text(line.what) + " | " + english().written(line.how) + " |" +
           std::string(rest) + "\n";
}

std::string usesOf(SubjectKind subject, std::string_view of) {
    const HelpGroup group = mouseUses(subject);
    std::string text = "\n## " + english().text(group.heading) + std::string(of) +
                       "\n\n| to do | how |\n|---|---|\n";
    for (const HelpLine& line : group.lines) text += lineOf(line);
    return text;
}

/// Returns the commands with keys in the order of the lines of `keyGroups`.
std::vector<Command> rowsInOrder() {
    std::vector<Command> rows = commands();
    std::erase_if(rows, [](const Command& row) { return row.keys[0].key == Key::none; });
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Command& a, const Command& b) { return a.group < b.group; });
    return rows;
}

std::string keysPage() {
    std::string page(kBeginning);
    const std::vector<Command> rows = rowsInOrder();
    auto row = rows.begin();
    for (const HelpGroup& group : keyGroups({commands()})) {
        page += "\n## " + english().text(group.heading) +
                "\n\n| to do | keys | on the page |\n|---|---|---|\n";
        for (const HelpLine& line : group.lines)
            page += lineOf(line, " " + keyOnPage(*row++) + " |");
    }
    return page + usesOf(SubjectKind::document, ": documents") +
           usesOf(SubjectKind::experiment, ": experiments");
}

/// The table of docs/serving.md: the commands whose keys browsers keep.
std::string keptKeys() {
    std::string table = "| to do | keys | on the page |\n|---|---|---|\n";
    const std::vector<Command> rows = rowsInOrder();
    auto row = rows.begin();
    for (const HelpGroup& group : keyGroups({commands()})) {
        for (const HelpLine& line : group.lines) {
            const std::string there = keyOnPage(*row++);
            const std::string row_text = lineOf(line, " " + there + " |");
            const bool is_there =
                table.find(row_text) != std::string::npos;  // in Train and Generate
            if (!there.empty() && !is_there) table += row_text;
        }
    }
    return table;
}

std::string textOf(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a command is named by a verb, in sentence case, without a full stop") {
    const std::set<std::string> verbs{
        "Add",      "Allow",    "Append", "Begin",  "Blank",    "Bring",  "Check",  "Choose",
        "Close",    "Complete", "Copy",   "Count",  "Decrease", "Draw",   "Export", "Go",
        "Keep",     "Leave",    "Lock",   "Make",   "Mask",     "Move",   "Nudge",  "Open",
        "Paste",    "Play",     "Quit",   "Redo",   "Release",  "Remove", "Rename", "Reset",
        "Increase", "Save",     "Select", "Show",   "Start",    "Step",   "Switch", "Toggle",
        "Train",    "Type",     "Undo",   "Unfold", "Write",    "Zoom"};
    for (const Command& row : commands()) {
        const std::string label = english().text(row.label());
        CAPTURE(label);
        const bool is_of_mode = label.find(": ") != std::string::npos;
        CHECK((is_of_mode || verbs.contains(label.substr(0, label.find(' ')))));
        CHECK(label.back() != '.');
    }
    for (const ModeInfo& mode : kModes) {
        const std::string label = english().text(command(mode.name).label());
        CHECK(label.starts_with(english().text(mode.title()) + ": "));
    }
}

TEST_CASE("docs/keys.md names every key and every use of the mouse, as F1 does") {
    if (std::getenv("LOOKBACK_WRITE_KEYS") != nullptr) std::ofstream(kKeysPage) << keysPage();
    CHECK(textOf(kKeysPage) == keysPage());
}

TEST_CASE("docs/serving.md has a table of the keys that browsers keep") {
    const std::string table = keptKeys();
    CAPTURE(table);
    CHECK(textOf(kServingPage).find("\n" + table) != std::string::npos);
}

TEST_CASE("no key that browsers keep is a command's on the page, and none is two commands' there") {
    const std::vector<KeyChord> kept{kCtrl | Key::n,
                                     kCtrl | Key::t,
                                     kCtrl | Key::w,
                                     kCtrl | Key::q,
                                     kCtrl | Key::r,
                                     kCtrl | Key::l,
                                     kCtrl | Key::d,
                                     kCtrl | Key::p,
                                     kCtrl | Key::digit_0,
                                     kCtrl | Key::equal,
                                     kCtrl | Key::minus,
                                     Key::f5,
                                     Key::f6,
                                     Key::f7,
                                     Key::f11,
                                     Key::f12,
                                     Key::tab,
                                     kAlt | Key::left,
                                     kAlt | Key::right,
                                     kAlt | Key::home,
                                     kAlt | Key::d,
                                     kCtrl | kShift | Key::n,
                                     kCtrl | kShift | Key::t};
    std::vector<KeyChord> all = kept;
    for (int k = 0; k < 8; ++k) {
        for (const KeyMods mods : {kCtrl, kAlt}) all.push_back({mods, keyAfter(Key::digit_1, k)});
    }
    for (const Command& row : commands()) {
        CAPTURE(row.name);
        for (const KeyChord chord : keysOf(row, KeyPlace::page)) {
            CHECK(std::find(all.begin(), all.end(), chord) == all.end());
            if (row.on_page.kind != KeyOnPage::Kind::other || chord.key == Key::none) continue;
            for (const Command& other : commands()) {
                const bool is_same_menu = row.use == KeyUse::opens_menu && other.group != row.group;
                if (other.name == row.name || is_same_menu) continue;
                const auto keys = keysOf(other, KeyPlace::page);
                CHECK(std::find(keys.begin(), keys.end(), chord) == keys.end());
            }
        }
    }
}
