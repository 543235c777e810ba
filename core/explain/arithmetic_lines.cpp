#include "core/explain/arithmetic_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/shown_digits.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/position_arithmetic.h"
#include "core/engine/stages.h"
#include "core/explain/cell_arithmetic.h"
#include "core/explain/in_conventions.h"
#include "core/explain/masking_words.h"
#include "core/explain/position_words.h"
#include "messages/explain.h"

namespace lookback {
namespace {

Piece soft(Message words) { return pieceOf(std::move(words), Ink::soft); }

Argument verbatim(std::string_view text) { return Verbatim{std::string(text)}; }

/// Expressions of one number, one after the other, each with the sign that its shown digits allow.
class Chain {
public:
    /// @param shown the result of the shown digits
    Chain(const ExplainContext& c, TextLine first, double shown)
        : c_(c), line_(std::move(first)), shown_(shown) {}

    /// @param is_rounded an operand has other digits than before, since the dtype rounds it
    void add(const TextLine& next, double shown, bool is_rounded = false) {
        if (is_rounded) {
            line_ << inDType(c_);
        } else {
            const auto digits = [this](double value) { return c_.digits(value); };
            const bool agrees = readsAs(shown_, digits(shown), digits);
            line_ << (agrees ? " = " : " \u2248 ");
            holds_ = holds_ && agrees;
        }
        line_ << next;
        shown_ = shown;
    }

    /// The chain below another line.
    [[nodiscard]] CellLines below(TextLine symbols) const {
        return {.lines = {std::move(symbols), line_}, .shown = shown_, .holds = holds_};
    }

    /// `, in bfloat16 `.
    static Piece inDType(const ExplainContext& c) {
        return soft(
            say::explain::LineRounded{.dtype = verbatim(info(c.explained.document.dtype).name)});
    }

private:
    const ExplainContext& c_;
    TextLine line_;
    double shown_;
    bool holds_ = true;
};

/// Writes sums, long sums folded in the middle. Masked terms that are exactly 0 are written in
/// grey, or counted where there is no room.
class SumWriter {
public:
    SumWriter(std::size_t most_terms, bool& folded) : most_(most_terms), folded_(folded) {}

    /// @param silent for each term: masked and exactly 0.
    /// @param term writes term k; its second argument is true behind a plus sign.
    template <class Term>
    void write(TextLine& line, const std::vector<bool>& silent, Term term) const {
        std::vector<std::size_t> shown;
        std::size_t left_out = 0;
        for (std::size_t k = 0; k < silent.size(); ++k) {
            if (silent.size() > most_ && silent[k]) {
                ++left_out;
            } else {
                shown.push_back(k);
            }
        }
        const std::size_t first = most_ > 3 ? most_ - 2 : 1;
        const bool fold = shown.size() > most_ && shown.size() > first + 1;
        for (std::size_t k = 0; k < shown.size(); ++k) {
            if (k > 0) line << " + ";
            if (fold && k == first) {
                const std::size_t more = shown.size() - first - 1;
                line << foldPiece(say::explain::LineMoreTerms{.n = Count{static_cast<Index>(more)}},
                                  Ink::soft)
                     << " + ";
                k = shown.size() - 1;
            }
            term(line, shown[k], k > 0);
        }
        if (left_out == 0) return;
        if (!shown.empty()) line << " + ";
        line << foldPiece(say::explain::LineBlockedTerms{.n = Count{static_cast<Index>(left_out)}},
                          Ink::masked);
    }

private:
    [[nodiscard]] Piece foldPiece(Message words, Ink ink) const {
        folded_ = true;
        return {.ink = ink, .fold = true, .words = std::move(words)};
    }

