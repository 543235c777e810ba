#include "core/import/code_changes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>

#include "core/import/number_text.h"

namespace lookback {
namespace {

template <class Names>
bool isListed(std::string_view name, const Names& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Modules whose functions change an argument; a method of others changes its own object.
constexpr std::array<std::string_view, 12> kModules{
    "np", "numpy", "torch", "nn", "F", "init", "random", "tf", "jnp", "jax", "functional", "rng"};

/// Functions and methods that change numbers in place, beside those whose names end with `_`.
constexpr std::array<std::string_view, 20> kInPlace{
    "fill_diagonal", "copyto", "put",    "place",   "putmask",   "put_along_axis", "shuffle",
    "fill",          "sort",   "resize", "itemset", "partition", "append",         "extend",
    "insert",        "pop",    "remove", "reverse", "clear",     "assign"};

/// Methods whose names end with `_` and that leave the numbers.
constexpr std::array<std::string_view, 4> kLeavesNumbers{"requires_grad_", "share_memory_",
                                                         "detach_", "pin_memory_"};

/// Attributes that are the numbers of a tensor, or their order.
constexpr std::array<std::string_view, 8> kNumberAttributes{"data",  "T",      "mT",   "flat",
                                                            "shape", "values", "real", "iloc"};

/// Methods that give the same numbers, and functions that do.
constexpr std::array<std::string_view, 10> kSameMethods{
    "numpy", "detach", "cpu", "cuda", "clone", "copy", "contiguous", "tolist", "double", "eval"};
constexpr std::array<std::string_view, 4> kSameFunctions{"array", "asarray", "tensor", "Parameter"};

/// Words with which a statement begins that has another behind its colon.
constexpr std::array<std::string_view, 8> kCompound{"if",  "elif", "else",  "for",
                                                    "try", "with", "while", "finally"};

/// Calls `visit(place)` for the characters outside of brackets and quotes, until it returns false.
template <class Visit>
void forOutside(std::string_view text, Visit visit) {
    std::size_t depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\'' || c == '"') {
            const std::size_t end = text.find(c, at + 1);
            if (end != std::string_view::npos) at = end;
        } else if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == ')' || c == ']' || c == '}') {
            depth -= depth > 0 ? 1 : 0;
        } else if (depth == 0 && !visit(at)) {
            return;
        }
    }
}

std::string_view firstName(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && isNameCharacter(text[end])) ++end;
    const bool is_name = end > 0 && !isDecimalDigit(text.front()) && text.front() != '.';
    return is_name ? text.substr(0, end) : std::string_view();
}

std::string_view headOf(std::string_view name) { return name.substr(0, name.find('.')); }

/// The bytes to behind the bracket that closes the first one.
std::size_t balancedBytes(std::string_view text) {
    std::size_t depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '(' || text[at] == '[') ++depth;
        if ((text[at] == ')' || text[at] == ']') && --depth == 0) return at + 1;
    }
    return text.size();
}

/// The key of an index in quotes: X of `['X']`; empty for others.
std::string_view keyIn(std::string_view index) {
    if (index.size() < 4 || (index[1] != '\'' && index[1] != '"')) return {};
    const std::size_t end = index.find(index[1], 2);
    return end + 2 == index.size() ? index.substr(2, end - 2) : std::string_view();
}

/// An assignment: the text before its sign, and behind it.
struct Assignment {
    std::string_view targets{};
    std::string_view value{};
    bool is_operation = false;  ///< `*=`: it computes with the numbers that are there
};

/// The last assignment of a statement, `=`, `:=`, `*=`, `<-` of R; nothing where it has none.
std::optional<Assignment> assignmentOf(std::string_view statement) {
    constexpr std::string_view kOperators = "*/+-@%&|^.:";
    std::optional<std::size_t> sign;
    std::optional<std::size_t> arrow;
    forOutside(statement, [&](std::size_t at) {
        const char before = at > 0 ? statement[at - 1] : ' ';
        const char next = at + 1 < statement.size() ? statement[at + 1] : ' ';
        const bool is_comparison = before == '=' || before == '!' || before == '<' || before == '>';
        const bool is_shift =
            at > 1 && (before == '<' || before == '>') && statement[at - 2] == before;
        if (statement[at] == '=' && next != '=' && (!is_comparison || is_shift)) sign = at;
        if (statement[at] == '<' && next == '-' && before == ' ' && !arrow) arrow = at;
        return true;
    });
    if (!sign && arrow) {
        return Assignment{statement.substr(0, *arrow), trimmed(statement.substr(*arrow + 2))};
    }
    if (!sign) return std::nullopt;
    Assignment result{trimmed(statement.substr(0, *sign)), trimmed(statement.substr(*sign + 1))};
    while (!result.targets.empty() &&
           (kOperators.find(result.targets.back()) != std::string_view::npos ||
            result.targets.ends_with("<<") || result.targets.ends_with(">>"))) {
        result.is_operation = result.is_operation || result.targets.back() != ':';
        const bool is_shift = result.targets.back() == '<' || result.targets.back() == '>';
        result.targets.remove_suffix(is_shift ? 2 : 1);
    }
    if (result.targets.ends_with('<') || result.targets.ends_with('>')) return std::nullopt;
    return result;
}

