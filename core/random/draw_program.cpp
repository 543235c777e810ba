#include "core/random/draw_program.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <limits>
#include <locale>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "core/base/text.h"
#include "messages/draws.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";

std::size_t argumentCount(const DrawOperation& operation) {
    return static_cast<std::size_t>(
        std::count_if(operation.arguments.begin(), operation.arguments.end(),
                      [](const DrawArgument& argument) { return !argument.name.empty(); }));
}

std::vector<std::string_view> splitAtCommas(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t comma = text.find(',');
        parts.push_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

std::optional<std::int64_t> parseInteger(std::string_view text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    if (fault != std::errc() || stop != end) return std::nullopt;
    return value;
}

/// A finite number that float32 can hold, at least rounded.
std::optional<double> parseReal(std::string_view text) {
    // A stream may also take hexadecimal digits, "inf" and leading white space.
    if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) {
        return std::nullopt;
    }
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    double value = 0;
    stream >> value;
    constexpr double kLargest = std::numeric_limits<float>::max();
    if (stream.fail() || stream.peek() != std::char_traits<char>::eof()) return std::nullopt;
    return value >= -kLargest && value <= kLargest ? std::optional(value) : std::nullopt;
}

/// The range of a kind of argument, for the message and for the check.
struct KindRule {
    Message expected;
    std::int64_t smallest = 0;
    std::int64_t largest = 0;
};

Message wholeBetween(std::int64_t least, std::int64_t most) {
    return say::expected::WholeBetween{.least = Verbatim{std::to_string(least)},
                                       .most = Verbatim{std::to_string(most)}};
}

KindRule ruleOf(DrawArgumentKind kind) {
    using Limits = std::numeric_limits<std::int64_t>;
    switch (kind) {
        case DrawArgumentKind::count:
            return {wholeBetween(0, kMaxDrawnNumbers), 0, kMaxDrawnNumbers};
        case DrawArgumentKind::size:
            return {wholeBetween(1, kMaxDrawnNumbers), 1, kMaxDrawnNumbers};
        case DrawArgumentKind::integer:
            return {say::expected::LongWhole{}, Limits::min(), Limits::max()};
        case DrawArgumentKind::flag: return {say::expected::ZeroOrOne{}, 0, 1};
        case DrawArgumentKind::real: break;
    }
    return {say::expected::Float32Range{}};
}

/// Reads the argument at a place; false where its kind does not allow the text.
bool readArgument(DrawArgumentKind kind, std::string_view text, std::size_t place,
                  DrawArguments& arguments) {
    if (kind == DrawArgumentKind::real) {
        const std::optional<double> value = parseReal(text);
        if (value) arguments.reals[place] = *value;
        return value.has_value();
    }
    const KindRule rule = ruleOf(kind);
    const std::optional<std::int64_t> value = parseInteger(text);
    if (!value || *value < rule.smallest || *value > rule.largest) return false;
    arguments.integers[place] = *value;
    return true;
}

/// Reads `name:argument,argument`. Errors: the message of the fault.
tl::expected<DrawStep, Message> parseStep(DrawLibrary library, std::string_view text) {
    const auto fault = [](Message message) { return tl::unexpected(std::move(message)); };
    const DrawLibraryInfo& library_info = info(library);
    const std::size_t colon = text.find(':');
    const auto operation = std::find_if(
        library_info.operations.begin(), library_info.operations.end(),
        [name = text.substr(0, colon)](const DrawOperation& row) { return row.name == name; });
    if (operation == library_info.operations.end()) {
        std::string usages;
        std::vector<std::string_view> names;
        for (const DrawOperation& row : library_info.operations) {
            usages += (usages.empty() ? "" : " ") + usage(row);
            names.push_back(row.name);
        }
        return fault(
            say::draws::UnknownOperation{.operation = Verbatim{excerpt(text)},
                                         .library = Verbatim{std::string(library_info.name)},
                                         .hint = nearestHint(text.substr(0, colon), names),
                                         .usages = Verbatim{usages}});
    }
    std::vector<std::string_view> parts;
    if (colon != std::string_view::npos) parts = splitAtCommas(text.substr(colon + 1));
    if (parts.size() != argumentCount(*operation)) {
        return fault(say::draws::ArgumentCount{.operation = Verbatim{excerpt(text)},
                                               .n = std::ssize(parts),
                                               .usage = Verbatim{usage(*operation)}});
    }
    DrawStep step{.operation = &*operation, .text = std::string(text), .arguments = {}};
    for (std::size_t place = 0; place < parts.size(); ++place) {
        const DrawArgument& argument = operation->arguments[place];
        if (!readArgument(argument.kind, parts[place], place, step.arguments)) {
            return fault(say::draws::WrongArgument{.argument = Verbatim{std::string(argument.name)},
                                                   .usage = Verbatim{usage(*operation)},
                                                   .value = Verbatim{excerpt(parts[place])},
                                                   .expected = ruleOf(argument.kind).expected});
        }
    }
    if (auto found = operation->fault(step.arguments, excerpt(text))) {
        return fault(*std::move(found));
    }
    return step;
}

}  // namespace

