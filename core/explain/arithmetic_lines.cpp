#include "core/explain/arithmetic_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

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
                   to << inBrackets(c.digits(left.numbers[k]), left.ink, after_plus) << " \u00d7 "
                      << Piece{c.digits(right.numbers[k]), right.ink};
               });
    return line;
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
    return silent && weight == 0 ? "0" : c.digits(weight);
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
               << Piece{.text = c_.digits(exponents[k]), .ink = ink, .raised = 1};
            shown(k);
        });
    }

    /// The numbers, their sum, and the quotient of both.
    TextLine writeNumbers(const std::vector<double>& numbers) const {
        double sum = 0;
        for (const double number : numbers) sum += number;
        const auto digits = [&](std::size_t k) {
            return Piece{weightDigits(c_, numbers[k], silent_[k]), inkOfKey(c_, k, Ink::plain)};
        };
        TextLine line = write([&](TextLine& to, std::size_t k) { to << digits(k); });
        return line << " = " << digits(c_.operation.at) << " / " + c_.digits(sum);
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

/// The result by hand, where its digits differ from the dtype's: `−0.4022, in bfloat16 `.
TextLine beforeRounding(const ExplainContext& c) {
    const std::string digits = c.digits(redoByHand(c.operation, c.explained.document.masking));
    if (digits == c.digits(c.operation.result)) return {};
    return {
        {digits},
        soft(say::explain::LineRounded{.dtype = verbatim(info(c.explained.document.dtype).name)})};
}

}  // namespace

std::vector<TextLine> givenLines(const ExplainContext& c, bool&) {
    const Document& document = c.explained.document;
    const auto placed = positionWords(document.positions.kind).lines;
    if (c.explained.id == MatrixId::positions && placed != nullptr) return placed(c);
    if (!isDrawn(document, c.explained.id)) return {{soft(say::explain::LineGiven{})}};
    return {{soft(say::explain::LineDrawn{.library = verbatim(document.draw->library),
                                          .seed = verbatim(document.draw->seed)})}};
}

std::vector<TextLine> sumLines(const ExplainContext& c, bool&) {
    TextLine symbols = leftName(c);
    symbols << " + " << c.names.cell(c.explained.right, 0, c.explained.cell);
    TextLine numbers{leftDigits(c)};
    numbers << " + "
            << inBrackets(c.digits(c.operation.right.front()), inkOf(c.explained.right), true);
    return {symbols, numbers};
}

std::vector<TextLine> dotLines(const ExplainContext& c, bool& folded) {
    TextLine symbols = c.names.row(c.explained.left, 0, c.explained.cell.row);
    symbols << " \u00b7 " << c.names.column(c.explained.right, c.explained.weightColumn());
    TextLine numbers = productSum(c, leftFactors(c), rightFactors(c), folded);
    if (const auto bias = biasOf(c.explained.document, c.explained.id)) {
        symbols << " + " << c.names.cell(*bias, 0, {0, c.explained.weightColumn()});
        numbers << " + " << inBrackets(c.digits(*c.operation.bias), inkOf(*bias), true);
    }
    return {symbols, numbers};
}

/// The left factor comes first: the keys, where columns are queries.
std::vector<TextLine> scoreLines(const ExplainContext& c, bool& folded) {
    const ExplainedCell& cell = c.explained;
    const TextLine query = c.names.row(cell.left, cell.head, cell.cell.row);
    const TextLine key = c.names.row(cell.right, cell.head, cell.cell.col);
    if (isTurned(cell.id, c.conventions)) {
        TextLine symbols = key;
        symbols << " \u00b7 " << query;
        return {symbols, productSum(c, rightFactors(c), leftFactors(c), folded)};
    }
    TextLine symbols = query;
    symbols << " \u00b7 " << key;
    return {symbols, productSum(c, leftFactors(c), rightFactors(c), folded)};
}

std::vector<TextLine> rotationLines(const ExplainContext& c, bool&) {
    const RotatedPair pair = rotatedPair(c.explained);
    const bool is_first = c.explained.cell.col == pair.first;
    const Ink ink = inkOf(c.explained.left);
    const std::string angle = c.digits(pair.angle);
    const std::string sign = is_first ? " \u2212 " : " + ";
    const double second_factor = is_first ? -c.operation.right[1] : c.operation.right[1];
    const auto name = [&](Index col) {
        return c.names.cell(c.explained.left, c.explained.head, {c.explained.cell.row, col});
    };
    TextLine symbols = name(pair.first);
    symbols << fmt::format(" \u00d7 {} {}", is_first ? "cos" : "sin", angle) << sign
            << name(pair.second) << fmt::format(" \u00d7 {} {}", is_first ? "sin" : "cos", angle);
    TextLine numbers{{c.digits(c.operation.left[0]), ink}};
    numbers << " \u00d7 " << c.digits(c.operation.right[0]) << sign
            << inBrackets(c.digits(c.operation.left[1]), ink, true) << " \u00d7 "
            << c.digits(second_factor);
    return {symbols, numbers};
}

