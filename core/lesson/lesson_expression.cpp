#include "core/lesson/lesson_expression.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/named_rows.h"
#include "core/base/text.h"
#include "core/lesson/lesson_functions.h"
#include "messages/faults.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr int kDeepestExpression =
    40;  ///< parentheses and indices within each other, which recurse

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

struct Constant {
    std::string_view name;
    double value;
};
constexpr std::array kConstants{Constant{"pi", 3.14159265358979323846},
                                Constant{"e", 2.71828182845904523536},
                                Constant{"inf", std::numeric_limits<double>::infinity()}};

/// Names that a point joins to the next one: `weights.query`, `place.row`.
constexpr std::array<std::string_view, 3> kJoined{"weights", "biases", "place"};

/// Reads an expression from its first byte to its last: nodes come behind their operands.
class ExpressionParser {
public:
    ExpressionParser(std::string_view text, const ExpressionScope& scope)
        : text_(text), scope_(scope) {}

    Result<Expression> parse() {
        if (text_.size() > kLongestExpression) {
            return tl::unexpected(Error{"", say::lesson::TooLongExpression{}});
        }
        static_cast<void>(sum());
        if (!fault_ && next() != '\0') fail(say::lesson::ExpectedOperator{});
        if (fault_) return tl::unexpected(*fault_);
        Expression whole{std::string(text_), std::move(nodes_), false};
        const QuantityPath* const path = whole.asPath();
        whole.is_word = path != nullptr && !path->matrix && info(path->quantity).is_word;
        return whole;
    }

private:
    using Node = std::size_t;

    Node sum() {
        if (depth_ == kDeepestExpression) fail(say::lesson::ExpectedShallow{});
        if (fault_) return 0;
        ++depth_;
        Node left = product();
        while (!fault_ && (next() == '+' || (next() == '-'))) {
            const ExpressionKind kind =
                text_[at_++] == '+' ? ExpressionKind::sum : ExpressionKind::difference;
            left = both(kind, left, product());
        }
        --depth_;
        return left;
    }

    Node product() {
        Node left = factor();
        while (!fault_ && (next() == '*' || next() == '/')) {
            const ExpressionKind kind =
                text_[at_++] == '*' ? ExpressionKind::product : ExpressionKind::quotient;
            left = both(kind, left, factor());
        }
        return left;
    }

    /// A power binds more tightly than the sign before it: −2^2 is −4.
    Node factor() {
        int signs = 0;
        for (; takes('-'); ++signs) {
        }
        Node node = power();
        if (signs % 2 == 1)
            node = add({.kind = ExpressionKind::negative, .operands = {number(node)}});
        return node;
    }

    Node power() {
        if (depth_ == kDeepestExpression) fail(say::lesson::ExpectedShallow{});
        if (fault_) return 0;
        const Node base = atom();
        if (!takes('^')) return base;
        ++depth_;
        const Node exponent = factor();
        --depth_;
        return both(ExpressionKind::power, base, exponent);
    }

    Node atom() {
        const char c = next();
        if (takes('(')) {
            const Node inside = sum();
            expect(')', say::lesson::ExpectedParenthesis{});
            return inside;
        }
        if (isDigit(c) || c == '.') return literal();
        if (isLetter(c)) return named();
        fail(say::lesson::ExpectedValue{});
        return 0;
    }

    /// Digits, of which those of a range `0..2` end before the points.
    Node literal() {
        std::size_t end = at_;
        const auto digits = [&] {
            while (end < text_.size() && isDigit(text_[end])) ++end;
        };
        digits();
        if (at(end) == '.' && at(end + 1) != '.') {
            ++end;
            digits();
        }
        if (at(end) == 'e' || at(end) == 'E') {
            const std::size_t sign = at(end + 1) == '-' || at(end + 1) == '+' ? 1 : 0;
            if (isDigit(at(end + 1 + sign))) {
                end += 1 + sign;
                digits();
            }
        }
        const std::string number(text_.substr(at_, end - at_));
        char* last = nullptr;
        const double value = std::strtod(number.c_str(), &last);
        if (number.empty() || *last != '\0' || !std::isfinite(value)) {
            fail(say::lesson::ExpectedValue{});
            return 0;
        }
        at_ = end;
        return add({.kind = ExpressionKind::number, .number = value});
    }

