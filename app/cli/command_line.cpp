#include "app/cli/command_line.h"

#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/subcommands.h"
#include "core/base/text.h"
#include "core/words/say.h"
#include "messages/cli.h"

namespace lookback {
namespace {

/// The command that the arguments name: `lookback trace`, or `lookback` alone.
std::string namedCommand(const CLI::App& app) {
    const std::vector<CLI::App*> named = app.get_subcommands();
    return app.get_name() + (named.empty() ? "" : " " + named.front()->get_name());
}

}  // namespace

int runCommandLine(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
    const Wording& words = english();
    CLI::App app(words.text(say::cli::About{}), "lookback");
    app.set_version_flag("--version", "lookback " LOOKBACK_VERSION,
                         words.text(say::cli::Version{}));
    app.require_subcommand(0, 1);
    app.footer(words.text(say::cli::ExitCodes{}));
    const Job window = prepareWindow(app);
    std::vector<std::pair<CLI::App*, Job>> commands;
    for (const Subcommand& command : kSubcommands) {
        CLI::App* sub = app.add_subcommand(std::string(command.name), words.text(command.line()));
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
        err << "lookback: " << error.what() << '\n'
            << words.text(say::cli::SeeHelp{.command = Verbatim{namedCommand(app)}}) << '\n';
        return wrong_usage;
    }
    const Console console{out, err};
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
                    << oneLine(english().text(error.message)) << '\n';
    }
    return bad_input;
}

int reportUsage(const Console& console, const Error& error) {
    report(console, {error});
    return wrong_usage;
}

}  // namespace lookback
