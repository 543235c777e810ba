#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/state/model/mode.h"
#include "core/base/result.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"
#include "core/words/language.h"
#include "core/words/say.h"

namespace lookback {

/// Returns the fault of a text given for an option; empty where the text is valid.
using OptionCheck = std::function<std::string(const std::string&)>;

/// A given text as messages quote it: shortened, in quotes.
[[nodiscard]] Verbatim givenText(const std::string& text);

/// The fault of a text given for an option. @param expected "a number from 0.5 to 4"
[[nodiscard]] std::string optionFault(const std::string& given, const Message& expected);

/// Refuses an empty text. @param expected "the PNG file to write"
[[nodiscard]] OptionCheck notEmpty(const Message& expected);

/// Names in a message: "text, json, csv".
template <class Names>
[[nodiscard]] Verbatim joined(const Names& names) {
    return Verbatim{fmt::format("{}", fmt::join(names, ", "))};
}

/// Accepts one of these names.
[[nodiscard]] OptionCheck oneOf(std::vector<std::string> names);

/// Accepts numbers from `least` to `most`.
[[nodiscard]] OptionCheck numberBetween(double least, double most);

/// Accepts whole numbers from `least` to `most`.
[[nodiscard]] OptionCheck wholeBetween(int least, int most);

/// Adds an option that takes the names of a table of formats; its help lists them.
/// @param format that the option sets; must outlive `app`
template <class Table>
CLI::Option* addFormat(CLI::App& app, const std::string& option, std::string& format,
                       const Table& table) {
    std::string help;
    std::vector<std::string> names;
    for (const auto& row : table) {
        names.emplace_back(row.name);
        help += fmt::format("{}{} ({})", help.empty() ? "" : ", ", row.name,
                            english().text(row.line()));
    }
    return app.add_option(option, format, help)->type_name("NAME")->check(oneOf(std::move(names)));
}

/// Adds `--format`. @param format with its default
template <class Table>
void addFormat(CLI::App& app, std::string& format, const Table& table) {
    addFormat(app, "--format", format, table)->default_str(format);
}

/// The stage of a document that an option names. Errors: `where` is the option, the message lists
/// the document's stages.
[[nodiscard]] Result<MatrixId> findStage(const Document& document, const std::string& option,
                                         const std::string& name);

/// Adds `--language`: that of the words in a picture or a list. @param language set by the option;
/// must outlive `app`; its value is the usual one
void addLanguageOption(CLI::App& app, const Language*& language);

/// Adds `--mode` to a command that draws the window. @param mode set by the option; must outlive
/// `app`
void addModeOption(CLI::App& app, Mode& mode);

}  // namespace lookback
