#include "app/cli/command_line.h"

#include <algorithm>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/subcommands.h"
#include "app/cli/usage.h"
#include "core/base/foreign_text.h"
#include "core/base/text.h"
#include "core/words/say.h"
#include "messages/cli.h"

namespace lookback {
namespace {

/// Ends a report of wrong usage with the command that shows the usage.
int seeHelp(const Console& console, const CLI::App& app, const Arguments& given) {
    console.err << english().text(
                       say::cli::SeeHelp{.command = Verbatim{wholeName(commandOf(app, given))}})
                << '\n';
    return wrong_usage;
}

}  // namespace

int runCommandLine(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
    const Wording& words = english();
    CLI::App app(words.text(say::cli::About{}), "lookback");
    nameHelp(app);
    app.set_version_flag("--version", "lookback " LOOKBACK_VERSION,
                         words.text(say::cli::Version{}));
    app.require_subcommand(0, 1);
    app.footer(words.text(say::cli::ExitCodes{}));
    const Job window = prepareWindow(app);
    std::vector<std::pair<CLI::App*, Job>> commands;
    for (const Subcommand& command : kSubcommands) {
        CLI::App* sub = app.add_subcommand(std::string(command.name), words.text(command.line()))
                            ->group(words.text(say::cli::HelpCommandGroup{}));
        commands.emplace_back(sub, command.prepare(*sub));
    }
    const Console console{out, err};
    const Arguments given(argv + std::min(argc, 1), argv + argc);
    if (const auto fault = emptyValue(app, given)) {
        report(console, {*fault});
        return seeHelp(console, app, given);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        out << app.help();
        return done;
    } catch (const CLI::CallForVersion& version) {
        out << version.what() << '\n';
        return done;
    } catch (const CLI::ValidationError& error) {
        // Its text is the name of the option and the message of an OptionCheck.
        err << oneLine(error.what()) << '\n';
        return seeHelp(console, app, given);
    } catch (const CLI::ParseError&) {
        report(console, usageFaults(app, given));
        return seeHelp(console, app, given);
    }
    for (const auto& [sub, job] : commands) {
        if (!sub->parsed()) continue;
        if (app.count("--first-frame") > 0) {
            return reportUsage(console, {"--first-frame", say::cli::FirstFrameOfWindow{}});
        }
        if (app.count("FILE") == 0) return job(console);
        return reportUsage(console,
                           {app.get_option("FILE")->as<std::string>(), say::cli::OtherPlace{}});
    }
    return window(console);
}

int report(const Console& console, const std::vector<Error>& errors) {
    for (const Error& error : errors) {
        console.err << oneLine(error.where) << (error.where.empty() ? "" : ": ")
                    << sentenceLine(english().text(error.message)) << '\n';
    }
    return bad_input;
}

int reportUsage(const Console& console, const Error& error) {
    report(console, {error});
    return wrong_usage;
}

}  // namespace lookback
