#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/import/number_text.h"
#include "core/import/readers.h"
#include "messages/expected.h"
#include "messages/faults.h"
#include "messages/files.h"
#include "messages/imports.h"

namespace lookback {
namespace {

constexpr std::array<std::string_view, 8> kMatrixEnvironments{
    "bmatrix", "pmatrix", "matrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix", "array"};

constexpr std::array<std::string_view, 5> kDots{"dots", "cdots", "ldots", "vdots", "ddots"};

/// Commands whose argument is not part of a number or a name.
constexpr std::array<std::string_view, 4> kWithoutArgument{"color", "cellcolor", "textcolor",
                                                           "label"};

/// Commands whose argument is only as wide as it is: room between digits.
constexpr std::array<std::string_view, 3> kRoom{"phantom", "hphantom", "hspace"};

/// Commands that are room without an argument.
constexpr std::array<std::string_view, 7> kSpaces{",", ";", ":", " ", "quad", "qquad", "enspace"};

/// Commands that change only how a number or a name looks.
constexpr std::array<std::string_view, 16> kLatexStyles{
    "mathbf", "mathrm", "mathit", "mathsf",       "text",    "textbf",  "bm",     "boldsymbol",
    "bf",     "rm",     "!",      "displaystyle", "mathcal", "mathscr", "mathbb", "mathtt"};

/// Commands that may stand around a matrix: sizes of brackets, and signs where a formula begins or
/// ends.
constexpr std::array<std::string_view, 14> kBracketSizes{"left",  "right", "big",   "Big",  "bigg",
                                                         "Bigg",  "bigl",  "bigr",  "Bigl", "Bigr",
                                                         "biggl", "biggr", "Biggl", "Biggr"};
constexpr std::array<std::string_view, 4> kFormulaSigns{"(", "[", "\\", "\n"};

/// Commands that may follow a matrix: the formula ends, or words follow.
constexpr std::array<std::string_view, 13> kAfterMatrix{
    "]",   ")",    "\\",       "end",   "text",      "textrm", "label",
    "tag", "item", "nonumber", "notag", "intertext", "par"};

/// Commands that compute with a matrix before them, on the next line, too.
constexpr std::array<std::string_view, 14> kLatexOperators{
    "cdot", "times", "odot", "otimes", "circ", "oplus",  "pm",
    "mp",   "ast",   "div",  "top",    "star", "bullet", "intercal"};

/// True for one of the names, with or without a star behind it.
template <class Names>
bool isOneOf(std::string_view name, const Names& names) {
    if (name.ends_with('*')) name.remove_suffix(1);
    for (const std::string_view known : names) {
        if (name == known) return true;
    }
    return false;
}

/// The command at the beginning of a text, without its backslash: letters, or one other character.
std::string_view commandName(std::string_view text) {
    std::size_t end = 1;
    while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (end == 1 && text.size() > 1) end += firstCharacter(text.substr(1)).bytes;
    return text.substr(1, end - 1);
}

/// The argument in braces at the beginning of a text; empty where none stands there.
std::string_view argumentIn(std::string_view text) {
    constexpr std::size_t kLongestArgument = 200;
    std::size_t depth = 0;
    for (std::size_t at = 0; at < std::min(text.size(), kLongestArgument); ++at) {
        if (text[at] == '{') ++depth;
        if (depth == 0) return {};
        if (text[at] == '}' && --depth == 0) return text.substr(1, at - 1);
    }
    return {};
}

/// The characters of a piece of LaTeX that a number or a name is made of.
struct PlainLatex {
    std::string text{};
    bool has_dots = false;    ///< numbers are left out
    bool has_others = false;  ///< a command that does more than style: `\\frac`
};

PlainLatex plain(std::string_view latex) {
    PlainLatex result;
    std::size_t at = 0;
    while (at < latex.size()) {
        const char c = latex[at];
        if (c != '\\') {
            if (std::string_view("$~&\r\n").find(c) != std::string_view::npos) {
                result.text += ' ';
            } else if (c != '{' && c != '}') {
                result.text += c;
            }
            ++at;
            continue;
        }
        const std::string_view name = commandName(latex.substr(at));
        at += 1 + name.size();
        if (name == "infty") {
            result.text += "inf";
        } else if (isOneOf(name, kSpaces)) {
            result.text += ' ';
        } else if (isOneOf(name, kWithoutArgument) || isOneOf(name, kRoom)) {
            const std::string_view hidden = argumentIn(latex.substr(at));
            if (!hidden.empty()) at += hidden.size() + 2;
            if (isOneOf(name, kRoom)) result.text += ' ';
        } else if (isOneOf(name, kDots)) {
            result.has_dots = true;
        } else if (name == "top" || name == "intercal") {
            result.text += 'T';
            result.has_others = true;
        } else if (!isOneOf(name, kLatexStyles)) {
            const bool has_letters =
                !name.empty() && static_cast<unsigned char>(name.front()) < 128;
            if (has_letters) result.text += name;
            result.has_others = true;
        }
    }
    result.text = std::string(trimmed(result.text));
    return result;
}

/// The bytes of a delimiter behind `\\left`: `(`, `\\{`, `\\lbrack`, and of the space before it.
std::size_t delimiterBytes(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    if (begin == text.size()) return begin;
    if (text[begin] != '\\') return begin + 1;
    return begin + 1 + commandName(text.substr(begin)).size();
}

/// The bytes of a command that only shows how something looks, with its delimiter or its hidden
/// argument; 0 for others. @param text begins with a backslash
std::size_t styleBytes(std::string_view text) {
    const std::string_view name = commandName(text);
    const std::size_t bytes = 1 + name.size();
    if (isOneOf(name, kLatexStyles) || isOneOf(name, kSpaces)) return bytes;
    if (isOneOf(name, kBracketSizes)) return bytes + delimiterBytes(text.substr(bytes));
    if (!isOneOf(name, kWithoutArgument) && !isOneOf(name, kRoom)) return 0;
    const std::string_view hidden = argumentIn(text.substr(bytes));
    return bytes + (hidden.empty() ? 0 : hidden.size() + 2);
}

/// The part of the text before a matrix, from its first sign that is more than style; empty: none.
std::string_view meaningfulPart(std::string_view text) {
    while (!text.empty()) {
        const char c = text.front();
        std::size_t bytes = 1;
        if (c == '%') {
            bytes = std::min(text.find('\n'), text.size());
        } else if (c == '\\') {
            const std::string_view name = commandName(text);
            bytes = styleBytes(text);
            if (bytes == 0 && isOneOf(name, kFormulaSigns)) bytes = 1 + name.size();
            if (name == "begin") bytes = 6 + argumentIn(text.substr(6)).size() + 2;
            if (bytes == 0) return trimmed(text);
        } else if (std::string_view(" \t\r\n&{}$~([|").find(c) == std::string_view::npos) {
            return trimmed(text);
        }
        text.remove_prefix(std::min(bytes, text.size()));
    }
    return {};
}

/// The part of the text between a matrix and the one before it that would compute with it; empty:
/// it only names it, or is prose.
std::string_view factorBefore(std::string_view before) {
    const std::size_t sign = before.rfind('=');
    if (sign != std::string_view::npos) return meaningfulPart(before.substr(sign + 1));
    for (const std::string_view end : {"\n\n", "$", "\\[", "\\(", "\\\\"}) {
        const std::size_t last = before.rfind(end);
        if (last != std::string_view::npos) before = before.substr(last + end.size());
    }
    const std::string_view rest = meaningfulPart(before);
    const bool is_prose = std::all_of(rest.begin(), rest.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 128 || std::isalpha(byte) != 0 ||
               std::string_view(" \t\r\n,.;:(").find(c) != std::string_view::npos;
    });
    constexpr std::size_t kLongestSymbol = 2;
    return is_prose && rest.size() > kLongestSymbol ? std::string_view() : rest;
}

/// Reads the matrices of a text from its beginning to its end. A fault ends the reading.
class LatexReader {
public:
    explicit LatexReader(std::string_view text) : text_(text) {}

