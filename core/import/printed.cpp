#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>
#include <utility>

#include "core/base/text.h"
#include "core/import/code_changes.h"
#include "core/import/printed_values.h"
#include "core/import/readers.h"
#include "core/import/tensor_name.h"
#include "messages/files.h"
#include "messages/imports.h"

namespace lookback {
namespace {

/// Bytes behind a bracket in which the name of a pair begins.
constexpr std::size_t kLongestPairBegin = 40;

constexpr std::string_view kParameterWords = "Parameter containing:";

/// Functions that show their arguments: what stands within is read.
constexpr std::array<std::string_view, 6> kTransparent{"print",   "dict", "OrderedDict",
                                                       "display", "list", "tuple"};

/// Signs that compute with a value beside them, as Python, MATLAB and people write them.
constexpr std::array<std::string_view, 12> kOperators{
    "*", "/", "+", "-", "@", "^", "\u00d7", "\u00b7", "\u00f7", "\u2212", "\u22c5", "\u2217"};

/// Signs that do so only where they touch the value: sentences and tags end with them, too.
constexpr std::string_view kTouchingOperators = "%&|~<>!.$";

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

bool isTransparent(std::string_view function) {
    return function.empty() || std::find(kTransparent.begin(), kTransparent.end(),
                                         nameAfterDots(function)) != kTransparent.end();
}

/// True for a line that only separates: `-----`, `====`, `***`.
bool isRule(std::string_view line) {
    return line.size() > 1 &&
           std::string_view("-=*_~#+").find(line.front()) != std::string_view::npos &&
           line.find_first_not_of(line.front()) == std::string_view::npos;
}

/// A label without the rules around it: `--- X ---`, `**X**`.
std::string_view withoutRule(std::string_view label) {
    label = trimmed(label);
    if (label.size() < 3) return label;
    const char sign = label.back();
    const std::size_t first = label.find_first_not_of(sign);
    const std::size_t last = label.find_last_not_of(sign);
    const bool has_rules = last != std::string_view::npos && isRule(label.substr(0, first)) &&
                           isRule(label.substr(last + 1));
    return has_rules ? trimmed(label.substr(first, last + 1 - first)) : label;
}

/// @param is_touching the value follows on the same line
bool endsWithOperator(std::string_view text, bool is_touching) {
    const bool touches = is_touching && !text.empty() &&
                         kTouchingOperators.find(text.back()) != std::string_view::npos;
    return touches || std::any_of(kOperators.begin(), kOperators.end(),
                                  [&](std::string_view sign) { return text.ends_with(sign); });
}

bool beginsWithOperator(std::string_view text) {
    return std::any_of(kOperators.begin(), kOperators.end(),
                       [&](std::string_view sign) { return text.starts_with(sign); });
}

/// The place of the sign of an assignment, the last one of a line: `X = `, `x: array = `; nothing
/// where none stands there. Brackets are passed over.
std::size_t assignmentIn(std::string_view line) {
    std::size_t depth = 0;
    std::size_t found = std::string_view::npos;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '(' || line[at] == '[') ++depth;
        if ((line[at] == ')' || line[at] == ']') && depth > 0) --depth;
        if (line[at] == '=' && depth == 0) found = at;
    }
    return found;
}

/// The part of the words before a value that would compute with it; empty: they only name it.
/// @param is_open they reach to the value: on its line, or within open brackets
std::string_view factorIn(std::string_view words, bool is_open) {
    words = trimmed(words);
    if (words.starts_with('#')) return {};
    words = withoutRule(words);
    for (const std::string_view arrow : {"->", "=>", "\u2192", ":"}) {
        if (words.ends_with(arrow)) return {};
    }
    if (words.ends_with('\\')) words = trimmed(words.substr(0, words.size() - 1));
    const std::size_t sign = assignmentIn(words);
    if (sign != std::string_view::npos) {
        const std::string_view name = trimmed(words.substr(0, sign));
        if (endsWithOperator(name, true) || name.ends_with('=')) return words;
        const std::string_view behind = trimmed(words.substr(sign + 1));
        return behind.empty() || is_open || endsWithOperator(behind, false) ? behind
                                                                            : std::string_view();
    }
    if (endsWithOperator(words, is_open)) return words;
    if (const std::size_t colon = words.rfind(':'); is_open && colon != std::string_view::npos) {
        return trimmed(words.substr(colon + 1));
    }
    const auto number = firstNumber(words);
    return number && number->bytes == words.size() && is_open ? words : std::string_view();
}

/// A line of code that gives or changes a name.
struct LineOfCode {
    std::string name;
    std::string text;
    std::string where;
    std::size_t tensors = 0;  ///< found before it
    bool is_change = false;   ///< of numbers that the name has: `X *= 2`, `X[0] = 1`, `X.mul_(2)`
};

