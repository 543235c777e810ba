#pragma once

#include <array>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command_line.h"
#include "core/base/result.h"

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
    std::string_view line;  ///< its help text, one line
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
Job prepareCompare(CLI::App& app);
Job prepareTrain(CLI::App& app);
Job prepareGenerate(CLI::App& app);

inline constexpr std::array kSubcommands{
    Subcommand{"lessons", "List the lessons and experiments: id, title", prepareLessons},
    Subcommand{"trace", "Compute a document and print every stage", prepareTrace},
    Subcommand{"gradients", "Print how sum(result * G) changes with every number",
               prepareGradients},
    Subcommand{"leak", "Say which token can change which output, and whether the mask holds",
               prepareLeak},
    Subcommand{"compare", "Print a stage of two documents, the difference and what changed",
               prepareCompare},
    Subcommand{"picture", "Draw the window into a PNG file, without a display", preparePicture},
    Subcommand{"contact-sheet", "Draw every step of the lessons into sheets of small pictures",
               prepareContactSheet},
    Subcommand{"train", "Train the twins of an experiment and print their losses", prepareTrain},
    Subcommand{"generate", "Train the twins of an experiment and let them write on",
               prepareGenerate},
    Subcommand{"draw", "Print random numbers as PyTorch and NumPy draw them", prepareDraw},
    Subcommand{"check", "Say whether files are valid and give the numbers they expect",
               prepareCheck},
};

/// The command without a name: the window.
Job prepareWindow(CLI::App& app);

/// Writes each error on a line: `where: message`. @return the exit code for bad input
int report(const Console& console, const std::vector<Error>& errors);

/// Writes the fault of an option. @return the exit code for wrong usage
int reportUsage(const Console& console, const Error& error);

}  // namespace lookback
