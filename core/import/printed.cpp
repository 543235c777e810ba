#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/import/number_text.h"
#include "core/import/readers.h"
#include "messages/expected.h"
#include "messages/faults.h"
#include "messages/files.h"
#include "messages/imports.h"

namespace lookback {
namespace {

constexpr int kDeepest = 8;

/// Bytes behind a bracket in which the name of a pair begins.
constexpr std::size_t kLongestPairBegin = 40;

/// Functions whose argument is a tensor, by the last part of their names, and its dtype where
/// nothing else is said.
struct Maker {
    std::string_view name;
    std::optional<DType> dtype;
};
constexpr std::array kMakers{
    Maker{"array", DType::float64},   Maker{"asarray", DType::float64},
    Maker{"matrix", DType::float64},  Maker{"tensor", DType::float32},
    Maker{"Tensor", DType::float32},  Maker{"FloatTensor", DType::float32},
    Maker{"Parameter", std::nullopt}, Maker{"DoubleTensor", DType::float64},
};

/// Functions that show their arguments: what stands within is read.
constexpr std::array<std::string_view, 6> kTransparent{"print",   "dict", "OrderedDict",
                                                       "display", "list", "tuple"};

/// Names of dtypes in calls; the first that the text of the arguments holds.
constexpr std::array<std::pair<std::string_view, DType>, 6> kDTypeNames{{
    {"bfloat16", DType::bfloat16},
    {"float16", DType::float16},
    {"float32", DType::float32},
    {"float64", DType::float64},
    {"half", DType::float16},
    {"double", DType::float64},
}};

bool isNameCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string_view lastPart(std::string_view name) {
    const std::size_t point = name.rfind('.');
    return point == std::string_view::npos ? name : name.substr(point + 1);
}

const Maker* findMaker(std::string_view function) {
    const auto* const found = std::find_if(kMakers.begin(), kMakers.end(), [&](const Maker& row) {
        return row.name == lastPart(function);
    });
    return found == kMakers.end() ? nullptr : found;
}

/// Reads a text from its beginning to its end. A fault ends the reading.
class PrintedReader {
public:
    explicit PrintedReader(std::string_view text) : text_(text) {}

    Result<Found> read() {
        while (!fault_ && at_ < text_.size()) readOutside();
        if (fault_) return tl::unexpected(*std::move(fault_));
        if (found_.tensors.empty() && found_.texts.empty()) {
            return tl::unexpected(Error{"", say::imports::NoNumbers{}});
        }
        return std::move(found_);
    }

private:
    using Shape = std::vector<Index>;

    /// A value while it is read.
    struct Value {
        std::vector<double> numbers;
        std::vector<std::string> texts;
        std::optional<DType> dtype;
        bool is_torch = false;  ///< printed by PyTorch, for what to do where numbers are left out
    };