Result<DrawLibrary> parseDrawLibrary(std::string_view name) {
    std::string names;
    for (const DrawLibraryInfo& row : kDrawLibraries) {
        if (row.name == name) return row.library;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name);
    }
    return tl::unexpected(Error{
        "library",
        say::faults::Wrong{.value = Verbatim{excerpt(name)},
                           .expected = Message(say::expected::OneOf{.names = Verbatim{names}})}});
}

Result<DrawProgram> parseDrawProgram(DrawLibrary library, std::string_view program) {
    DrawProgram parsed{.library = library, .steps = {}};
    std::int64_t numbers = 0;
    while (true) {
        program.remove_prefix(std::min(program.find_first_not_of(kWhiteSpace), program.size()));
        if (program.empty()) break;
        if (parsed.steps.size() == kMaxDrawSteps) {
            return tl::unexpected(
                Error{"program", say::draws::TooManyOperations{.n = Count{kMaxDrawSteps}}});
        }
        const std::string_view text = program.substr(0, program.find_first_of(kWhiteSpace));
        program.remove_prefix(text.size());

        const std::string where = fmt::format("operation {}", parsed.steps.size() + 1);
        tl::expected<DrawStep, Message> step = parseStep(library, text);
        if (!step) return tl::unexpected(Error{where, std::move(step.error())});
        for (const DrawnShape& shape : step->operation->shapes(step->arguments)) {
            numbers += shape.rows * shape.cols;
        }
        if (numbers > kMaxDrawnNumbers) {
            return tl::unexpected(Error{
                where,
                say::draws::TooManyNumbers{.operation = Verbatim{excerpt(text)},
                                           .n = Verbatim{std::to_string(numbers)},
                                           .most = Verbatim{std::to_string(kMaxDrawnNumbers)}}});
        }
        parsed.steps.push_back(*std::move(step));
    }
    if (parsed.steps.empty()) {
        return tl::unexpected(Error{
            "program", say::faults::Empty{
                           .expected = Message(say::expected::Operations{
                               .example = Verbatim{usage(info(library).operations.front())}})}});
    }
    return parsed;
}

std::vector<DrawnShape> drawnShapes(const DrawProgram& program) {
    std::vector<DrawnShape> all;
    for (const DrawStep& step : program.steps) {
        const std::vector<DrawnShape> shapes = step.operation->shapes(step.arguments);
        all.insert(all.end(), shapes.begin(), shapes.end());
    }
    return all;
}

Result<std::vector<DrawnTensor>> draw(DrawLibrary library, std::string_view seed,
                                      const DrawProgram& program) {
    assert(program.library == library);
    return info(library).seed(seed).map([&](DrawGenerator generator) {
        std::vector<DrawnTensor> drawn;
        for (std::size_t k = 0; k < program.steps.size(); ++k) {
            const DrawStep& step = program.steps[k];
            for (DrawnTensor& tensor : step.operation->run(generator, step.arguments)) {
                tensor.op = step.text;
                tensor.operation = k;
                drawn.push_back(std::move(tensor));
            }
        }
        return drawn;
    });
}

std::string usage(const DrawOperation& operation) {
    std::string text(operation.name);
    char separator = ':';
    for (std::size_t place = 0; place < argumentCount(operation); ++place) {
        text += separator;
        text += operation.arguments[place].name;
        separator = ',';
    }
    return text;
}

}  // namespace lookback
