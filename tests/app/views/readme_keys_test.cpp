// The README and the table of commands name the same keys.
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include "app/state/commands/commands.h"

using namespace lookback;

namespace {

using Keys = std::set<std::string>;

/// Taken by the fields that numbers are typed into.
const Keys kWithoutCommand{"Tab", "Shift+Tab"};

void addKeys(Keys& keys, std::string cell) {
    for (const std::string_view separator : {" / ", "; ", ", "}) {
        for (std::size_t at = cell.find(separator); at != std::string::npos;
             at = cell.find(separator, at)) {
            cell.replace(at, separator.size(), "\n");
        }
    }
    std::istringstream lines(cell);
    for (std::string key; std::getline(lines, key);) keys.insert(key);
}

Keys keysOfReadme() {
    std::ifstream readme(std::string(TEST_SOURCE_DIR) + "/README.md");
    Keys keys;
    bool in_table = false;
    for (std::string line; std::getline(readme, line);) {
        if (line.starts_with("## ")) in_table = line == "## Keys";
        if (!in_table || !line.starts_with("| ") || line.starts_with("| key")) continue;
        addKeys(keys, line.substr(2, line.find(" |", 2) - 2));
    }
    return keys;
}

Keys keysOfCommands() {
    Keys keys = kWithoutCommand;
    for (const Command& command : commands()) {
        for (std::string& name : keyNames(command)) keys.insert(std::move(name));
    }
    return keys;
}

}  // namespace

TEST_CASE("the README names every key and no other") {
    CHECK(fmt::format("{}", fmt::join(keysOfReadme(), "\n")) ==
          fmt::format("{}", fmt::join(keysOfCommands(), "\n")));
}
