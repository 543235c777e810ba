#pragma once

#include <array>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command_line.h"
#include "core/base/result.h"
#include "messages/cli.h"

namespace CLI {
class App;
}

namespace lookback {

/// The output streams of a command.
struct Console {
    std::ostream& out;
    std::ostream& err;
};

/// A command, run after its options are read. @return an exit code
using Job = std::function<int(const Console&)>;

/// A row of the table of commands: `prepare` adds the command's options to `app`.
struct Subcommand {
    std::string_view name;
    Message (*line)();  ///< its help text, one line
    Job (*prepare)(CLI::App& app);
};

Job prepareLessons(CLI::App& app);
Job prepareTrace(CLI::App& app);
Job prepareCheck(CLI::App& app);
Job prepareGradients(CLI::App& app);
Job prepareLeak(CLI::App& app);
Job preparePicture(CLI::App& app);
Job prepareContactSheet(CLI::App& app);
Job prepareDraw(CLI::App& app);
Job prepareExport(CLI::App& app);
Job prepareCompare(CLI::App& app);
Job prepareImport(CLI::App& app);
Job prepareAnswers(CLI::App& app);
Job prepareTrain(CLI::App& app);
Job prepareGenerate(CLI::App& app);

inline constexpr std::array kSubcommands{
    Subcommand{"lessons", stated<say::cli::Lessons>, prepareLessons},
    Subcommand{"trace", stated<say::cli::Trace>, prepareTrace},
    Subcommand{"gradients", stated<say::cli::Gradients>, prepareGradients},
    Subcommand{"leak", stated<say::cli::Leak>, prepareLeak},
    Subcommand{"compare", stated<say::cli::Compare>, prepareCompare},
    Subcommand{"picture", stated<say::cli::Picture>, preparePicture},
    Subcommand{"contact-sheet", stated<say::cli::ContactSheet>, prepareContactSheet},
    Subcommand{"export", stated<say::cli::Export>, prepareExport},
    Subcommand{"import", stated<say::cli::Import>, prepareImport},
    Subcommand{"answers", stated<say::cli::Answers>, prepareAnswers},
    Subcommand{"train", stated<say::cli::Train>, prepareTrain},
    Subcommand{"generate", stated<say::cli::Generate>, prepareGenerate},
    Subcommand{"draw", stated<say::cli::Draw>, prepareDraw},
    Subcommand{"check", stated<say::cli::Check>, prepareCheck},
};

/// The command without a name: the window.
Job prepareWindow(CLI::App& app);

/// Writes each error on a line: `where: message`. @return the exit code for bad input
int report(const Console& console, const std::vector<Error>& errors);

/// Writes the fault of an option. @return the exit code for wrong usage
int reportUsage(const Console& console, const Error& error);

}  // namespace lookback
