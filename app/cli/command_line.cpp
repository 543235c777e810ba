#include "app/cli/command_line.h"

#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/subcommands.h"
#include "core/base/text.h"
#include "core/words/say.h"

namespace lookback {
namespace {

constexpr std::string_view kFooter = "Exit code: 0 done, 1 the input is bad, 2 wrong usage.";

}  // namespace

int runCommandLine(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
    CLI::App app(
        "Lookback: masked self-attention, number by number. Opens the window, or does one "
        "of the commands below.",
        "lookback");
    app.set_version_flag("--version", "lookback " LOOKBACK_VERSION, "Print the version and exit");
    app.require_subcommand(0, 1);
    app.footer(std::string(kFooter));
    const Job window = prepareWindow(app);
    std::vector<std::pair<CLI::App*, Job>> commands;
    for (const Subcommand& command : kSubcommands) {
        CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.line));
        commands.emplace_back(sub, command.prepare(*sub));
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        out << app.help();
        return done;
    } catch (const CLI::CallForVersion& version) {
        out << version.what() << '\n';
        return done;
    } catch (const CLI::ParseError& error) {
        err << "lookback: " << error.what() << "\nlookback --help tells the usage.\n";
        return wrong_usage;
    }
    const Console console{out, err};
    for (const auto& [sub, job] : commands) {
        if (!sub->parsed()) continue;
        if (app.count("--first-frame") > 0) {
            return reportUsage(
                console, {"--first-frame", asWritten("is for the window, not for a command")});
        }
        if (app.count("FILE") == 0) return job(console);
        return reportUsage(console, {app.get_option("FILE")->as<std::string>(),
                                     asWritten("a file stands behind the command, not before it")});
    }
    return window(console);
}

int report(const Console& console, const std::vector<Error>& errors) {
    for (const Error& error : errors) {
        console.err << oneLine(error.where) << (error.where.empty() ? "" : ": ")
                    << oneLine(english().text(error.message)) << '\n';
    }
    return bad_input;
}

int reportUsage(const Console& console, const Error& error) {
    report(console, {error});
    return wrong_usage;
}

}  // namespace lookback
