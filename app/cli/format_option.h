#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace lookback {

/// Adds `--format`, which takes the names of a table of formats; its help lists them.
/// @param format the one that is taken without the option; lives as long as the command
template <class Table>
void addFormat(CLI::App& app, std::string& format, const Table& table) {
    std::string help;
    std::vector<std::string> names;
    for (const auto& row : table) {
        names.emplace_back(row.name);
        help += fmt::format("{}{} ({})", help.empty() ? "" : ", ", row.name, row.line);
    }
    app.add_option("--format", format, help)
        ->type_name("NAME")
        ->default_str(format)
        ->check(CLI::IsMember(names).description(""));
}

}  // namespace lookback