std::vector<TextLine> quotientLines(const ExplainContext& c, bool&) {
    const Document& document = c.explained.document;
    const Piece score{leftDigits(c).text, c.explained.isBlocked() ? Ink::masked : Ink::plain};
    TextLine symbols = leftName(c);
    switch (document.scale.kind) {
        case Scale::Kind::none: return {symbols << soft(say::explain::LineNotDivided{})};
        case Scale::Kind::number:
            symbols << fmt::format(" / {}", formatShort(document.scale.number));
            break;
        case Scale::Kind::dk: symbols << " / d" << Piece{.text = "k", .raised = -1}; break;
        case Scale::Kind::sqrt_dk:
            symbols << " / \u221ad" << Piece{.text = "k", .raised = -1};
            break;
    }
    TextLine numbers{score};
    if (document.scale.kind == Scale::Kind::sqrt_dk) {
        numbers << fmt::format(" / \u221a{}", document.dK()) << " = " << score
                << " / " + c.digits(c.operation.number);
    } else {
        numbers << " / " + formatShort(c.operation.number);
    }
    return {symbols, numbers};
}

std::vector<TextLine> cappingLines(const ExplainContext& c, bool&) {
    const std::string cap = formatShort(c.operation.number);
    TextLine symbols{{cap + " \u00d7 tanh("}};
    symbols << leftName(c) << " / " + cap + ")";
    TextLine numbers{{cap + " \u00d7 tanh("}};
    const double share = c.operation.left.front() / c.operation.number;
    numbers << leftDigits(c) << fmt::format(" / {}) = {} \u00d7 ", cap, cap)
            << inBrackets(c.digits(std::tanh(share)), Ink::plain, true);
    return {symbols, numbers};
}

std::vector<TextLine> biasLines(const ExplainContext& c, bool&) {
    const Index distance = std::abs(c.explained.cell.row - c.explained.cell.col);
    TextLine symbols = leftName(c);
    symbols << " \u2212 " << Message(say::explain::LineSlopeDistance{});
    TextLine numbers{leftDigits(c)};
    const double slope = headSlope(c.explained.document, c.explained.head);
    numbers << " \u2212 " << inBrackets(c.digits(slope), Ink::plain, true)
            << fmt::format(" \u00d7 {}", distance) << " = " << leftDigits(c) << " \u2212 "
            << inBrackets(c.digits(c.operation.number), Ink::plain, true);
    return {symbols, numbers};
}

std::vector<TextLine> maskingLines(const ExplainContext& c, bool&) {
    return maskingWords(c.explained.document.masking.method).lines(c);
}

std::vector<TextLine> zeroingLines(const ExplainContext& c, bool&) {
    const bool allowed = c.operation.allowed.front();
    const Ink ink = allowed ? Ink::weights : Ink::masked;
    TextLine symbols = inInk(leftName(c), ink);
    symbols << " \u00d7 " << allowedFactor(c);
    return {symbols, {{leftDigits(c).text, ink}, {" \u00d7 " + allowedDigits(c), ink}}};
}

std::vector<TextLine> copyLines(const ExplainContext& c, bool&) {
    TextLine line = leftName(c);
    return {line << soft(say::explain::LineNotRescaled{})};
}

std::vector<TextLine> ruleLines(const ExplainContext& c, bool&) {
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
    return {line};
}

std::vector<TextLine> softmaxLines(const ExplainContext& c, bool& folded) {
    const std::vector<double>& scores = c.operation.left;
    if (c.explained.isEmptied()) return {{soft(say::explain::LineSetToZero{})}};
    const RowFraction fraction(c, folded);
    std::vector<TextLine> lines{fraction.writePower(scores, [](std::size_t) {})};
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
        lines.push_back(fraction.writePower(shifted, note));
        using Said = say::explain::LineLessLargest;
        Piece less = soft(Said{.score = is_shown ? Said::Score::other : Said::Score::unseen,
                               .largest = verbatim(c.digits(largest))});
        less.is_whole = true;
        lines.back() << std::move(less);
    }
    lines.push_back(fraction.writeNumbers(powers));
    return lines;
}

std::vector<TextLine> renormalisingLines(const ExplainContext& c, bool& folded) {
    const RowFraction fraction(c, folded);
    const auto name = [&](TextLine& to, std::size_t k) {
        TextLine cell = c.names.cell(c.explained.left, c.explained.head,
                                     {c.explained.cell.row, static_cast<Index>(k)});
        to << inInk(std::move(cell), inkOfKey(c, k, Ink::weights));
    };
    return {fraction.write(name), fraction.writeNumbers(c.operation.left)};
}

std::vector<TextLine> weightedSumLines(const ExplainContext& c, bool& folded) {
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
           << Piece{c.digits(c.operation.right[k]), inkOfKey(c, k, Ink::value)};
    });
    return {symbols, numbers};
}

TextLine leftName(const ExplainContext& c) {
    return c.names.cell(c.explained.left, c.explained.head, c.explained.cell);
}

Piece leftDigits(const ExplainContext& c) {
    return {c.digits(c.operation.left.front()), inkOf(c.explained.left)};
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

std::vector<TextLine> linesOf(const ExplainContext& context, bool& folded) {
    std::vector<TextLine> lines = cellArithmetic(context.explained.kind).lines(context, folded);
    const bool is_rule = context.explained.kind == Arithmetic::rule;
    lines.back() << " = " << beforeRounding(context)
                 << (is_rule ? pieceOf(ruleResult(context), Ink::result)
                             : Piece{context.digits(context.operation.result), Ink::result});
    return lines;
}

}  // namespace lookback
