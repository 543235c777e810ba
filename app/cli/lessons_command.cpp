#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/subcommands.h"
#include "core/io/library_formats.h"

namespace lookback {

Job prepareLessons(CLI::App& app) {
    auto format = std::make_shared<std::string>(kLibraryFormats.front().name);
    std::string formats;
    std::vector<std::string> names;
    for (const LibraryFormat& row : kLibraryFormats) {
        names.emplace_back(row.name);
        formats += fmt::format("{}{} ({})", formats.empty() ? "" : ", ", row.name, row.line);
    }
    app.add_option("--format", *format, formats)
        ->type_name("NAME")
        ->default_str(*format)
        ->check(CLI::IsMember(names).description(""));
    return [format](const Console& console) -> int {
        findLibraryFormat(*format)->write(console.out, libraryRows());
        return done;
    };
}

}  // namespace lookback