/// The name that a line of code gives or changes; empty: none.
LineOfCode codeIn(std::string_view line) {
    LineOfCode code;
    std::size_t end = 0;
    while (end < line.size() && isNameCharacter(line[end])) ++end;
    if (end == 0 || isDecimalDigit(line.front())) return {};
    std::string_view name = line.substr(0, end);
    std::string_view behind = trimmed(line.substr(end));
    if (behind.starts_with('(') && name.ends_with('_') &&
        name.find('.') != std::string_view::npos) {
        code.name = std::string(name.substr(0, name.rfind('.')));
        code.is_change = true;
        return code;
    }
    if (behind.starts_with('[')) {
        behind = trimmed(behind.substr(std::min(behind.find(']'), behind.size() - 1) + 1));
        code.is_change = true;
    }
    if (beginsWithOperator(behind) && behind.find('=') <= 2) {
        behind.remove_prefix(behind.find('='));
        code.is_change = true;
    }
    const bool is_assignment =
        behind.starts_with('=') && !behind.starts_with("==") && !trimmed(behind.substr(1)).empty();
    if (is_assignment) code.name = std::string(name);
    return code;
}

/// True where brackets within brackets hold a number: a matrix.
bool holdsMatrix(std::string_view text) {
    const std::size_t begin = text.find("[[");
    return begin != std::string_view::npos &&
           std::any_of(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(),
                       isDecimalDigit);
}

/// Reads a text from its beginning to its end. A fault ends the reading.
class PrintedReader : PrintedValues {
public:
    explicit PrintedReader(std::string_view text) : PrintedValues(text) {}

    Result<Found> read() {
        while (!fault_ && at_ < text_.size()) readOutside();
        endLine();
        if (fault_) return tl::unexpected(*std::move(fault_));
        tellCode();
        if (found_.tensors.empty() && found_.texts.empty()) {
            return tl::unexpected(Error{"", say::imports::NoNumbers{}});
        }
        return std::move(found_);
    }

private:
    // --- outside of brackets: names, prompts, calls

    void readOutside() {
        if (is_line_begin_) {
            is_line_begin_ = false;
            line_begin_ = at_;
            if (skipPrompt()) return;
        }
        const char c = here();
        if (c == '\n') {
            endLine();
            ++at_;
            is_line_begin_ = true;
        } else if (is_after_value_) {
            readAfterValue();
        } else if (isComment()) {
            keepComment();
        } else if (c == '[') {
            readBracket();
        } else if (c == '(') {
            readCall();
        } else if (c == '\'' || c == '"') {
            words_ = readText();
        } else if (c == '<' && rest().starts_with("<tf.")) {
            readTensorFlow();
        } else {
            readSign(c);
        }
    }

    void readSign(char c) {
        if (c == '{') ++open_;
        if (c == '}' || c == ')' || c == ']') close();
        if (std::string_view("{},;)]").find(c) == std::string_view::npos) words_ += c;
        ++at_;
    }

    void close() { open_ -= open_ > 0 ? 1 : 0; }

    [[nodiscard]] bool isComment() const { return here() == '#'; }

    /// Keeps a comment at the beginning of a line as its words: a heading. Others are skipped.
    void keepComment() {
        const std::size_t begin = at_;
        skipComment();
        if (trimmed(words_).empty()) words_ = text_.substr(begin, at_ - begin);
    }

    /// Behind a value only signs that end it may stand, or the next value after white space.
    void readAfterValue() {
        const char c = here();
        if (isBlank(c)) {
            ++at_;
        } else if (c == '#') {
            skipComment();
        } else if (c == ',' || c == ';') {
            ++at_;
            is_after_value_ = false;
        } else if (c == ')' || c == '}' || c == ']') {
            close();
            ++at_;
        } else if (isNextValue()) {
            is_after_value_ = false;
        } else {
            refuse(say::imports::AfterValue{.found = wordHere()});
        }
    }

    /// True at a list or a call of a maker that white space separates from the value before.
    [[nodiscard]] bool isNextValue() const {
        if (open_ > 0 || !isBlank(text_[at_ - 1])) return false;
        if (here() == '[') return true;
        std::size_t length = 0;
        while (isNameCharacter(here(length))) ++length;
        return here(length) == '(' && isMaker(rest().substr(0, length));
    }

    void readBracket() {
        const bool is_index = at_ > 0 && (isNameCharacter(text_[at_ - 1]) ||
                                          text_[at_ - 1] == ')' || text_[at_ - 1] == ']');
        if (is_index) {
            skipIntoWords();
        } else if (isListOfPairs()) {
            ++at_;
            ++open_;
        } else {
            readValue({});
        }
    }

