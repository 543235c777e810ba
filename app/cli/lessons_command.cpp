#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "core/base/named_rows.h"
#include "core/io/library_formats.h"

namespace lookback {

Job prepareLessons(CLI::App& app) {
    auto format = std::make_shared<std::string>(kLibraryFormats.front().name);
    addFormat(app, *format, kLibraryFormats);
    return [format](const Console& console) -> int {
        findByName(kLibraryFormats, *format)->write(console.out, libraryRows());
        return done;
    };
}

}  // namespace lookback
