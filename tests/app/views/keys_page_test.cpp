// docs/keys.md is what the tables of commands and of the mouse make. With LOOKBACK_WRITE_KEYS in
// the environment, this writes the page.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "app/views/shared/help_lines.h"
#include "core/words/say.h"
#include "messages/commands.h"
#include "tests/source_folder.h"

using namespace lookback;

namespace {

const std::string kKeysPage = sourcePath("docs/keys.md");

constexpr std::string_view kBeginning =
    "# Keys\n\nThis page is made from the tables that the program itself uses. **F1** shows the "
    "same "
    "lines.\nThe first five sections are the keys of the Lab, Compare and the Leak test.\n";

std::string sectionOf(const HelpGroup& group, std::string_view of = "") {
    std::string text = "\n## " + english().text(group.heading) + std::string(of) + "\n\n";
    text += group.heading == say::commands::GroupMouse{} ? "| to do | how |\n|---|---|\n"
                                                         : "| to do | keys |\n|---|---|\n";
    for (const HelpLine& line : group.lines) {
        text += "| " + english().text(line.what) + " | " + english().written(line.how) + " |\n";
    }
    return text;
}

std::string keysPage() {
    std::string page(kBeginning);
    for (const HelpGroup& group : keyGroups({commands()})) page += sectionOf(group);
    page += sectionOf(mouseUses(SubjectKind::document), ": documents");
    return page + sectionOf(mouseUses(SubjectKind::experiment), ": experiments");
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
    std::ifstream file(kKeysPage);
    const std::string found{std::istreambuf_iterator<char>(file), {}};
    CHECK(found == keysPage());
}
