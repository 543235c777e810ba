#include "app/widgets/expression.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

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

/// A way to write thousands.
struct Grouping {
    std::string_view separators;  ///< between groups of three digits
    std::string_view decimals;    ///< signs before the decimals
    std::size_t least_groups;     ///< after the first, where there are no decimals
};

constexpr std::array kGroupings{Grouping{",", ".", 2}, Grouping{".", ",", 2},
                                Grouping{" '", ".,", 1}};

/// The number without its separators of thousands, with a decimal point; nothing for a text that is
/// not written so.
std::optional<std::string> ungrouped(std::string_view text, const Grouping& form) {
    constexpr std::size_t kDigits = 3;
    const auto take_digits = [&text] {
        const auto* const end =
            std::find_if_not(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
        const std::string_view digits =
            text.substr(0, static_cast<std::size_t>(end - text.begin()));
        text.remove_prefix(digits.size());
        return digits;
    };
    std::string number;
    if (text.starts_with('-') || text.starts_with('+')) {
        number = text.front();
        text.remove_prefix(1);
    }
    const std::string_view first = take_digits();
    if (first.empty() || first.size() > kDigits) return std::nullopt;
    number += first;
    std::size_t groups = 0;
    for (; !text.empty() && form.separators.find(text.front()) != std::string_view::npos;
         ++groups) {
        text.remove_prefix(1);
        const std::string_view group = take_digits();
        if (group.size() != kDigits) return std::nullopt;
        number += group;
    }
    if (text.empty()) return groups >= form.least_groups ? std::optional(number) : std::nullopt;
    if (groups == 0 || form.decimals.find(text.front()) == std::string_view::npos) {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const std::string_view decimals = take_digits();
    if (!text.empty()) return std::nullopt;
    return decimals.empty() ? number : number + "." + std::string(decimals);
}

/// Returns a number without its separators of thousands, with a decimal point: 1424.5 for 1,424.5,
/// 1.424,5 or 1 424,5; nothing for a text without such separators. A single comma is decimal.
std::optional<std::string> withoutThousands(const std::string& text) {
    for (const Grouping& form : kGroupings) {
        if (auto number = ungrouped(text, form)) return number;
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