    std::size_t most_;
    bool& folded_;
};

/// The numbers of one matrix that are multiplied with those of another.
struct Factors {
    const std::vector<double>& numbers;
    Ink ink;
};

/// The sum of the products of two lists of factors.
TextLine productSum(const ExplainContext& c, const Factors& left, const Factors& right,
                    bool& folded) {
    if (left.numbers.empty()) return {soft(say::explain::LineEmptySum{})};
    TextLine line;
    SumWriter(c.options.most_terms, folded)
        .write(line, std::vector<bool>(left.numbers.size(), false),
               [&](TextLine& to, std::size_t k, bool after_plus) {
                   to << inBrackets(c.operand(left.numbers[k]), left.ink, after_plus) << " \u00d7 "
                      << Piece{c.operand(right.numbers[k]), right.ink};
               });
    return line;
}

/// The sum of the products of the operands, by their shown digits.
double shownProducts(const ExplainContext& c) {
    const Operation& op = c.operation;
    double sum = 0;
    for (std::size_t k = 0; k < op.left.size(); ++k) {
        sum += c.shown(op.left[k]) * c.shown(op.right[k]);
    }
    return op.bias ? sum + c.shown(*op.bias) : sum;
}

Factors leftFactors(const ExplainContext& c) { return {c.operation.left, inkOf(c.explained.left)}; }

Factors rightFactors(const ExplainContext& c) {
    return {c.operation.right, inkOf(c.explained.right)};
}

Ink inkOfKey(const ExplainContext& c, std::size_t key, Ink allowed) {
    const bool mask_is_on = c.explained.id != MatrixId::unmasked_weights;
    return mask_is_on && !c.operation.allowed[key] ? Ink::masked : allowed;
}

/// `0` for a masked key with a weight of exactly 0, digits otherwise.
std::string weightDigits(const ExplainContext& c, double weight, bool silent) {
    return silent && weight == 0 ? "0" : c.operand(weight);
}

/// Writes fractions over a row, `a / ( a + b )`, with an exponential or a masked weight per key.
class RowFraction {
public:
    explicit RowFraction(const ExplainContext& c, bool& folded)
        : c_(c), silent_(silentKeys(c.explained, c.operation)), folded_(folded) {}

    /// @param term writes the term of a key.
    template <class Term>
    TextLine write(Term term) const {
        TextLine line;
        term(line, c_.operation.at);
        line << " / ( ";
        SumWriter(c_.options.most_terms, folded_)
            .write(line, silent_, [&](TextLine& to, std::size_t k, bool) { term(to, k); });
        return line << " )";
    }

    /// @param shown is called for each key that is not folded away.
    template <class Shown>
    TextLine writePower(const std::vector<double>& exponents, Shown shown) const {
        return write([&](TextLine& to, std::size_t k) {
            const Ink ink = inkOfKey(c_, k, Ink::plain);
            to << Piece{"e", ink}
               << Piece{.text = c_.operand(exponents[k]), .ink = ink, .raised = 1};
            shown(k);
        });
    }

