#include "app/cli/usage.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "core/base/text.h"
#include "messages/cli.h"
#include "messages/faults.h"

namespace lookback {
namespace {

bool takesValue(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// The option with its value, `--seed NUMBER`.
std::string formOf(const CLI::Option& option) {
    return fmt::format("{} {}", option.get_name(), option.get_type_name());
}

/// A command with its arguments: `lookback compare [OPTIONS] A B`.
std::string formOf(const CLI::App& command) {
    std::string form =
        fmt::format("{} [{}]", wholeName(command), english().text(say::cli::HelpOptions{}));
    for (const CLI::Option* const option : command.get_options()) {
        if (option->get_positional()) form += " " + option->get_name();
    }
    return form;
}

/// The option of a name with its dashes; null: the command has none.
const CLI::Option* findOption(const CLI::App& command, const std::string& name) {
    return name.starts_with('-') ? command.get_option_no_throw(name) : nullptr;
}

Error unexpected(const CLI::App& command, const std::string& argument) {
    std::vector<std::string> known;
    for (const CLI::Option* const option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    const std::vector<std::string_view> names(known.begin(), known.end());
    const std::string name = argument.substr(0, argument.find('='));
    return {wholeName(command),
            say::cli::Unexpected{
                .argument = givenText(argument),
                .hint = name.starts_with('-') ? nearestHint(name, names) : Argument(Verbatim{}),
                .form = Verbatim{formOf(command)}}};
}

Error missing(const CLI::App& command, const CLI::Option& option) {
    const std::string form = option.get_positional() ? formOf(command) : formOf(option);
    return {option.get_name(), say::faults::Missing{.expected = Verbatim{form}}};
}

/// The faults of options that have too many values, none, or one that they do not take.
std::vector<Error> wrongCounts(const CLI::App& command, const Arguments& given) {
    std::vector<Error> faults;
    for (const CLI::Option* const option : command.get_options()) {
        const auto most = static_cast<std::size_t>(std::max(option->get_items_expected_max(), 1));
        if (option->count() > most) {
            faults.push_back(
                {option->get_name(),
                 say::cli::GivenTimes{.n = Count{static_cast<Index>(option->count())}}});
        }
    }
    if (!faults.empty()) return faults;
    for (const std::string& argument : given) {
        const std::size_t sign = argument.find('=');
        const CLI::Option* const option = findOption(command, argument.substr(0, sign));
        if (option == nullptr || takesValue(*option) || sign == std::string::npos) continue;
        faults.push_back({option->get_name(),
                          say::cli::TakesNoValue{.value = givenText(argument.substr(sign + 1))}});
    }
    if (!faults.empty() || given.empty()) return faults;
    const CLI::Option* const last = findOption(command, given.back());
    if (last == nullptr || !takesValue(*last)) return {};
    return {{last->get_name(), say::cli::NoValue{.form = Verbatim{formOf(*last)}}}};
}

/// Returns the error for a mistyped command: a first argument that resembles a command's name,
/// names no file, and has more arguments after it.
std::optional<Error> mistypedCommand(const CLI::App& app, const CLI::App& command) {
    const CLI::Option& file = *app.get_option("FILE");
    if (&command != &app || app.remaining().empty() || file.count() == 0) return std::nullopt;
    const std::string name = file.results().front();
    if (isNameOfWork(name)) return std::nullopt;
    std::vector<std::string_view> names;
    for (const Subcommand& one : kSubcommands) names.push_back(one.name);
    const Argument hint = nearestHint(name, names);
    if (hint == Argument(Verbatim{})) return std::nullopt;
    return Error{
        wholeName(app),
        say::cli::NotCommand{.name = givenText(name), .hint = hint, .names = joined(names)}};
}

}  // namespace

void nameHelp(CLI::App& app) {
    const Wording& words = english();
    CLI::FormatterBase& formatter = *app.get_formatter();
    formatter.label("Usage", words.text(say::cli::HelpUsage{}));
    formatter.label("OPTIONS", words.text(say::cli::HelpOptions{}));
    formatter.label("SUBCOMMAND", words.text(say::cli::HelpCommand{}));
    formatter.label("REQUIRED", words.text(say::cli::HelpRequired{}));
    formatter.label("Positionals", words.text(say::cli::HelpArguments{}));
    app.option_defaults()->group(words.text(say::cli::HelpOptionGroup{}));
    app.set_help_flag("-h,--help", words.text(say::cli::Help{}));
}

std::string wholeName(const CLI::App& command) {
    const CLI::App* const parent = command.get_parent();
    return parent != nullptr ? parent->get_name() + " " + command.get_name() : command.get_name();
}

const CLI::App& commandOf(const CLI::App& app, const Arguments& given) {
    const std::vector<const CLI::App*> commands =
        app.get_subcommands([](const CLI::App*) { return true; });
    for (const std::string& argument : given) {
        for (const CLI::App* const command : commands) {
            if (command->get_name() == argument) return *command;
        }
    }
    return app;
}

std::optional<Error> emptyValue(const CLI::App& app, const Arguments& given) {
    const CLI::App& command = commandOf(app, given);
    bool is_value = false;  // of the option before
    for (const std::string& argument : given) {
        if (argument == "--") break;
        if (std::exchange(is_value, false)) continue;
        const std::size_t sign = argument.find('=');
        const CLI::Option* const option = findOption(command, argument.substr(0, sign));
        if (option == nullptr || !takesValue(*option)) continue;
        if (sign == std::string::npos) {
            is_value = true;
        } else if (sign + 1 == argument.size()) {
            return Error{option->get_name(),
                         say::faults::Empty{.expected = Verbatim{formOf(*option)}}};
        }
    }
    return std::nullopt;
}

std::vector<Error> usageFaults(const CLI::App& app, const Arguments& given) {
    const CLI::App& command = commandOf(app, given);
    if (auto fault = mistypedCommand(app, command)) return {*std::move(fault)};
    std::vector<Error> faults = wrongCounts(command, given);
    if (!faults.empty()) return faults;
    for (const CLI::App* const part : {&app, &command}) {
        for (const std::string& argument : part->remaining()) {
            faults.push_back(unexpected(command, argument));
        }
        if (&app == &command) break;
    }
    for (const CLI::Option* const option : command.get_options()) {
        const bool is_missing = option->get_required() && option->count() == 0;
        if (is_missing) faults.push_back(missing(command, *option));
    }
    if (faults.empty()) faults.push_back({wholeName(command), say::cli::NotUnderstood{}});
    return faults;
}

}  // namespace lookback
