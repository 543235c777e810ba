#pragma once

#include <array>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/command_line.h"
#include "core/base/result.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// Where a command writes to.
struct Console {
    std::ostream& out;
    std::ostream& err;
};

/// What a command does once its options are read. @return an exit code
using Job = std::function<int(const Console&)>;

/// A row of the table of commands: a command adds its options to `app` and says what to do then.
struct Subcommand {
    std::string_view name;
    std::string_view line;  ///< what it does, in one line
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

/// A document by the name that was typed.
struct OpenedInput {
    Document document{};
    std::string name{};         ///< as errors call it
    std::string file{};         ///< its path; empty for a lesson or standard input
    std::string lesson{};       ///< its id; empty for a file
    std::string fingerprint{};  ///< of the file's bytes
};

inline constexpr std::string_view kInputHelp =
    "a document file, a lesson's id, or - for standard input";

/// Reads a file, standard input (`-`) or a lesson; behind any of them, `#NAME` is a snapshot of it.
/// Where both a file and a lesson have the name, it is the file. Errors: every fault, `where`
/// begins with the name.
[[nodiscard]] Checked<OpenedInput> openInput(const std::string& name);

/// Writes errors one a line: `where: message`. @return the exit code for bad input
int report(const Console& console, const std::vector<Error>& errors);

/// Writes what is wrong with an option. @return the exit code for wrong usage
int reportUsage(const Console& console, const Error& error);

/// The stage of a document that an option names. Errors: `where` is the option, the message lists
/// the document's stages.
[[nodiscard]] Result<MatrixId> findStage(const Document& document, const std::string& option,
                                         const std::string& name);

}  // namespace lookback