    Result<Found> read() {
        std::size_t label = 0;  // the end of the matrix before
        for (auto begin = text_.find("\\begin{"); begin != std::string_view::npos && !fault_;
             begin = text_.find("\\begin{", at_)) {
            const std::string_view environment = argumentIn(text_.substr(begin + 6));
            at_ = begin + 8 + environment.size();
            if (!isOneOf(environment, kMatrixEnvironments)) continue;
            const std::string_view before = text_.substr(label, begin - label);
            if (const std::string_view factor = factorBefore(before); !factor.empty()) {
                refuse(begin, say::imports::BeforeValue{.found = Verbatim{excerpt(factor)}});
                break;
            }
            readMatrix(environment, nameIn(before));
            if (!fault_) passAfter();
            label = at_;
        }
        if (fault_) return tl::unexpected(*std::move(fault_));
        if (found_.tensors.empty()) return tl::unexpected(Error{"", say::imports::NoNumbers{}});
        return std::move(found_);
    }

private:
    /// The name of a matrix, from the text before it: the last line, up to its last `=`.
    static std::string nameIn(std::string_view before) {
        const std::size_t sign = before.rfind('=');
        if (sign == std::string_view::npos) return {};
        before = before.substr(0, sign);
        if (const std::size_t begin = before.rfind("\\begin{"); begin != std::string_view::npos) {
            before = before.substr(std::min(before.find('}', begin), before.size() - 1) + 1);
        }
        for (const std::string_view end : {"\n", "\\\\", "\\[", "$", "\\quad", ","}) {
            const std::size_t last = before.rfind(end);
            const bool is_left = last != std::string_view::npos &&
                                 !trimmed(before.substr(last + end.size())).empty();
            if (is_left) before = before.substr(last + end.size());
        }
        return cleanName(plain(before).text);
    }

