#include "app/widgets/expression.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
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
    // Much of Europe writes a decimal comma; within parentheses a comma separates arguments.
    if (plain.find('(') == std::string::npos) std::replace(plain.begin(), plain.end(), ',', '.');
    const std::size_t first = plain.find_first_not_of(" \t");
    if (first == std::string::npos) return "";
    return plain.substr(first, plain.find_last_not_of(" \t") - first + 1);
}

}  // namespace

Result<double> parseExpression(std::string_view text) {
    const auto fault = [&](Message message) {
        return tl::unexpected(Error{std::string(text), std::move(message)});
    };
    const std::string plain = normalized(text);
    if (plain.empty()) return fault(say::faults::NothingTyped{});
    if (plain.size() > kLongest) return fault(say::faults::TypedTooLong{});
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
