#include "app/cli/options.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/named_rows.h"
#include "core/base/text.h"
#include "core/engine/stages.h"
#include "core/words/say.h"
#include "messages/cli.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {

Verbatim givenText(const std::string& text) {
    constexpr std::size_t kLongest = 40;
    return Verbatim{inQuotes(shortenedTo(text, kLongest))};
}

std::string optionFault(const std::string& given, const Message& expected) {
    return given.empty() ? english().text(say::faults::Empty{.expected = expected})
                         : english().text(
                               say::faults::Wrong{.value = givenText(given), .expected = expected});
}

OptionCheck notEmpty(const Message& expected) {
    return [expected](const std::string& text) {
        return text.empty() ? optionFault(text, expected) : std::string();
    };
}

OptionCheck oneOf(std::vector<std::string> names) {
    return [names = std::move(names)](const std::string& text) -> std::string {
        if (std::find(names.begin(), names.end(), text) != names.end()) return "";
        const Message expected = say::expected::OneOf{.names = joined(names)};
        if (text.empty()) return optionFault(text, expected);
        const std::vector<std::string_view> known(names.begin(), names.end());
        return english().text(say::faults::UnknownName{
            .name = givenText(text), .expected = expected, .hint = nearestHint(text, known)});
    };
}

OptionCheck numberBetween(double least, double most) {
    return [least, most](const std::string& text) -> std::string {
        const bool is_plain =
            !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string::npos;
        char* end = nullptr;
        const double number = std::strtod(text.c_str(), &end);
        if (is_plain && *end == '\0' && number >= least && number <= most) return "";
        return optionFault(text,
                           say::cli::NumberBetween{.least = Verbatim{fmt::format("{}", least)},
                                                   .most = Verbatim{fmt::format("{}", most)}});
    };
}

OptionCheck wholeBetween(int least, int most) {
    return [least, most](const std::string& text) -> std::string {
        int number = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, fault] = std::from_chars(text.data(), end, number);
        if (fault == std::errc() && stop == end && number >= least && number <= most) return "";
        return optionFault(text,
                           say::expected::WholeBetween{.least = Verbatim{std::to_string(least)},
                                                       .most = Verbatim{std::to_string(most)}});
    };
}

Result<MatrixId> findStage(const Document& document, const std::string& option,
                           const std::string& name) {
    std::vector<std::string_view> names;
    for (const MatrixId id : stageOrder(document)) {
        if (info(id).name == name) return id;
        names.push_back(info(id).name);
    }
    using Said = say::cli::NoStage;
    return tl::unexpected(Error{option, Said{.name = givenText(name),
                                             .of = Said::Of::other,
                                             .hint = nearestHint(name, names),
                                             .names = joined(names)}});
}

void addLanguageOption(CLI::App& app, const Language*& language) {
    std::vector<std::string> ids;
    for (const Language& row : kLanguages) ids.emplace_back(row.id);
    const auto set = [&language](const std::string& id) { language = findLanguage(id); };
    app.add_option_function<std::string>("--language", set, fmt::format("{}", fmt::join(ids, ", ")))
        ->type_name("ID")
        ->default_str(std::string(language->id))
        ->check(oneOf(ids));
}

void addModeOption(CLI::App& app, Mode& mode) {
    std::vector<std::string> names;
    for (const ModeInfo& row : kModes) names.emplace_back(row.name);
    const auto set = [&mode](const std::string& name) { mode = findByName(kModes, name)->mode; };
    app.add_option_function<std::string>("--mode", set, fmt::format("{}", fmt::join(names, ", ")))
        ->type_name("NAME")
        ->default_str(std::string(info(mode).name))
        ->check(oneOf(names));
}

}  // namespace lookback