    void refuse(std::size_t at, Message message) {
        const auto lines =
            std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        fault_ = Error{lineName(static_cast<std::size_t>(lines) + 1), std::move(message)};
    }

    /// Goes to the end of the formula behind a matrix, and refuses what would compute with it. A
    /// line end ends nothing in LaTeX; words on the next line are those of the next matrix.
    void passAfter() {
        bool is_next_line = false;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const std::string_view rest = text_.substr(at_);
            if (c == '\n') {
                const std::size_t next = rest.find_first_not_of(" \t\r", 1);
                if (next == std::string_view::npos || rest[next] == '\n') return;
                is_next_line = true;
                ++at_;
            } else if (c == '%') {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (c == '\\' && styleBytes(rest) > 0 && !isWord(rest)) {
                at_ += styleBytes(rest);
            } else if (c == '_') {
                const bool has_braces = rest.substr(1).starts_with('{');
                at_ += 2 + (has_braces ? argumentIn(rest.substr(1)).size() + 1 : 0);
            } else if (std::string_view(" \t\r~})]|").find(c) != std::string_view::npos) {
                ++at_;
            } else {
                if (!mayFollow(rest, is_next_line)) refuseAfter();
                return;
            }
        }
    }

    /// True for a style that has words: `\\mathbf{W}`.
    static bool isWord(std::string_view text) {
        const std::string_view name = commandName(text);
        return name.size() > 1 && isOneOf(name, kLatexStyles) && name != "displaystyle";
    }

    static bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

    static bool mayFollow(std::string_view text, bool is_next_line) {
        const char c = text.front();
        const bool is_stop = c != '.' || text.size() == 1 || !isWordCharacter(text[1]);
        if (is_stop && std::string_view(",;.:$&=").find(c) != std::string_view::npos) return true;
        if (c != '\\') {
            const bool is_sign = std::string_view("^'+-*/!@<>").find(c) != std::string_view::npos;
            return is_next_line && !is_sign;
        }
        const std::string_view name = commandName(text);
        if (isOneOf(name, kAfterMatrix)) return true;
        return is_next_line && !isOneOf(name, kLatexOperators);
    }

    void refuseAfter() {
        constexpr std::size_t kLongestExcerpt = 20;
        const std::string_view rest =
            firstCharacters(text_.substr(at_, 4 * kLongestExcerpt), kLongestExcerpt);
        refuse(at_, say::imports::AfterValue{
                        .found = Verbatim{excerpt(rest.substr(0, rest.find('\n')))}});
    }

