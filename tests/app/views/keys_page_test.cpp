// docs/keys.md is what the tables of commands and of the mouse make. With LOOKBACK_WRITE_KEYS in
// the environment, this writes the page.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "app/views/shared/help_lines.h"

using namespace lookback;

namespace {

const std::string kKeysPage = TEST_SOURCE_DIR "/docs/keys.md";

constexpr std::string_view kBeginning =
    "# Keys\n\nThis page is made from the tables that the program itself uses. **F1** shows the "
    "same "
    "lines.\nSteps, Look, Sentence and numbers, and Mask and model are keys of the Lab, of Compare "
    "and of the Leak test.\n";

std::string sectionOf(const HelpGroup& group, std::string_view of = "") {
    std::string text = "\n## " + std::string(group.heading) + std::string(of) + "\n\n";
    text += group.heading == "With the mouse" ? "| to do | how |\n|---|---|\n"
                                              : "| to do | keys |\n|---|---|\n";
    for (const HelpLine& line : group.lines) {
        text += "| " + std::string(line.what) + " | " + line.how + " |\n";
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

TEST_CASE("docs/keys.md names every key and every use of the mouse, as F1 does") {
    if (std::getenv("LOOKBACK_WRITE_KEYS") != nullptr) std::ofstream(kKeysPage) << keysPage();
    std::ifstream file(kKeysPage);
    const std::string found{std::istreambuf_iterator<char>(file), {}};
    CHECK(found == keysPage());
}
