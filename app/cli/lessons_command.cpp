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
    auto language = std::make_shared<const Language*>(kLanguages.data());
    addFormat(app, *format, kLibraryFormats);
    addLanguageOption(app, *language);
    return [format, language](const Console& console) -> int {
        findByName(kLibraryFormats, *format)->write(console.out, libraryRows(), (*language)->id);
        return done;
    };
}

}  // namespace lookback
