#include "core/io/json_syntax.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "core/random/excerpt.h"

namespace lookback {
namespace {

constexpr int kOverflow = 406;  // nlohmann's number for "does not fit a double"

std::string placeInText(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    const auto is_character = [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
    };
    const auto column = std::count_if(before.begin() + static_cast<std::ptrdiff_t>(line_start),
                                      before.end(), is_character);
    return fmt::format("line {}, column {}", std::count(before.begin(), before.end(), '\n') + 1,
                       column + 1);
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// The parser's message without the piece of the file that it quotes, which may say anything.
std::string withoutQuote(std::string message) {
    const std::size_t begin = message.find("; last read: '");
    const std::size_t end = message.rfind('\'');
    if (begin != std::string::npos) message.erase(begin, end + 1 - begin);
    return message;
}

/// Characters of numbers and of words without quotes.
bool isWordPart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '-' || c == '.';
}

/// What may stand at a place, from the parser's "while parsing ...".
std::string_view expectedIn(std::string_view what) {
    struct Row {
        std::string_view context;
        std::string_view expected;
    };
    constexpr std::array kJsonSyntaxRows{
        Row{"; expected end of input", "the end of the file"},
        Row{"parsing object key", "a field name in quotes"},
        Row{"parsing object separator", "':'"},
        Row{"parsing object ", "',' or '}'"},
        Row{"parsing array", "',' or ']'"},
    };
    for (const Row& row : kJsonSyntaxRows) {
        if (contains(what, row.context)) return row.expected;
    }
    return "a value";
}

/// The words that other programs write where JSON has no number.
std::optional<std::string_view> notANumber(std::string_view text) {
    for (const std::string_view word :
         {"NaN", "nan", "Infinity", "-Infinity", "-inf", "inf", "+"}) {
        if (text.substr(0, word.size()) == word) return word;
    }
    return std::nullopt;
}

/// Where the piece of text begins that ends at `last` and should not be there.
std::size_t beginOf(std::string_view text, std::size_t last, const ParserComplaint& complaint,
                    std::string_view what) {
    if (contains(what, "invalid string")) return last;
    if (contains(what, "unexpected string literal")) return last + 1 - complaint.token.size();
    std::size_t begin = last;
    const bool is_word = isWordPart(text[last]) || contains(what, " invalid ");
    while (is_word && begin > 0 && isWordPart(text[begin - 1])) --begin;
    return begin;
}

std::string syntaxMessage(std::string_view what, bool at_end) {
    if (at_end && !contains(what, "invalid string")) {
        return fmt::format("the file ends too early, expected {}", expectedIn(what));
    }
    const std::size_t dash = what.find(" - ");
    const std::string_view found = dash == std::string_view::npos ? what : what.substr(dash + 3);
    return fmt::format("{}, expected {}", found.substr(0, found.find("; expected ")),
                       expectedIn(what));
}

}  // namespace

Error syntaxFault(std::string_view text, const ParserComplaint& complaint) {
    const std::string what = withoutQuote(complaint.what);
    const std::size_t last = std::max<std::size_t>(complaint.position, 1) - 1;
    const bool at_end = last >= text.size();
    const std::size_t begin = at_end ? text.size() : beginOf(text, last, complaint, what);
    const auto fault = [&](std::string message) {
        return Error{placeInText(text, begin), std::move(message)};
    };
    if (complaint.id == kOverflow) {
        return fault(fmt::format("{} is too large for any number format, expected a finite number",
                                 excerpt(complaint.token)));
    }
    if (const auto word = notANumber(text.substr(begin))) {
        return fault(fmt::format("{} is not a number in JSON, expected a finite number",
                                 *word == "+" ? "a leading +" : *word));
    }
    return fault(syntaxMessage(what, at_end));
}

}  // namespace lookback