/// True where a value has the numbers of the name: `X`, `X.clone()`, `np.array(X)`.
bool isSame(std::string_view name, std::string_view value) {
    constexpr std::size_t kLongestSame = 200;
    if (value.size() > kLongestSame) return false;
    value = trimmed(value);
    const std::string_view function = firstName(value);
    if (isListed(nameAfterDots(function), kSameFunctions) && headOf(function) != name &&
        value.substr(function.size()).starts_with('(')) {
        const std::string_view argument = trimmed(value.substr(function.size() + 1));
        const std::string_view end = argument.substr(std::min(name.size(), argument.size()));
        return argument.starts_with(name) && (end == ")" || end.starts_with(", "));
    }
    if (!value.starts_with(name)) return false;
    value.remove_prefix(name.size());
    while (value.starts_with('.')) {
        const std::string_view method = firstName(value.substr(1));
        if (!isListed(method, kSameMethods) && !isListed(method, kLeavesNumbers)) return false;
        value.remove_prefix(1 + method.size());
        if (!value.starts_with('(')) return false;
        value.remove_prefix(balancedBytes(value));
        value = trimmed(value);
    }
    return value.empty();
}

/// Reads the changes of one line.
class ChangesReader {
public:
    std::vector<CodeChange> read(std::string_view line) {
        std::size_t begin = 0;
        forOutside(line, [&](std::size_t at) {
            if (line[at] == '#') {
                line = line.substr(0, at);
                return false;
            }
            if (line[at] != ';') return true;
            readStatement(line.substr(begin, at - begin));
            begin = at + 1;
            return true;
        });
        readStatement(line.substr(std::min(begin, line.size())));
        return std::move(changes_);
    }

private:
    void readStatement(std::string_view statement) {
        statement = trimmed(statement);
        if (isListed(firstName(statement), kCompound)) {
            std::size_t colon = std::string_view::npos;
            forOutside(statement, [&](std::size_t at) {
                if (statement[at] == ':') colon = at;
                return statement[at] != ':';
            });
            readCalls(statement.substr(0, colon));
            if (colon == std::string_view::npos) return;
            statement = trimmed(statement.substr(colon + 1));
        }
        readCalls(statement);
        const std::optional<Assignment> assignment = assignmentOf(statement);
        if (!assignment || assignment->value.empty()) return;
        const std::string_view targets = assignment->targets;
        std::size_t begin = 0;
        forOutside(targets, [&](std::size_t at) {
            if (targets[at] != ',' && targets[at] != '=') return true;
            readTarget(targets.substr(begin, at - begin), *assignment);
            begin = at + 1;
            return true;
        });
        readTarget(targets.substr(std::min(begin, targets.size())), *assignment);
    }

    /// Reads a target of an assignment; words that are none are passed over.
    void readTarget(std::string_view target, const Assignment& assignment) {
        target = trimmed(target);
        if (target.starts_with('(') || target.starts_with('[')) {
            Assignment within = assignment;
            within.targets = target.substr(1, balancedBytes(target) - 2);
            std::size_t begin = 0;
            for (std::size_t at = 0; at <= within.targets.size(); ++at) {
                if (at < within.targets.size() && within.targets[at] != ',') continue;
                const std::string_view part = trimmed(within.targets.substr(begin, at - begin));
                if (!part.empty() && firstName(part) == part) add(part, assignment.is_operation);
                begin = at + 1;
            }
            return;
        }
        const std::string_view name = firstName(target);
        if (name.empty()) return;
        std::string_view rest = trimmed(target.substr(name.size()));
        bool is_part = false;
        while (rest.starts_with('[') || rest.starts_with('(')) {
            const std::size_t bytes = balancedBytes(rest);
            if (const auto key = keyIn(rest.substr(0, bytes)); !key.empty()) {
                add(key, assignment.is_operation);
            }
            is_part = true;
            rest = trimmed(rest.substr(bytes));
            if (rest.starts_with('.'))
                rest = trimmed(rest.substr(1 + firstName(rest.substr(1)).size()));
        }
        if (!rest.empty() && !rest.starts_with(':')) return;
        const bool is_in_place = assignment.is_operation || is_part;
        if (!is_in_place && isSame(name, assignment.value)) return;
        add(name, is_in_place);
        addOwner(name, is_in_place);
    }

