#include "app/widgets/expression.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <regex>
#include <string>

#include <muParser.h>

#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::size_t kLongest = 200;

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
        text.replace(at, from.size(), to);
    }
}

/// Replaces the signs of keyboards and copied texts, as U+2212 or ×, by those that are parsed.
std::string normalized(std::string_view text) {
    std::string plain(text);
    replaceAll(plain, "\u2212", "-");
    replaceAll(plain, "\u00d7", "*");
    replaceAll(plain, "\u221e", "inf");
    replaceAll(plain, "\u00a0", " ");
    replaceAll(plain, "\u202f", " ");
    const std::size_t first = plain.find_first_not_of(" \t");
    if (first == std::string::npos) return "";
    return plain.substr(first, plain.find_last_not_of(" \t") - first + 1);
}

/// Returns a number without its separators of thousands, with a decimal point: 1424.5 for 1,424.5,
/// 1.424,5 or 1 424,5; nothing for a text without such separators. A single comma is decimal.
std::optional<std::string> withoutThousands(const std::string& text) {
    static const std::regex comma(
        R"(([-+]?\d{1,3}(?:,\d{3})+)\.(\d*)|([-+]?\d{1,3}(?:,\d{3}){2,}))");
    static const std::regex point(
        R"(([-+]?\d{1,3}(?:\.\d{3})+),(\d*)|([-+]?\d{1,3}(?:\.\d{3}){2,}))");
    static const std::regex space(R"(([-+]?\d{1,3}(?:[ ']\d{3})+)(?:[.,](\d*))?)");
    std::smatch parts;
    for (const std::regex* const form : {&comma, &point, &space}) {
        if (!std::regex_match(text, parts, *form)) continue;
        std::string number = parts.str(1) + (parts.size() > 3 ? parts.str(3) : "");
        std::erase_if(number, [](char sign) {
            return sign == ',' || sign == '.' || sign == ' ' || sign == '\'';
        });
        return parts.str(2).empty() ? number : number + "." + parts.str(2);
    }
    return std::nullopt;
}

}  // namespace

Result<double> parseExpression(std::string_view text) {
    const auto fault = [&](Message message) {
        return tl::unexpected(Error{std::string(text), std::move(message)});
    };
    std::string plain = normalized(text);
    if (plain.empty()) return fault(say::faults::NothingTyped{});
    if (plain.size() > kLongest) return fault(say::faults::TypedTooLong{});
    if (const auto meant = withoutThousands(plain)) {
        return fault(say::faults::Thousands{.number = Verbatim{*meant}});
    }
    // Much of the world writes a decimal comma; within parentheses a comma separates arguments.
    if (plain.find('(') == std::string::npos) std::replace(plain.begin(), plain.end(), ',', '.');
    char* end = nullptr;
    const double number = std::strtod(plain.c_str(), &end);
    if (*end == '\0') return number;
    try {
        mu::Parser parser;
        parser.DefineConst("pi", 3.14159265358979323846);
        parser.DefineConst("e", 2.71828182845904523536);
        parser.DefineConst("inf", std::numeric_limits<double>::infinity());
        parser.SetExpr(plain);
        int count = 0;
        const double* const results = parser.Eval(count);
        if (count != 1) return fault(say::faults::SeveralNumbers{});
        return *results;
    } catch (const mu::ParserError&) {
        return fault(say::faults::NotReadable{});
    }
}

}  // namespace lookback