    /// A function, a constant or a quantity.
    Node named() {
        std::string name = word();
        if (next() == '(') return call(name);
        if (const Constant* const constant = findByName(kConstants, name)) {
            return add({.kind = ExpressionKind::number, .number = constant->value});
        }
        QuantityPath path;
        if (const auto* const variant = findByName(documentVariants(), name);
            variant != nullptr && at(at_) == '.' && scope_.subject == LessonSubject::document) {
            path.variant = variant->variant;
            ++at_;
            name = word();
        }
        const bool is_joined = std::find(kJoined.begin(), kJoined.end(), name) != kJoined.end();
        if (is_joined && takes('.')) name += "." + word();
        if (!resolve(name, path)) return 0;
        return add({.kind = ExpressionKind::quantity, .path = std::move(path)});
    }

    /// The masking's value has no index; the stage of that name is never read without one.
    [[nodiscard]] bool namesMatrix(const std::string& name) const {
        return scope_.subject == LessonSubject::document && findMatrix(name) != nullptr &&
               (name != info(QuantityId::value).name || at(at_) == '[');
    }

    /// Finds the quantity of a name, and reads its model and its indices.
    bool resolve(const std::string& name, QuantityPath& path) {
        std::size_t most = 0;
        if (namesMatrix(name)) {
            path.matrix = findMatrix(name)->id;
            most = info(*path.matrix).per_head ? 3 : 2;
        } else {
            const QuantityInfo* const found = findByName(quantityTable(), name);
            if (found == nullptr || !isKnown(*found, scope_)) return unknown(name, found);
            if (path.variant != DocumentVariant::present && found->room != QuantityRoom::document) {
                return unknown(name, nullptr);
            }
            path.quantity = found->id;
            most = found->indices;
            if (found->has_model && !readModel(path)) return false;
        }
        while (!fault_ && takes('[')) path.indices.push_back(index());
        const std::size_t given = path.indices.size();
        if (fault_) return false;
        if (given > most) {
            return refuse(say::lesson::TooManyIndices{.name = Verbatim{name},
                                                      .n = static_cast<Index>(given),
                                                      .most = Count{static_cast<Index>(most)}});
        }
        if (!path.matrix && info(path.quantity).needs_index && given == 0) {
            return refuse(say::lesson::NoIndex{.name = Verbatim{name}});
        }
        return true;
    }

    /// `.A`, and in `.A.150` an index.
    bool readModel(QuantityPath& path) {
        const bool has_name = takes('.') && isLetter(next());
        const std::string model = has_name ? word() : std::string();
        if (model != "A" && model != "B" && model != "a" && model != "b") {
            fail(say::lesson::ExpectedModel{});
            return false;
        }
        path.model = model == "B" || model == "b" ? 1 : 0;
        if (at(at_) == '.' && isDigit(at(at_ + 1))) {
            ++at_;
            std::size_t end = at_;
            while (isDigit(at(end))) ++end;
            const double place = std::stod(std::string(text_.substr(at_, end - at_)));
            at_ = end;
            const Node node = add({.kind = ExpressionKind::number, .number = place});
            path.indices.push_back({IndexSpan::Kind::one, node, node});
        }
        return true;
    }

    /// Behind the opening bracket.
    IndexSpan index() {
        IndexSpan span;
        if (takesRange()) {
            expect(']', say::lesson::ExpectedBracket{});
            return span;
        }
        span.kind = IndexSpan::Kind::one;
        span.first = span.last = number(sum());
        if (!fault_ && takesRange()) {
            span.kind = IndexSpan::Kind::range;
            span.last = number(sum());
        }
        expect(']', say::lesson::ExpectedBracket{});
        return span;
    }

    Node call(const std::string& name) {
        const auto functions = expressionFunctions();
        const ExpressionFunction* const function = findByName(functions, name);
        if (function == nullptr) {
            std::vector<std::string_view> known;
            for (const ExpressionFunction& row : functions) known.push_back(row.name);
            refuse(say::faults::UnknownName{.name = Verbatim{inQuotes(name)},
                                            .expected = Message(say::lesson::Function{}),
                                            .hint = nearestHint(name, known)});
            return 0;
        }
        static_cast<void>(takes('('));
        ExpressionNode node{.kind = ExpressionKind::call,
                            .function = static_cast<std::size_t>(function - functions.data())};
        do {
            node.operands.push_back(number(sum()));
        } while (!fault_ && takes(','));
        expect(')', say::lesson::ExpectedParenthesis{});
        const bool takes_two =
            function->form == FunctionForm::pair || function->form == FunctionForm::pick;
        const std::size_t wanted = takes_two ? 2 : 1;
        if (!fault_ && function->form != FunctionForm::whole && node.operands.size() != wanted) {
            refuse(say::lesson::Arguments{.name = Verbatim{name},
                                          .n = static_cast<Index>(node.operands.size()),
                                          .wanted = Count{static_cast<Index>(wanted)}});
        }
        return add(std::move(node));
    }