    [[nodiscard]] char here(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

    /// The number of the line at the present place, from 1.
    std::size_t line() {
        lines_ += static_cast<std::size_t>(
            std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                       text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
        counted_ = at_;
        return lines_;
    }

    /// Keeps the first fault. @return no shape
    Shape refuse(Message message) {
        if (!fault_) fault_ = Error{lineName(line()), std::move(message)};
        return {};
    }

    /// Refuses the character at the present place.
    Shape refuseHere(const Message& expected) {
        if (at_ >= text_.size()) return refuse(say::files::EndsEarly{.expected = expected});
        std::size_t end = at_ + 1;
        while (end < text_.size() && end < at_ + 20 && !isSpace(text_[end])) ++end;
        return refuse(say::files::Syntax{.found = Verbatim{excerpt(text_.substr(at_, end - at_))},
                                         .expected = expected});
    }

    // --- outside of brackets: names, prompts, calls

    void readOutside() {
        const char c = here();
        if (is_line_begin_) {
            is_line_begin_ = false;
            if (skipPrompt()) return;
        }
        if (c == '\n') {
            ++at_;
            endLabel();
            is_line_begin_ = true;
            is_after_value_ = false;
        } else if (c == '[') {
            const bool is_index = at_ > 0 && (isNameCharacter(text_[at_ - 1]) ||
                                              text_[at_ - 1] == ')' || text_[at_ - 1] == ']');
            const std::size_t begin = at_;
            if (is_index) {
                skipBalanced();
                words_ += text_.substr(begin, at_ - begin);
            } else if (isListOfPairs()) {
                ++at_;
            } else {
                readValue({});
            }
        } else if (c == '(') {
            readCall();
        } else if (c == '\'' || c == '"') {
            words_ = readText();
        } else if (c == '#' && (is_after_value_ || !trimmed(words_).empty())) {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else {
            if (std::string_view("{},;)]").find(c) == std::string_view::npos) words_ += c;
            ++at_;
        }
    }

    /// True at a list of names with their values: `[('W_q', tensor(...)), ...]`.
    [[nodiscard]] bool isListOfPairs() const {
        const std::string_view pair = trimmed(text_.substr(at_ + 1, kLongestPairBegin));
        if (!pair.starts_with('(')) return false;
        const std::string_view name = trimmed(pair.substr(1));
        return name.starts_with('\'') || name.starts_with('"');
    }

    /// Skips the prompt of Python or IPython at the beginning of a line.
    bool skipPrompt() {
        for (const std::string_view prompt : {">>> ", ">>>", "... "}) {
            if (!rest().starts_with(prompt)) continue;
            at_ += prompt.size();
            return true;
        }
        for (const std::string_view prompt : {"In [", "Out["}) {
            if (!rest().starts_with(prompt)) continue;
            const std::size_t end = text_.find("]:", at_);
            if (end == std::string_view::npos || end > at_ + 16) return false;
            at_ = end + 2;
            return true;
        }
        return false;
    }

    /// Keeps the words of a line as the label of the numbers that follow.
    void endLabel() {
        const std::string_view words = trimmed(words_);
        const bool says_nothing = words.empty() || words.starts_with("Parameter containing");
        if (!says_nothing) label_ = words;
        words_.clear();
    }

    /// Takes the name that stands right before the present place off the words.
    std::string takeFunction() {
        std::size_t begin = words_.size();
        while (begin > 0 && isNameCharacter(words_[begin - 1])) --begin;
        std::string function = words_.substr(begin);
        words_.resize(begin);
        return function;
    }

    void readCall() {
        const std::string function = takeFunction();
        const bool is_transparent =
            function.empty() || std::find(kTransparent.begin(), kTransparent.end(),
                                          lastPart(function)) != kTransparent.end();
        if (is_transparent) {
            ++at_;
        } else if (findMaker(function) != nullptr) {
            readValue(function);
        } else {
            skipBalanced();
        }
    }

    /// Skips from a bracket to its partner, or to the end.
    void skipBalanced() {
        std::size_t depth = 0;
        do {
            const char c = here();
            if (c == '"' || c == '\'') {
                static_cast<void>(readText());
                continue;
            }
            if (c == '(' || c == '[') ++depth;
            if (c == ')' || c == ']') --depth;
            ++at_;
        } while (depth > 0 && at_ < text_.size());
    }

    /// Reads a text in quotes; without a partner, the quote alone.
    std::string readText() {
        const char quote = here();
        std::size_t& alone_until = alone_until_[quote == '"' ? 1 : 0];
        if (at_ < alone_until) {
            ++at_;
            return {};
        }
        std::string text;
        std::size_t end = at_ + 1;
        for (; end < text_.size() && text_[end] != '\n'; ++end) {
            if (text_[end] == quote) {
                at_ = end + 1;
                return text;
            }
            if (text_[end] == '\\' && end + 1 < text_.size()) ++end;
            text += text_[end];
        }
        alone_until = end;
        ++at_;
        return {};
    }

    /// Reads a list, or the call of a maker, and keeps it as a tensor or a sentence.
    void readValue(const std::string& maker) {
        endLabel();
        const std::string where = lineName(line());
        Value value;
        const Shape shape = maker.empty() ? readList(value, 0) : readMaker(value, maker, 0);
        if (fault_) return;
        std::string name = cleanName(label_);
        label_.clear();
        is_after_value_ = true;
        const bool is_sentence = !value.texts.empty();
        if (is_sentence && (shape.size() != 1 || !value.numbers.empty())) {
            refuse(say::imports::TextAmongNumbers{});
        } else if (is_sentence) {
            found_.texts.push_back({std::move(name), std::move(value.texts), where});
        } else {
            found_.tensors.push_back(
                {std::move(name), shape, std::move(value.numbers), value.dtype, where});
        }
    }

    // --- within brackets

    /// Reads a call from its bracket on: the first argument is the value. @param function its name
    Shape readMaker(Value& value, const std::string& function, int depth) {
        if (depth >= kDeepest) return refuse(say::files::TooDeep{.n = Count{kDeepest}});
        const Maker* const maker = findMaker(function);
        if (maker != nullptr && lastPart(function).ends_with("ensor")) value.is_torch = true;
        ++at_;
        skipSeparators();
        Shape shape = readElement(value, depth + 1);
        if (fault_) return {};
        const std::size_t begin = at_;
        while (at_ < text_.size() && here() != ')') {
            here() == '(' || here() == '[' ? skipBalanced() : static_cast<void>(++at_);
        }
        if (at_ >= text_.size()) return refuseHere(say::imports::Closing{});
        const std::string_view others = text_.substr(begin, at_ - begin);
        ++at_;
        if (others.find("complex") != std::string_view::npos) {
            return refuse(say::imports::OtherType{.type = Verbatim{"complex"}});
        }
        const auto* const named = std::find_if(
            kDTypeNames.begin(), kDTypeNames.end(),
            [&](const auto& row) { return others.find(row.first) != std::string_view::npos; });
        if (named != kDTypeNames.end()) {
            value.dtype = named->second;
        } else if (maker != nullptr && !value.dtype) {
            value.dtype = maker->dtype;
        }
        return shape;
    }

    void skipSeparators() {
        while (at_ < text_.size()) {
            if (text_[at_] == '\n' && skipPromptWithin()) continue;
            if (!isSpace(text_[at_]) && text_[at_] != ',') return;
            ++at_;
        }
    }

    /// Skips the end of a line and the prompt that continues it. NumPy never prints numbers that
    /// are left out at the beginning of a line.
    bool skipPromptWithin() {
        const std::string_view next = rest().substr(1);
        if (next.starts_with("... ")) {
            at_ += 5;
            return true;
        }
        const std::size_t points = next.find_first_not_of(' ');
        if (points == std::string_view::npos || !next.substr(points).starts_with("...:")) {
            return false;
        }
        at_ += 1 + points + 4;
        return true;
    }

    /// Reads a list from its bracket on. @return its shape
    Shape readList(Value& value, int depth) {
        if (depth >= kDeepest) return refuse(say::files::TooDeep{.n = Count{kDeepest}});
        const char close = here() == '(' ? ')' : ']';
        ++at_;
        Index count = 0;
        Shape first;
        while (true) {
            skipSeparators();
            if (here() == close) break;
            const Shape shape = readElement(value, depth + 1);
            if (fault_) return {};
            if (count == 0) first = shape;
            if (shape != first) return refuseUneven(shape, first);
            ++count;
        }
        ++at_;
        first.insert(first.begin(), count);
        return first;
    }

    Shape refuseUneven(const Shape& shape, const Shape& first) {
        if (shape.size() == 1 && first.size() == 1) {
            return refuse(
                say::faults::UnevenRow{.n = shape.front(), .wanted = Count{first.front()}});
        }
        return refuse(say::imports::UnevenLists{.shape = Verbatim{shapeText(shape)},
                                                .wanted = Verbatim{shapeText(first)}});
    }

    /// Reads a number, a text, a list or a call. @return its shape
    Shape readElement(Value& value, int depth) {
        const char c = here();
        if (c == '[' || c == '(') return readList(value, depth);
        if (rest().starts_with("...") || rest().starts_with("\u2026")) {
            using Said = say::imports::LeftOut;
            return refuse(Said{.by = value.is_torch ? Said::By::torch : Said::By::other});
        }
        if (c == '\'' || c == '"') {
            if (value.texts.size() >= asSize(kMaxTokens)) {
                return refuse(say::imports::TooManyTexts{.most = Count{kMaxTokens}});
            }
            value.texts.push_back(readText());
            return {};
        }
        if (const auto number = firstNumber(rest())) return addNumber(value, *number);
        std::size_t length = 0;
        while (isNameCharacter(here(length))) ++length;
        const std::string word(rest().substr(0, length));
        if (length > 0 && here(length) == '(') {
            at_ += length;
            return readMaker(value, word, depth);
        }
        if (word == "True" || word == "False") {
            return refuse(say::imports::OtherType{.type = Verbatim{"bool"}});
        }
        return refuseHere(say::expected::Number{});
    }

    Shape addNumber(Value& value, const NumberText& number) {
        const char next = here(number.bytes);
        if (isNameCharacter(next) || next == '+' || next == '-') {
            return refuseHere(say::expected::Number{});
        }
        if (++numbers_ > kMaxImportedNumbers) {
            return refuse(say::imports::TooManyNumbers{
                .most = Count{static_cast<Index>(kMaxImportedNumbers)}});
        }
        value.numbers.push_back(number.value);
        at_ += number.bytes;
        return {};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    /// Where lines end in which a quote, single or double, has no partner.
    std::array<std::size_t, 2> alone_until_{};
    std::size_t counted_ = 0;  // lines up to here are counted
    std::size_t lines_ = 1;
    std::size_t numbers_ = 0;  // of the whole text
    bool is_line_begin_ = true;
    bool is_after_value_ = false;  // on its line
    std::string words_;            // of the present line
    std::string label_;            // of the last line that says something
    Found found_;
    std::optional<Error> fault_;
};

}  // namespace

Result<Found> readPrinted(std::string_view text) { return PrintedReader(text).read(); }

}  // namespace lookback