    /// Skips a call or an index, which stay in the words of their line.
    void skipIntoWords() {
        const std::size_t begin = at_;
        skipBalanced();
        words_ += oneLine(std::string(text_.substr(begin, at_ - begin)));
        if (holdsMatrix(text_.substr(begin, at_ - begin))) is_matrix_passed_ = true;
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
            return endPrompt(at_ + prompt.size());
        }
        for (const std::string_view prompt : {"In [", "Out["}) {
            if (!rest().starts_with(prompt)) continue;
            const std::size_t end = text_.find("]:", at_);
            if (end == std::string_view::npos || end > at_ + 16) return false;
            return endPrompt(end + 2);
        }
        return false;
    }

    bool endPrompt(std::size_t end) {
        at_ = end;
        line_begin_ = end;
        open_ = 0;
        is_after_value_ = false;
        return true;
    }

    /// Ends a line: its words are the label of the numbers that follow, or code. Brackets that
    /// stay open go on over its end where a value stood in them, or nothing.
    void endLine() {
        const std::string_view words = trimmed(words_);
        const bool goes_on = is_after_value_ || words.empty() ||
                             std::string_view("=,\\").find(words.back()) != std::string_view::npos;
        if (!goes_on) open_ = 0;
        if (open_ == 0) is_after_value_ = false;
        tellPassed(words);
        endLabel();
    }

    /// Follows the bodies of functions and classes: a name that is given there is another one.
    void followBodies(std::string_view code) {
        const std::size_t indent = code.find_first_not_of(" \t");
        if (indent == std::string_view::npos) return;
        if (body_indent_ && indent <= *body_indent_) body_indent_.reset();
        code.remove_prefix(indent);
        const bool begins =
            code.starts_with("def ") || code.starts_with("class ") || code.starts_with("async ");
        if (begins && !body_indent_) body_indent_ = indent;
    }

    /// Marks the tensors that code changes. @param text the code in messages
    /// @param is_value the numbers of a value behind it are not in the code. @return true where it
    /// changes one
    bool markChanged(std::string_view code, std::string_view text, bool is_value) {
        bool any = false;
        for (const CodeChange& change : changesIn(code)) {
            const bool is_other = !change.is_in_place && (is_value || body_indent_);
            const auto named = named_.find(std::string(change.name));
            if (is_other || named == named_.end()) continue;
            FoundTensor& tensor = found_.tensors[named->second];
            if (!tensor.change) tensor.change = {std::string(text), lineName(line())};
            any = true;
        }
        return any;
    }

    /// Keeps a line without a value that may have changed numbers.
    void tellPassed(std::string_view words) {
        const bool was_passed = std::exchange(is_matrix_passed_, false);
        if (words.empty() || words.starts_with('#') || isRule(words)) return;
        const std::string_view raw = text_.substr(line_begin_, at_ - line_begin_);
        followBodies(raw);
        const std::string text(trimmed(raw));
        if (markChanged(raw, text, false)) return;
        const std::string where = lineName(line());
        LineOfCode code = codeIn(words);
        const std::string_view behind = trimmed(words.substr(1));
        const bool is_operation =
            words.starts_with('[') ||
            (beginsWithOperator(words) && !behind.empty() &&
             (isDecimalDigit(behind.front()) || behind.front() == '.' || words.starts_with('.')));
        if (!code.name.empty()) {
            code.text = text;
            code.where = where;
            code.tensors = found_.tensors.size();
            code.is_change = code.is_change || was_passed;
            code_.push_back(std::move(code));
        } else if (was_passed || is_operation) {
            found_.passed.push_back({text, where});
        }
    }

    /// Keeps the code that changed numbers or gave a matrix, and whose result is not in the text.
    void tellCode() {
        for (const LineOfCode& code : code_) {
            const auto named = named_.find(code.name);
            const bool was_found = named != named_.end();
            if (was_found && named->second >= code.tensors) continue;
            if (!was_found && !code.is_change && !meaningOf(code.name).isKnown()) continue;
            found_.passed.push_back({code.text, code.where});
        }
    }

    /// Keeps the words of a line as the label of the numbers that follow.
    void endLabel() {
        std::string_view words = trimmed(words_);
        if (const std::size_t at = words.find(kParameterWords); at != std::string_view::npos) {
            is_parameter_ = true;
            words = trimmed(words.substr(0, at));
        } else if (!words.empty()) {
            is_parameter_ = false;
        }
        if (!words.empty() && !isRule(words)) label_ = words;
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
        if (isTransparent(function)) {
            ++at_;
            ++open_;
        } else if (isMaker(function) && !isOfName()) {
            readValue(function);
        } else {
            words_ += function;
            skipIntoWords();
        }
    }

    /// True at the bracket of a call whose first argument is a name: `torch.tensor(X)`.
    [[nodiscard]] bool isOfName() const {
        const std::string_view argument = rest().substr(1);
        std::size_t end = 0;
        while (end < argument.size() && isNameCharacter(argument[end])) ++end;
        const bool is_name = end > 0 && !firstNumber(argument) && !argument.starts_with("True") &&
                             !argument.starts_with("False");
        return is_name && end < argument.size() && (argument[end] == ')' || argument[end] == ',');
    }

    /// Reads `<tf.Tensor: shape=(2, 2), dtype=float32, numpy=array(...)>`.
    void readTensorFlow() {
        constexpr std::string_view kNumbers = "numpy=";
        constexpr std::size_t kLongestHead = 200;
        const std::size_t numbers = rest().substr(0, kLongestHead).find(kNumbers);
        if (numbers == std::string_view::npos) {
            refuse(say::imports::NoValues{.found = wordHere()});
            return;
        }
        at_ += numbers + kNumbers.size();
        while (here() == '\n' || isBlank(here())) ++at_;
        const std::size_t begin = at_;
        while (isNameCharacter(here())) ++at_;
        const std::string function(text_.substr(begin, at_ - begin));
        if (here() != '(' || !isMaker(function)) {
            refuse(say::imports::NoValues{.found = wordHere()});
            return;
        }
        readValue(function);
        if (!fault_ && here() == '>') ++at_;
    }

    /// Refuses words before the value that would compute with it.
    bool refuseFactor() {
        const bool is_here = !trimmed(words_).empty();
        const std::string_view factor =
            factorIn(is_here ? std::string_view(words_) : label_, is_here || open_ > 0);
        if (factor.empty()) return false;
        refuse(say::imports::BeforeValue{.found = Verbatim{excerpt(factor)}});
        return true;
    }

    /// Marks the tensor of which the next value is a part: `X[0] = `, `X.data = `.
    void markTarget() {
        const std::string_view target = trimmed(trimmed(words_).empty() ? label_ : words_);
        if (target.ends_with('=')) markChanged(std::string(target) + "0", target, true);
    }

    /// Reads a list, or the call of a maker, and keeps it as a tensor or a sentence.
    void readValue(const std::string& maker) {
        if (refuseFactor()) return;
        markTarget();
        endLabel();
        const std::string where = lineName(line());
        PrintedValue value = readValueHere(maker);
        if (fault_) return;
        std::string name = cleanName(withoutRule(label_));
        label_.clear();
        is_after_value_ = true;
        line_begin_ = at_;
        const bool is_parameter = std::exchange(is_parameter_, false);
        if (!value.texts.empty()) {
            found_.texts.push_back({std::move(name), std::move(value.texts), where});
            return;
        }
        keepName(name);
        found_.tensors.push_back({.name = std::move(name),
                                  .shape = std::move(value.shape),
                                  .values = std::move(value.numbers),
                                  .dtype = value.dtype,
                                  .where = where,
                                  .has_truths = value.truths > 0,
                                  .is_parameter = is_parameter});
    }

    /// Keeps the words of the name of the next tensor, by which code names it.
    void keepName(std::string_view name) {
        while (!name.empty()) {
            const std::size_t end = std::min(name.find(' '), name.size());
            const std::size_t next = found_.tensors.size();
            const auto at = named_.try_emplace(std::string(name.substr(0, end)), next).first;
            // Numbers that are printed once more are those behind the change. A name may have a
            // word twice.
            if (at->second < next) found_.tensors[at->second].change.reset();
            at->second = next;
            name.remove_prefix(std::min(end + 1, name.size()));
        }
    }

    bool is_line_begin_ = true;
    bool is_after_value_ = false;    // until a sign ends it, or its line
    bool is_parameter_ = false;      // the next value is that of a Parameter
    bool is_matrix_passed_ = false;  // within a call or an index of this line
    std::size_t open_ = 0;           // brackets that are read through
    std::size_t line_begin_ = 0;     // behind its prompt
    std::string words_;              // of the present line
    std::string label_;              // of the last line that says something
    std::vector<LineOfCode> code_;
    std::optional<std::size_t> body_indent_{};  // of the function or class that the line is in
    std::unordered_map<std::string, std::size_t> named_;  // the last tensors, by words of names
    Found found_;
};

}  // namespace

Result<Found> readPrinted(std::string_view text) { return PrintedReader(text).read(); }

}  // namespace lookback