    /// The node, which must be a number or a list of numbers.
    Node number(Node node) {
        if (fault_) return node;
        const ExpressionNode& read = nodes_[node];
        if (read.kind == ExpressionKind::quantity && !read.path.matrix &&
            info(read.path.quantity).is_word) {
            refuse(
                say::lesson::IsWord{.name = Verbatim{std::string(info(read.path.quantity).name)}});
        }
        return node;
    }

    Node both(ExpressionKind kind, Node left, Node right) {
        return add({.kind = kind, .operands = {number(left), number(right)}});
    }

    Node add(ExpressionNode node) {
        nodes_.push_back(std::move(node));
        return nodes_.size() - 1;
    }

    std::string word() {
        skipSpace();
        const std::size_t start = at_;
        while (isLetter(at(at_)) || (at_ > start && isDigit(at(at_)))) ++at_;
        return std::string(text_.substr(start, at_ - start));
    }

    [[nodiscard]] char at(std::size_t place) const {
        return place < text_.size() ? text_[place] : '\0';
    }
    void skipSpace() {
        while (at(at_) == ' ') ++at_;
    }
    /// The next character that is not a space; it stays.
    char next() {
        skipSpace();
        return at(at_);
    }
    bool takes(char c) {
        if (fault_ || next() != c) return false;
        ++at_;
        return true;
    }
    bool takesRange() {
        if (fault_ || next() != '.' || at(at_ + 1) != '.') return false;
        at_ += 2;
        return true;
    }
    void expect(char c, const Message& expected) {
        if (!takes(c)) fail(expected);
    }

    void fail(const Message& expected) {
        if (fault_) return;
        const std::string_view rest = text_.substr(std::min(at_, text_.size()));
        if (rest.empty()) {
            refuse(say::lesson::Ends{.expected = expected});
        } else {
            refuse(say::lesson::Unreadable{.rest = Verbatim{excerpt(rest)}, .expected = expected});
        }
    }
    bool refuse(Message message) {
        if (!fault_) fault_ = Error{"", std::move(message)};
        return false;
    }

    /// @param found a quantity of that name that this scope does not have; or null
    bool unknown(const std::string& name, const QuantityInfo* found) {
        if (found != nullptr) {
            using Elsewhere = say::lesson::Elsewhere;
            return refuse(Elsewhere{.name = Verbatim{name}, .room = roomOf(found->room)});
        }
        std::vector<std::string_view> known;
        for (const QuantityInfo& row : quantityTable()) {
            if (isKnown(row, scope_)) known.push_back(row.name);
        }
        if (scope_.subject == LessonSubject::document) {
            for (const MatrixInfo& matrix : kMatrices) known.push_back(matrix.name);
        }
        return refuse(say::faults::UnknownName{.name = Verbatim{excerpt(name)},
                                               .expected = Message(say::lesson::Quantity{}),
                                               .hint = nearestHint(name, known)});
    }

    static say::lesson::Elsewhere::Room roomOf(QuantityRoom room) {
        using Said = say::lesson::Elsewhere::Room;
        switch (room) {
            case QuantityRoom::experiment: return Said::experiment;
            case QuantityRoom::candidate: return Said::candidate;
            case QuantityRoom::answer: return Said::answer;
            case QuantityRoom::right: return Said::right;
            default: return Said::other;
        }
    }

    std::string_view text_;
    ExpressionScope scope_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::vector<ExpressionNode> nodes_;
    std::optional<Error> fault_;
};

}  // namespace

const QuantityPath* Expression::asPath() const {
    return !nodes.empty() && nodes.back().kind == ExpressionKind::quantity ? &nodes.back().path
                                                                           : nullptr;
}

Result<Expression> parseLessonExpression(std::string_view text, const ExpressionScope& scope) {
    return ExpressionParser(text, scope).parse();
}

Expression numberExpression(double number) {
    return {shortestDigits(number, ScalarKind::float64),
            {{.kind = ExpressionKind::number, .number = number}},
            false};
}

}  // namespace lookback
