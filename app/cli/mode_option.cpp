#include "app/cli/mode_option.h"

#include <string>
#include <vector>

#include <fmt/format.h>

namespace lookback {

void addModeOption(CLI::App& app, Mode& mode) {
    std::vector<std::string> names;
    for (const ModeInfo& row : kModes) names.emplace_back(row.name);
    const auto set = [&mode](const std::string& name) { mode = findMode(name)->mode; };
    app.add_option_function<std::string>("--mode", set, fmt::format("{}", fmt::join(names, ", ")))
        ->type_name("NAME")
        ->default_str(std::string(info(mode).name))
        ->check(CLI::IsMember(names).description(""));
}

}  // namespace lookback