    /// The numbers, their sum, and the quotient of both, below another line.
    /// @param kind to which the sum is rounded
    CellLines writeNumbers(TextLine symbols, const std::vector<double>& numbers,
                           ScalarKind kind) const {
        double sum = 0;
        double shown_sum = 0;
        for (const double number : numbers) {
            sum += number;
            shown_sum += c_.shown(number);
        }
        const double rounded = roundedTo(sum, kind);
        const double shown = c_.shown(numbers[c_.operation.at]);
        const auto digits = [&](std::size_t k) {
            return Piece{weightDigits(c_, numbers[k], silent_[k]), inkOfKey(c_, k, Ink::plain)};
        };
        Chain chain(c_, write([&](TextLine& to, std::size_t k) { to << digits(k); }),
                    shown / shown_sum);
        TextLine quotient{digits(c_.operation.at)};
        quotient << " / " + c_.operand(rounded);
        chain.add(quotient, shown / c_.shown(rounded), c_.operand(sum) != c_.operand(rounded));
        return chain.below(std::move(symbols));
    }

private:
    const ExplainContext& c_;
    std::vector<bool> silent_;
    bool& folded_;
};

/// The rules of the mask with their numbers; empty where no rule blocks.
TextLine rulesOf(const Document& document) {
    TextLine line;
    for (const MaskRule& rule : document.mask.rules) {
        if (rule.kind == MaskKind::none) continue;
        if (!line.empty()) line << soft(say::explain::LineAnd{});
        line << Piece{.text = std::string(info(rule.kind).rule), .is_formula = true};
        const std::string numbers = ruleNumbers(rule);
        if (!numbers.empty()) line << soft(say::explain::LineNumbers{.numbers = verbatim(numbers)});
    }
    return line;
}

/// The negation of the rules, for masks whose true means blocked.
TextLine inverted(const TextLine& rules) {
    TextLine line;
    if (rules.empty()) return line << Message(say::explain::LineNoKey{});
    return line << Message(say::explain::LineNot{}) << rules << ")";
}

/// "allowed" or "blocked"; where true means blocked, with the truth value, which is easily
/// mistaken.
Message ruleResult(const ExplainContext& c) {
    using Said = say::explain::LineTruth;
    const bool allowed = c.operation.allowed.front();
    if (c.conventions.true_is_allowed) {
        return allowed ? Message(say::explain::LineAllowed{})
                       : Message(say::explain::LineBlocked{});
    }
    return Said{.truth = Count{truthOf(allowed, c.conventions)},
                .pair = allowed ? Said::Pair::allowed : Said::Pair::other};
}

/// The digits of a result, and of the number before it is rounded to the dtype.
class ResultDigits {
public:
    ResultDigits(const ExplainContext& c, std::optional<double> shown)
        : decimals_(c.options.decimals) {
        const Operation& op = c.operation;
        const double before = redoUnrounded(op, c.explained.document.masking);
        // A result below the decimals has digits where its operands give them.
        constexpr double kAlike = 0.2;
        is_tiny_ = shown && *shown != 0 && std::abs(*shown - before) <= kAlike * std::abs(before);
        result_ = digits(op.result);
        before_ = digits(before);
        const auto becomes_result = [&] {
            const double read = operandAsShown(before, decimals_, more_);
            return digits(roundedTo(read, op.scalar), 0) == result_;
        };
        while (before_ != result_ && !becomes_result()) {
            // A sum in another order may end in another last bit, which rounding made visible.
            if (more_ == kMostMoreDigits) {
                before_ = result_;
                more_ = 0;
                break;
            }
            ++more_;
            before_ = digits(before, more_);
        }
    }

    [[nodiscard]] const std::string& result() const { return result_; }
    [[nodiscard]] bool isRounded() const { return before_ != result_; }
    [[nodiscard]] const std::string& beforeRounding() const { return before_; }

    /// True where the shown digits of operands give the digits that follow them.
    [[nodiscard]] bool follow(double shown) const {
        return readsAs(shown, before_, [this](double value) { return digits(value, more_); });
    }

private:
    [[nodiscard]] std::string digits(double value, int more) const {
        const bool is_plain = !is_tiny_ && std::abs(value) < kPowersOfTenFrom;
        return is_plain ? formatNumber(value, decimals_ + more)
                        : formatOperand(value, decimals_, more);
    }
    [[nodiscard]] std::string digits(double value) const { return digits(value, 0); }