    /// Reads a matrix from behind its `\begin{...}` to behind its `\end{...}`.
    void readMatrix(std::string_view environment, std::string name) {
        const std::string end_sign = "\\end{" + std::string(environment) + "}";
        const std::size_t begin = at_;
        const std::size_t end = text_.find(end_sign, at_);
        if (end == std::string_view::npos) {
            return refuse(begin, say::files::EndsEarly{.expected = Verbatim{inQuotes(end_sign)}});
        }
        at_ = skipOption(at_, end);
        if (environment == "array" && at_ < end && text_[at_] == '{') {
            at_ += argumentIn(text_.substr(at_, end - at_)).size() + 2;
        }
        values_.clear();
        cols_ = 0;
        rows_ = 0;
        row_ = 0;
        std::size_t cell = at_;
        while (at_ < end && !fault_) {
            if (text_[at_] == '&') {
                addCell(cell, at_);
                cell = ++at_;
            } else if (text_.substr(at_).starts_with("\\\\")) {
                addCell(cell, at_);
                endRow();
                at_ = skipOption(at_ + 2, end);
                cell = at_;
            } else {
                at_ += text_[at_] == '\\' ? 2 : 1;
            }
        }
        if (fault_) return;
        // The last row has no line end, or one that nothing follows.
        if (row_ > 0 ||
            !plain(withoutRules(text_.substr(cell, end - std::min(cell, end)))).text.empty()) {
            addCell(cell, end);
            endRow();
        }
        at_ = end + end_sign.size();
        if (fault_) return;
        found_.tensors.push_back({.name = std::move(name),
                                  .shape = {rows_, cols_},
                                  .values = std::move(values_),
                                  .where = lineAt(begin)});
    }

    [[nodiscard]] std::string lineAt(std::size_t at) {
        lines_ += static_cast<std::size_t>(
            std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                       text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
        counted_ = at;
        return lineName(lines_);
    }

    /// The place behind an optional argument in brackets: `\\[2pt]`, `\begin{bmatrix*}[r]`.
    /// @param matrix_end where the matrix ends
    [[nodiscard]] std::size_t skipOption(std::size_t at, std::size_t matrix_end) const {
        const std::string_view matrix = text_.substr(0, matrix_end);
        if (at >= matrix_end || matrix[at] != '[') return at;
        const std::size_t end = matrix.find(']', at);
        if (end == std::string_view::npos || end > at + 12) return at;
        const std::string_view option = matrix.substr(at + 1, end - at - 1);
        const bool is_length =
            !option.empty() && std::isalpha(static_cast<unsigned char>(option.back())) != 0;
        const bool is_columns = option.find_first_not_of("clrtb|") == std::string_view::npos;
        return is_length || is_columns ? end + 1 : at;
    }

    /// A cell without the lines above it.
    static std::string_view withoutRules(std::string_view cell) {
        cell = trimmed(cell);
        while (cell.starts_with("\\hline")) cell = trimmed(cell.substr(6));
        return cell;
    }

    void addCell(std::size_t begin, std::size_t end) {
        if (fault_) return;
        const std::string_view cell = withoutRules(text_.substr(begin, end - begin));
        const PlainLatex content = plain(cell);
        if (content.has_dots) return refuse(begin, say::imports::DotsInLatex{});
        const bool is_decimal_comma = content.text.find(',') != std::string::npos;
        const auto number = firstNumber(content.text, is_decimal_comma ? ',' : '.');
        if (content.has_others || !number || number->bytes != content.text.size()) {
            return refuse(begin, say::faults::Wrong{.value = Verbatim{excerpt(cell)},
                                                    .expected = Message(say::expected::Number{})});
        }
        if (isGrouped(content.text)) {
            return refuse(begin, say::imports::CommaOfTwoKinds{.found = Verbatim{excerpt(cell)}});
        }
        if (++numbers_ > kMaxImportedNumbers) {
            return refuse(begin, say::imports::TooManyNumbers{
                                     .most = Count{static_cast<Index>(kMaxImportedNumbers)}});
        }
        values_.push_back(number->value);
        ++row_;
    }

    void endRow() {
        if (fault_) return;
        if (rows_ == 0) cols_ = row_;
        if (row_ != cols_) {
            return refuse(at_, say::faults::UnevenRow{.n = row_, .wanted = Count{cols_}});
        }
        ++rows_;
        row_ = 0;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t counted_ = 0;  // lines up to here are counted
    std::size_t lines_ = 1;
    std::size_t numbers_ = 0;
    std::vector<double> values_;  // of the present matrix
    Index rows_ = 0;
    Index cols_ = 0;
    Index row_ = 0;  // cells of the present row
    Found found_;
    std::optional<Error> fault_;
};

}  // namespace

Result<Found> readLatex(std::string_view text) { return LatexReader(text).read(); }

}  // namespace lookback