    /// Adds the tensor whose attribute is changed: X of `X.data`, of `self.X` where the numbers
    /// change that it has.
    void addOwner(std::string_view name, bool is_in_place) {
        const std::size_t point = name.rfind('.');
        if (point == std::string_view::npos) return;
        const bool are_numbers = isListed(name.substr(point + 1), kNumberAttributes);
        if (are_numbers) {
            add(name.substr(0, point), true);
            addOwner(name.substr(0, point), true);
        } else if (is_in_place) {
            add(name.substr(point + 1), true);
        }
    }

    /// Reads the calls of a statement that change their object or their first argument.
    void readCalls(std::string_view statement) {
        for (std::size_t at = statement.find('('); at != std::string_view::npos;
             at = statement.find('(', at + 1)) {
            std::size_t begin = at;
            while (begin > 0 && isNameCharacter(statement[begin - 1])) --begin;
            const std::string_view function = statement.substr(begin, at - begin);
            if (!function.empty()) readCall(statement, function, begin, at);
        }
        for (std::size_t at = statement.find("out="); at != std::string_view::npos;
             at = statement.find("out=", at + 1)) {
            const bool is_argument = at > 0 && !isNameCharacter(statement[at - 1]);
            if (is_argument) add(firstName(trimmed(statement.substr(at + 4))), true);
        }
    }

    void readCall(std::string_view statement, std::string_view function, std::size_t begin,
                  std::size_t bracket) {
        const std::string_view last = nameAfterDots(function);
        const bool is_torch = last.size() > 1 && last.ends_with('_') && !last.starts_with('_') &&
                              !isListed(last, kLeavesNumbers);
        if (!is_torch && !isListed(last, kInPlace)) return;
        const bool is_function = last == function || isListed(headOf(function), kModules);
        if (is_function) {
            const std::string_view argument = firstName(trimmed(statement.substr(bracket + 1)));
            if (argument.empty()) return;
            add(argument, true);
            return addOwner(argument, true);
        }
        // A method of NumPy or a list changes its object; one of PyTorch gives another.
        if (!is_torch && begin > 0) return;
        const std::string_view object =
            function.substr(0, function.size() - std::min(last.size() + 1, function.size()));
        if (!object.empty()) {
            add(object, true);
            addOwner(object, true);
        } else if (begin > 0 && statement[begin - 1] == ']') {
            addIndexed(statement.substr(0, begin));
        }
    }

    /// Adds the tensor before an index at the end of a text: X of `X[0]`.
    void addIndexed(std::string_view text) {
        constexpr std::size_t kLongestIndexed = 200;
        text.remove_prefix(text.size() - std::min(text.size(), kLongestIndexed));
        std::size_t depth = 0;
        std::size_t at = text.size();
        while (at > 0) {
            --at;
            if (text[at] == ']') ++depth;
            if (text[at] == '[' && --depth == 0) break;
        }
        std::size_t begin = at;
        while (begin > 0 && isNameCharacter(text[begin - 1])) --begin;
        if (const auto key = keyIn(text.substr(at)); !key.empty()) add(key, true);
        if (begin < at) add(text.substr(begin, at - begin), true);
    }

    void add(std::string_view name, bool is_in_place) {
        if (!name.empty()) changes_.push_back({name, is_in_place});
    }

    std::vector<CodeChange> changes_;
};

}  // namespace

std::string_view nameAfterDots(std::string_view name) {
    const std::size_t point = name.rfind('.');
    return point == std::string_view::npos ? name : name.substr(point + 1);
}

bool isNameCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

std::vector<CodeChange> changesIn(std::string_view line) { return ChangesReader().read(line); }

}  // namespace lookback