    int decimals_;
    int more_ = 0;  ///< digits of the number before rounding
    bool is_tiny_ = false;
    std::string result_;
    std::string before_;
};

/// The lines with their result. @param c with the digits of its operands
CellLines withResult(const ExplainContext& c, bool& folded) {
    CellLines of = cellArithmetic(c.explained.kind).lines(c, folded);
    TextLine& line = of.lines.back();
    if (c.explained.kind == Arithmetic::rule) {
        line << " = " << pieceOf(ruleResult(c), Ink::result);
        return of;
    }
    const ResultDigits digits(c, of.shown);
    const bool follows = !of.shown || digits.follow(*of.shown);
    of.holds = of.holds && follows;
    line << (follows ? " = " : " \u2248 ");
    if (digits.isRounded()) line << digits.beforeRounding() << Chain::inDType(c);
    line << Piece{digits.result(), Ink::result};
    return of;
}

/// A fraction of powers with as few digits as give the weight; where none do, it follows "\u2248".
/// @param seen is called for each key that is not folded away
template <class Seen>
TextLine powersLine(const ExplainContext& c, const std::vector<double>& exponents, bool& folded,
                    Seen seen) {
    const auto shown = [&](const ExplainContext& at) {
        const double largest = at.shown(*std::max_element(exponents.begin(), exponents.end()));
        double sum = 0;
        for (const double exponent : exponents) sum += std::exp(at.shown(exponent) - largest);
        return std::exp(at.shown(exponents[c.operation.at]) - largest) / sum;
    };
    for (int more = 0; more <= c.options.most_more_digits; ++more) {
        const ExplainContext at = c.withMore(more);
        const double weight = shown(at);
        if (ResultDigits(c, weight).follow(weight)) {
            return RowFraction(at, folded).writePower(exponents, seen);
        }
    }
    TextLine line = RowFraction(c.withMore(0), folded).writePower(exponents, seen);
    line.front().is_approximate = true;
    return line;
}

}  // namespace

CellLines givenLines(const ExplainContext& c, bool&) {
    const Document& document = c.explained.document;
    const auto placed = positionWords(document.positions.kind).lines;
    if (c.explained.id == MatrixId::positions && placed != nullptr) return placed(c);
    if (!isDrawn(document, c.explained.id)) {
        return {.lines = {{soft(say::explain::LineGiven{})}}};
    }
    return {.lines = {{soft(say::explain::LineDrawn{.library = verbatim(document.draw->library),
                                                    .seed = verbatim(document.draw->seed)})}}};
}

CellLines sumLines(const ExplainContext& c, bool&) {
    TextLine symbols = leftName(c);
    symbols << " + " << c.names.cell(c.explained.right, 0, c.explained.cell);
    TextLine numbers{leftDigits(c)};
    numbers << " + "
            << inBrackets(c.operand(c.operation.right.front()), inkOf(c.explained.right), true);
    return {.lines = {symbols, numbers},
            .shown = c.shown(c.operation.left.front()) + c.shown(c.operation.right.front())};
}

CellLines dotLines(const ExplainContext& c, bool& folded) {
    TextLine symbols = c.names.row(c.explained.left, 0, c.explained.cell.row);
    symbols << " \u00b7 " << c.names.column(c.explained.right, c.explained.weightColumn());
    TextLine numbers = productSum(c, leftFactors(c), rightFactors(c), folded);
    if (const auto bias = biasOf(c.explained.document, c.explained.id)) {
        symbols << " + " << c.names.cell(*bias, 0, {0, c.explained.weightColumn()});
        numbers << " + " << inBrackets(c.operand(*c.operation.bias), inkOf(*bias), true);
    }
    return {.lines = {symbols, numbers}, .shown = shownProducts(c)};
}

/// The left factor comes first: the keys, where columns are queries.
CellLines scoreLines(const ExplainContext& c, bool& folded) {
    const ExplainedCell& cell = c.explained;
    const TextLine query = c.names.row(cell.left, cell.head, cell.cell.row);
    const TextLine key = c.names.row(cell.right, cell.head, cell.cell.col);
    if (isTurned(cell.id, c.conventions)) {
        TextLine symbols = key;
        symbols << " \u00b7 " << query;
        return {.lines = {symbols, productSum(c, rightFactors(c), leftFactors(c), folded)},
                .shown = shownProducts(c)};
    }
    TextLine symbols = query;
    symbols << " \u00b7 " << key;
    return {.lines = {symbols, productSum(c, leftFactors(c), rightFactors(c), folded)},
            .shown = shownProducts(c)};
}

CellLines rotationLines(const ExplainContext& c, bool&) {
    const RotatedPair pair = rotatedPair(c.explained);
    const bool is_first = c.explained.cell.col == pair.first;
    const Ink ink = inkOf(c.explained.left);
    const std::string angle = c.operand(pair.angle);
    const std::string sign = is_first ? " \u2212 " : " + ";
    const auto name = [&](Index col) {
        return c.names.cell(c.explained.left, c.explained.head, {c.explained.cell.row, col});
    };
    TextLine symbols = name(pair.first);
    symbols << fmt::format(" \u00d7 {} {}", is_first ? "cos" : "sin", angle) << sign
            << name(pair.second) << fmt::format(" \u00d7 {} {}", is_first ? "sin" : "cos", angle);
    const Operation& op = c.operation;
    const double turn = is_first ? -1 : 1;
    const auto products = [&](double cosine, double sine) {
        const std::array by{is_first ? cosine : sine, is_first ? sine : cosine};
        TextLine line{{c.operand(op.left[0]), ink}};
        return line << " \u00d7 " << c.operand(by[0]) << sign
                    << inBrackets(c.operand(op.left[1]), ink, true) << " \u00d7 "
                    << c.operand(by[1]);
    };
    const auto shown = [&](double cosine, double sine) {
        return is_first
                   ? c.shown(op.left[0]) * c.shown(cosine) - c.shown(op.left[1]) * c.shown(sine)
                   : c.shown(op.left[0]) * c.shown(sine) + c.shown(op.left[1]) * c.shown(cosine);
    };
    const double cosine = std::cos(pair.angle);
    const double sine = std::sin(pair.angle);
    const double rounded_cosine = is_first ? op.right[0] : op.right[1];
    Chain chain(c, products(cosine, sine), shown(cosine, sine));
    if (c.operand(cosine) != c.operand(rounded_cosine) || c.operand(sine) != c.operand(op.number)) {
        chain.add(products(rounded_cosine, op.number), shown(rounded_cosine, op.number), true);
    }
    const std::array exact{op.left[0] * op.right[0], turn * op.left[1] * op.right[1]};
    const std::array rounded{roundedTo(exact[0], op.scalar), roundedTo(exact[1], op.scalar)};
    if (c.operand(exact[0]) != c.operand(rounded[0]) ||
        c.operand(exact[1]) != c.operand(rounded[1])) {
        TextLine terms{{c.operand(rounded[0])}};
        terms << sign << inBrackets(c.operand(rounded[1]), Ink::plain, true);
        chain.add(terms, c.shown(rounded[0]) + turn * c.shown(rounded[1]), true);
    }
    return chain.below(std::move(symbols));
}

CellLines quotientLines(const ExplainContext& c, bool&) {
    const Document& document = c.explained.document;
    const Piece score{leftDigits(c).text, c.explained.isBlocked() ? Ink::masked : Ink::plain};
    TextLine symbols = leftName(c);
    switch (document.scale.kind) {
        case Scale::Kind::none: return {.lines = {symbols << soft(say::explain::LineNotDivided{})}};
        case Scale::Kind::number:
            symbols << fmt::format(" / {}", formatShort(document.scale.number));
            break;
        case Scale::Kind::dk: symbols << " / d" << Piece{.text = "k", .raised = -1}; break;
        case Scale::Kind::sqrt_dk:
            symbols << " / \u221ad" << Piece{.text = "k", .raised = -1};
            break;
    }
    const double by = divisor(document);
    const double rounded = c.operation.number;
    const double shown = c.shown(c.operation.left.front());
    const bool is_root = document.scale.kind == Scale::Kind::sqrt_dk;
    TextLine numbers{score};
    numbers << (is_root ? fmt::format(" / \u221a{}", document.dK()) : " / " + formatShort(by));
    Chain chain(c, numbers, shown / by);
    const bool is_rounded = c.operand(by) != c.operand(rounded);
    if (is_root || is_rounded) {
        TextLine quotient{score};
        chain.add(quotient << " / " + c.operand(rounded), shown / c.shown(rounded), is_rounded);
    }
    return chain.below(std::move(symbols));
}

CellLines cappingLines(const ExplainContext& c, bool&) {
    const Operation& op = c.operation;
    const double cap = *c.explained.document.softcap;
    const bool is_rounded = c.operand(cap) != c.operand(op.number);
    const std::string cap_digits = formatShort(cap);
    const std::string by = is_rounded ? c.operand(op.number) : cap_digits;
    const double shown_by = is_rounded ? c.shown(op.number) : cap;
    TextLine symbols{{cap_digits + " \u00d7 tanh("}};
    symbols << leftName(c) << " / " + cap_digits + ")";
    const auto quotient = [&](const std::string& digits) {
        TextLine line{{digits + " \u00d7 tanh("}};
        return line << leftDigits(c) << " / " + digits + ")";
    };
    const double left = c.shown(op.left.front());
    Chain chain(c, quotient(cap_digits), cap * std::tanh(left / cap));
    if (is_rounded) chain.add(quotient(by), shown_by * std::tanh(left / shown_by), true);
    const double share = roundedTo(op.left.front() / op.number, op.scalar);
    if (c.operand(share) != c.operand(op.left.front() / op.number)) {
        chain.add({{fmt::format("{} \u00d7 tanh({})", by, c.operand(share))}},
                  shown_by * std::tanh(c.shown(share)), true);
    }
    const double part = roundedTo(std::tanh(share), op.scalar);
    TextLine product{{by + " \u00d7 "}};
    chain.add(product << inBrackets(c.operand(part), Ink::plain, true), shown_by * c.shown(part),
              c.operand(part) != c.operand(std::tanh(share)));
    return chain.below(std::move(symbols));
}

CellLines biasLines(const ExplainContext& c, bool&) {
    const Index distance = std::abs(c.explained.cell.row - c.explained.cell.col);
    TextLine symbols = leftName(c);
    symbols << " \u2212 " << Message(say::explain::LineSlopeDistance{});
    const Operation& op = c.operation;
    const double left = c.shown(op.left.front());
    const double slope = headSlope(c.explained.document, c.explained.head);
    const double rounded = roundedTo(slope, op.scalar);
    const double lost = rounded * static_cast<double>(distance);
    const auto less = [&](double number, const std::string& times) {
        TextLine line{leftDigits(c)};
        return line << " \u2212 " << inBrackets(c.operand(number), Ink::plain, true) << times;
    };
    const auto shown = [&](double number) {
        return left - c.shown(number) * static_cast<double>(distance);
    };
    const std::string times = fmt::format(" \u00d7 {}", distance);
    Chain chain(c, less(slope, times), shown(slope));
    if (c.operand(slope) != c.operand(rounded))
        chain.add(less(rounded, times), shown(rounded), true);
    chain.add(less(op.number, ""), left - c.shown(op.number),
              c.operand(lost) != c.operand(op.number));
    return chain.below(std::move(symbols));
}

CellLines maskingLines(const ExplainContext& c, bool&) {
    return maskingWords(c.explained.document.masking.method).lines(c);
}

CellLines zeroingLines(const ExplainContext& c, bool&) {
    const bool allowed = c.operation.allowed.front();
    const Ink ink = allowed ? Ink::weights : Ink::masked;
    TextLine symbols = inInk(leftName(c), ink);
    symbols << " \u00d7 " << allowedFactor(c);
    return {.lines = {symbols, {{leftDigits(c).text, ink}, {" \u00d7 " + allowedDigits(c), ink}}},
            .shown = c.shown(c.operation.left.front()) * allowedNumber(c)};
}

CellLines copyLines(const ExplainContext& c, bool&) {
    TextLine line = leftName(c);
    return {.lines = {line << soft(say::explain::LineNotRescaled{})}};
}

CellLines ruleLines(const ExplainContext& c, bool&) {
    const TextLine rules = rulesOf(c.explained.document);
    TextLine line = rules;
    if (!c.conventions.true_is_allowed) {
        line = inverted(rules);
    } else if (rules.empty()) {
        line << Message(say::explain::LineEveryKey{});
    }
    if (c.explained.isFlipped()) line << soft(say::explain::LineByHand{});
    const auto why = blockedReason(c.explained.document.mask, c.explained.cell, c.names.labels());
    if (why) line << pieceOf(say::explain::LineReason{.reason = *why}, Ink::masked);
    return {.lines = {line}};
}

CellLines softmaxLines(const ExplainContext& c, bool& folded) {
    const std::vector<double>& scores = c.operation.left;
    if (c.explained.isEmptied()) return {.lines = {{soft(say::explain::LineSetToZero{})}}};
    std::vector<TextLine> lines{powersLine(c, scores, folded, [](std::size_t) {})};
    double largest = scores[c.operation.at];
    for (const double score : scores) {
        if (std::isnan(score) || score > largest) largest = score;
    }
    const bool is_shifted = largest > -std::numeric_limits<double>::infinity();
    std::vector<double> shifted;
    std::vector<double> powers;
    for (const double score : scores) {
        shifted.push_back(is_shifted ? score - largest : score);
        powers.push_back(std::exp(shifted.back()));
    }
    if (is_shifted) {
        bool is_shown = false;
        const auto note = [&](std::size_t key) { is_shown = is_shown || shifted[key] == 0; };
        lines.push_back(powersLine(c, shifted, folded, note));
        using Said = say::explain::LineLessLargest;
        Piece less = soft(Said{.score = is_shown ? Said::Score::other : Said::Score::unseen,
                               .largest = verbatim(c.operand(largest))});
        less.is_whole = true;
        lines.back() << std::move(less);
    }
    CellLines numbers = RowFraction(c, folded).writeNumbers({}, powers, ScalarKind::float64);
    lines.push_back(std::move(numbers.lines.back()));
    numbers.lines = std::move(lines);
    return numbers;
}

CellLines renormalisingLines(const ExplainContext& c, bool& folded) {
    const RowFraction fraction(c, folded);
    const auto name = [&](TextLine& to, std::size_t k) {
        TextLine cell = c.names.cell(c.explained.left, c.explained.head,
                                     {c.explained.cell.row, static_cast<Index>(k)});
        to << inInk(std::move(cell), inkOfKey(c, k, Ink::weights));
    };
    return fraction.writeNumbers(fraction.write(name), c.operation.left, c.operation.scalar);
}

CellLines weightedSumLines(const ExplainContext& c, bool& folded) {
    const std::vector<bool> silent = silentKeys(c.explained, c.operation);
    const SumWriter sum(c.options.most_terms, folded);
    TextLine symbols;
    sum.write(symbols, silent, [&](TextLine& to, std::size_t k, bool) {
        const auto key = static_cast<Index>(k);
        TextLine weight =
            c.names.cell(c.explained.left, c.explained.head, {c.explained.cell.row, key});
        TextLine value =
            c.names.cell(c.explained.right, c.explained.head, {key, c.explained.column});
        const Ink times = inkOfKey(c, k, Ink::plain);
        to << inInk(std::move(weight), inkOfKey(c, k, Ink::weights)) << Piece{" \u00d7 ", times}
           << inInk(std::move(value), inkOfKey(c, k, Ink::value));
    });
    TextLine numbers;
    sum.write(numbers, silent, [&](TextLine& to, std::size_t k, bool) {
        to << Piece{weightDigits(c, c.operation.left[k], silent[k]), inkOfKey(c, k, Ink::weights)}
           << Piece{" \u00d7 ", inkOfKey(c, k, Ink::plain)}
           << Piece{c.operand(c.operation.right[k]), inkOfKey(c, k, Ink::value)};
    });
    return {.lines = {symbols, numbers}, .shown = shownProducts(c)};
}

TextLine leftName(const ExplainContext& c) {
    return c.names.cell(c.explained.left, c.explained.head, c.explained.cell);
}

Piece leftDigits(const ExplainContext& c) {
    return {c.operand(c.operation.left.front()), inkOf(c.explained.left)};
}

Piece inBrackets(std::string digits, Ink ink, bool after_sign) {
    const bool negative = after_sign && digits.starts_with("\u2212");
    return {negative ? "(" + digits + ")" : std::move(digits), ink};
}

TextLine allowedFactor(const ExplainContext& c) {
    const TextLine cell = c.names.cell(MatrixId::mask, 0, c.explained.cell);
    if (c.conventions.true_is_allowed) return cell;
    TextLine factor{{"(1 \u2212 "}};
    factor << cell << ")";
    return factor;
}

std::string allowedDigits(const ExplainContext& c) {
    const bool allowed = c.operation.allowed.front();
    const int truth = truthOf(allowed, c.conventions);
    return c.conventions.true_is_allowed ? fmt::format("{}", truth)
                                         : fmt::format("(1 \u2212 {})", truth);
}

double allowedNumber(const ExplainContext& c) { return c.operation.allowed.front() ? 1 : 0; }

CellLines linesOf(const ExplainContext& context, bool& folded) {
    for (int more = 0; more <= context.options.most_more_digits; ++more) {
        CellLines lines = withResult(context.withMore(more), folded);
        if (lines.holds) return lines;
    }
    return withResult(context, folded);
}

}  // namespace lookback
