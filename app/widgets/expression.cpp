#include "app/widgets/expression.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <muParser.h>

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
    // Much of Europe writes a decimal comma; within parentheses a comma separates arguments.
    if (plain.find('(') == std::string::npos) std::replace(plain.begin(), plain.end(), ',', '.');
    const std::size_t first = plain.find_first_not_of(" \t");
    if (first == std::string::npos) return "";
    return plain.substr(first, plain.find_last_not_of(" \t") - first + 1);
}

}  // namespace

Result<double> parseExpression(std::string_view text) {
    const auto fault = [&](std::string_view what) {
        return tl::unexpected(
            Error{std::string(text),
                  fmt::format("{}; expected a number like 0.5, 1/3 or sqrt(2)", what)});
    };
    const std::string plain = normalized(text);
    if (plain.empty()) return fault("nothing was typed");
    if (plain.size() > kLongest) return fault("this is too long");
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
        if (count != 1) return fault("these are several numbers");
        return *results;
    } catch (const mu::ParserError&) {
        return fault("this cannot be read");
    }
}

}  // namespace lookback
