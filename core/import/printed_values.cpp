#include "core/import/printed_values.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/import/code_changes.h"
#include "messages/expected.h"
#include "messages/faults.h"
#include "messages/files.h"
#include "messages/imports.h"

namespace lookback {
namespace {

/// Functions whose argument is a tensor, by the last part of their names, and its dtype where
/// nothing else is said.
struct Maker {
    std::string_view name;
    std::optional<DType> dtype;
};
constexpr std::array kMakers{
    Maker{"array", DType::float64},    Maker{"asarray", DType::float64},
    Maker{"matrix", DType::float64},   Maker{"tensor", DType::float32},
    Maker{"Tensor", DType::float32},   Maker{"FloatTensor", DType::float32},
    Maker{"Parameter", std::nullopt},  Maker{"DoubleTensor", DType::float64},
    Maker{"Array", DType::float32},    Maker{"DeviceArray", DType::float32},
    Maker{"constant", DType::float32}, Maker{"Variable", DType::float32},
};

/// Functions of one number or text that printed lists hold: `np.float64(0.5)`, `np.str_('a')`.
constexpr std::array<std::string_view, 17> kScalars{
    "float16", "float32",  "float64", "float128", "longdouble", "half",
    "double",  "bfloat16", "float",   "int8",     "int16",      "int32",
    "int64",   "uint8",    "uint16",  "str_",     "bool_"};

/// Modules whose functions make numbers of 32 bits where nothing else is said.
constexpr std::array<std::string_view, 2> kShortModules{"jnp.", "jax.numpy."};

/// Arguments behind the numbers of a call that do not change these.
constexpr std::array<std::string_view, 18> kHarmlessArguments{
    "dtype",     "device",     "requires_grad", "grad_fn", "layout",     "names",
    "size",      "shape",      "copy",          "order",   "subok",      "name",
    "weak_type", "pin_memory", "trainable",     "scale",   "zero_point", "quantization_scheme"};

/// Names of dtypes in calls; the first that an argument holds.
constexpr std::array<std::pair<std::string_view, DType>, 6> kDTypeNames{{
    {"bfloat16", DType::bfloat16},
    {"float16", DType::float16},
    {"float32", DType::float32},
    {"float64", DType::float64},
    {"half", DType::float16},
    {"double", DType::float64},
}};

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

const Maker* findMaker(std::string_view function) {
    const auto* const found = std::find_if(kMakers.begin(), kMakers.end(), [&](const Maker& row) {
        return row.name == nameAfterDots(function);
    });
    return found == kMakers.end() ? nullptr : found;
}

/// True for a call whose argument is the value; others, `sqrt(2)`, are not computed.
bool isScalar(std::string_view function) {
    return std::find(kScalars.begin(), kScalars.end(), nameAfterDots(function)) != kScalars.end();
}

/// The dtype of a call that names none.
std::optional<DType> usualDType(std::string_view function) {
    const bool is_short =
        std::any_of(kShortModules.begin(), kShortModules.end(),
                    [&](std::string_view module) { return function.starts_with(module); });
    const Maker* const maker = findMaker(function);
    if (maker == nullptr) return std::nullopt;
    return is_short ? std::optional(DType::float32) : maker->dtype;
}

/// True where a type of whole numbers, or of truths, changes one of the numbers.
bool changesNumbers(std::string_view type, const std::vector<double>& numbers) {
    const auto names = [&](std::string_view word) {
        return type.find(word) != std::string_view::npos;
    };
    const bool is_natural = names("uint");
    const bool is_bool = names("bool");
    const bool is_quantized =
        names("qint") || names("quint");  // printed as the numbers they stand for
    const bool is_whole = names("int") || names("long") || names("short");
    if (is_quantized || (!is_bool && !is_whole)) return false;
    return std::any_of(numbers.begin(), numbers.end(), [&](double number) {
        if (is_bool) return number != 0 && number != 1;
        return number != std::trunc(number) || !std::isfinite(number) || (is_natural && number < 0);
    });
}

/// The whole numbers of an argument such as `shape=(2, 2)`.
std::vector<Index> wholesIn(std::string_view text) {
    std::vector<Index> wholes;
    for (std::size_t at = 0; at < text.size();) {
        const auto number = isDecimalDigit(text[at]) ? firstNumber(text.substr(at)) : std::nullopt;
        if (number) wholes.push_back(static_cast<Index>(number->value));
        at += number ? number->bytes : 1;
    }
    return wholes;
}

}  // namespace

bool PrintedValues::isMaker(std::string_view function) { return findMaker(function) != nullptr; }

std::size_t PrintedValues::line() {
    lines_ += static_cast<std::size_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                   text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
    counted_ = at_;
    return lines_;
}

PrintedValues::Shape PrintedValues::refuse(Message message) {
    if (!fault_) fault_ = Error{lineName(line()), std::move(message)};
    return {};
}

Verbatim PrintedValues::wordHere() const {
    constexpr std::size_t kLongestWord = 20;  // characters, of at most 4 bytes
    std::size_t end = std::min(at_ + 1, text_.size());
    while (end < text_.size() && end < at_ + 4 * kLongestWord && !isSpace(text_[end])) ++end;
    return Verbatim{excerpt(firstCharacters(text_.substr(at_, end - at_), kLongestWord))};
}

PrintedValues::Shape PrintedValues::refuseHere(const Message& expected) {
    if (at_ >= text_.size()) return refuse(say::files::EndsEarly{.expected = expected});
    return refuse(say::files::Syntax{.found = wordHere(), .expected = expected});
}

void PrintedValues::skipBalanced() {
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

std::string PrintedValues::readText() {
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

void PrintedValues::skipComment() { at_ = std::min(text_.find('\n', at_), text_.size()); }

PrintedValue PrintedValues::readValueHere(const std::string& function) {
    has_commas_ = {};
    PrintedValue value;
    value.shape = function.empty() ? readList(value, 0) : readMaker(value, function, 0);
    if (fault_) return value;
    const bool is_sentence = !value.texts.empty();
    if (is_sentence && (value.shape.size() != 1 || !value.numbers.empty())) {
        refuse(say::imports::TextAmongNumbers{});
    } else if (value.truths > 0 && value.truths != value.numbers.size()) {
        refuse(say::imports::TruthsAmongNumbers{});
    }
    return value;
}

/// Reads a call from its bracket on: the first argument is the value. @param function its name
PrintedValues::Shape PrintedValues::readMaker(PrintedValue& value, const std::string& function,
                                              int depth) {
    if (depth >= kDeepest) return refuse(say::files::TooDeep{.n = Count{kDeepest}});
    if (isMaker(function) && nameAfterDots(function).ends_with("ensor")) value.is_torch = true;
    ++at_;
    if (skipGap() > 0) return refuseHere(say::expected::Number{});
    Shape shape = readElement(value, depth + 1);
    if (fault_) return {};
    readArguments(value, function, shape);
    return fault_ ? Shape{} : shape;
}

/// Reads the other arguments of a call, and its closing bracket.
void PrintedValues::readArguments(PrintedValue& value, const std::string& function,
                                  const Shape& shape) {
    const std::optional<DType> before = std::exchange(value.dtype, std::nullopt);
    Index commas = skipGap();
    while (!fault_ && at_ < text_.size() && here() != ')') {
        if (commas != 1) {
            refuseHere(say::imports::Closing{});
            return;
        }
        const std::size_t begin = at_;
        while (at_ < text_.size() && here() != ')' && here() != ',' && here() != '#') {
            here() == '(' || here() == '[' ? skipBalanced() : static_cast<void>(++at_);
        }
        const std::string_view argument = trimmed(text_.substr(begin, at_ - begin));
        at_ = begin;
        readArgument(value, argument, shape);
        at_ += argument.size();
        if (!fault_) commas = skipGap();
    }
    if (fault_) return;
    if (at_ >= text_.size()) {
        refuseHere(say::imports::Closing{});
        return;
    }
    ++at_;
    if (!value.dtype) value.dtype = before ? before : usualDType(function);
}

/// Reads `dtype=float32` or `np.float32`; the present place is its beginning.
void PrintedValues::readArgument(PrintedValue& value, std::string_view argument,
                                 const Shape& shape) {
    if (argument.find("complex") != std::string_view::npos) {
        refuse(say::imports::OtherType{.type = Verbatim{"complex"}});
        return;
    }
    const std::size_t sign = argument.find('=');
    const std::string_view name = trimmed(argument.substr(0, sign));
    const bool is_named = sign != std::string_view::npos;
    const bool is_type =
        !is_named &&
        std::all_of(name.begin(), name.end(),
                    [](char c) { return isNameCharacter(c) || c == '\'' || c == '"'; }) &&
        !name.empty() && !isDecimalDigit(name.front());
    const bool is_harmless = std::find(kHarmlessArguments.begin(), kHarmlessArguments.end(),
                                       name) != kHarmlessArguments.end();
    const bool is_size = is_named && (name == "shape" || name == "size");
    const bool is_other_size =
        is_size && !value.numbers.empty() && wholesIn(argument.substr(sign + 1)) != shape;
    if ((is_named ? !is_harmless : !is_type) || is_other_size) {
        refuseHere(say::imports::Closing{});
        return;
    }
    if ((is_type || name == "dtype") && changesNumbers(argument, value.numbers)) {
        const std::string_view type = argument.substr(is_named ? sign + 1 : 0);
        refuse(say::imports::OtherType{.type = Verbatim{oneLine(std::string(trimmed(type)))}});
        return;
    }
    const auto* const named = std::find_if(
        kDTypeNames.begin(), kDTypeNames.end(),
        [&](const auto& row) { return argument.find(row.first) != std::string_view::npos; });
    if (named != kDTypeNames.end() && !value.dtype) value.dtype = named->second;
}

/// Skips the end of a line and the prompt that continues it. NumPy never prints numbers that
/// are left out at the beginning of a line.
bool PrintedValues::skipPromptWithin() {
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

/// Skips white space, comments and commas. @return the number of the commas
Index PrintedValues::skipGap() {
    Index commas = 0;
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (c == '\n' && skipPromptWithin()) continue;
        if (c == '#') {
            skipComment();
            continue;
        }
        if (c != ',' && !isSpace(c)) break;
        if (c == ',') ++commas;
        ++at_;
    }
    return commas;
}

/// True for a gap between two elements, or before and behind them, as all others of its depth: a
/// comma, or white space alone. @param count of the elements before it
bool PrintedValues::isGapRight(Index commas, bool is_empty, Index count, bool is_end, int depth) {
    if (count == 0) return commas == 0;
    if (is_end) return commas <= 1;
    if (commas > 1 || is_empty) return false;
    std::optional<bool>& known = has_commas_[asSize(depth)];
    if (!known) known = commas == 1;
    return *known == (commas == 1);
}

/// Reads a list from its bracket on. @return its shape
PrintedValues::Shape PrintedValues::readList(PrintedValue& value, int depth) {
    if (depth >= kDeepest) return refuse(say::files::TooDeep{.n = Count{kDeepest}});
    const char close = here() == '(' ? ')' : ']';
    ++at_;
    Index count = 0;
    Shape first;
    while (true) {
        const std::size_t begin = at_;
        const Index commas = skipGap();
        const bool is_end = here() == close;
        if (at_ < text_.size() && !isGapRight(commas, at_ == begin, count, is_end, depth)) {
            return refuseHere(say::imports::SameGaps{});
        }
        if (is_end) break;
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

PrintedValues::Shape PrintedValues::refuseUneven(const Shape& shape, const Shape& first) {
    if (shape.size() == 1 && first.size() == 1) {
        return refuse(say::faults::UnevenRow{.n = shape.front(), .wanted = Count{first.front()}});
    }
    return refuse(say::imports::UnevenLists{.shape = Verbatim{shapeText(shape)},
                                            .wanted = Verbatim{shapeText(first)}});
}

/// Reads a number, a text, a list or a call. @return its shape
PrintedValues::Shape PrintedValues::readElement(PrintedValue& value, int depth) {
    const char c = here();
    if (c == '[' || c == '(') return readList(value, depth);
    if (rest().starts_with("...") || rest().starts_with("\u2026")) {
        using Said = say::imports::LeftOut;
        return refuse(Said{.by = value.is_torch ? Said::By::torch : Said::By::other});
    }
    if (c == '\'' || c == '"') return addText(value);
    if (const auto number = firstNumber(rest())) return addNumber(value, *number);
    return readWord(value, depth);
}

/// Reads a call, True or False.
PrintedValues::Shape PrintedValues::readWord(PrintedValue& value, int depth) {
    std::size_t length = 0;
    while (isNameCharacter(here(length))) ++length;
    const std::string word(rest().substr(0, length));
    if (length > 0 && here(length) == '(') {
        if (!isMaker(word) && !isScalar(word)) return refuseHere(say::expected::Number{});
        at_ += length;
        return readMaker(value, word, depth);
    }
    if (word != "True" && word != "False") return refuseHere(say::expected::Number{});
    ++value.truths;
    at_ += length;
    return addValue(value, word == "True" ? 1 : 0);
}

PrintedValues::Shape PrintedValues::addText(PrintedValue& value) {
    if (value.texts.size() >= asSize(kMaxTokens)) {
        return refuse(say::imports::TooManyTexts{.most = Count{kMaxTokens}});
    }
    value.texts.push_back(readText());
    return {};
}

PrintedValues::Shape PrintedValues::addNumber(PrintedValue& value, const NumberText& number) {
    const char next = here(number.bytes);
    if (isNameCharacter(next) || next == '+' || next == '-') {
        return refuseHere(say::expected::Number{});
    }
    at_ += number.bytes;
    return addValue(value, number.value);
}

PrintedValues::Shape PrintedValues::addValue(PrintedValue& value, double number) {
    if (++numbers_ > kMaxImportedNumbers) {
        return refuse(
            say::imports::TooManyNumbers{.most = Count{static_cast<Index>(kMaxImportedNumbers)}});
    }
    value.numbers.push_back(number);
    return {};
}

}  // namespace lookback
