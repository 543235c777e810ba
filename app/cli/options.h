#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/state/model/mode.h"

namespace lookback {

/// Says what is wrong with the text given for an option; empty where nothing is.
using OptionCheck = std::function<std::string(const std::string&)>;

/// The text as a message names it: shortened, and told in words where it is empty.
[[nodiscard]] std::string givenText(const std::string& text);

/// Refuses an empty text. @param expected "the PNG file to write"
[[nodiscard]] OptionCheck notEmpty(std::string_view expected);

/// Takes numbers from `least` to `most`.
[[nodiscard]] OptionCheck numberBetween(double least, double most);

/// Takes whole numbers from `least` to `most`.
[[nodiscard]] OptionCheck wholeBetween(int least, int most);

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

/// Adds `--mode` to a command that draws the window. @param mode what it sets; must outlive `app`
void addModeOption(CLI::App& app, Mode& mode);

}  // namespace lookback
