#include <array>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "core/attention/position_arithmetic.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/explain/arithmetic_lines.h"
#include "core/explain/masking_words.h"
#include "core/explain/position_words.h"
#include "core/explain/written.h"

namespace lookback {
namespace {

using ArithmeticLinesLines = std::vector<TextLine>;

Piece soft(std::string text) { return {std::move(text), Ink::soft}; }

ArithmeticLinesLines givenLines(const ExplainContext& c, bool&) {
    const Document& document = c.explained.document;
    const auto placed = wordsOf(document.positions.kind).lines;
    if (c.explained.id == MatrixId::positions && placed != nullptr) return placed(c);
    if (!isDrawn(document, c.explained.id)) return {{soft("given")}};
    return {
        {soft(fmt::format("drawn by {}, seed {}", document.draw->library, document.draw->seed))}};
}

ArithmeticLinesLines sumLines(const ExplainContext& c, bool&) {
    TextLine symbols = leftName(c);
    symbols << " + " << c.names.cell(c.explained.right, 0, c.explained.cell);
    TextLine numbers{leftDigits(c)};
    numbers << " + "
            << inBrackets(c.digits(c.operation.right.front()), inkOf(c.explained.right), true);
    return {symbols, numbers};
}

/// The numbers of one matrix that are multiplied with those of another.
struct Factors {
    const std::vector<double>& numbers;
    Ink ink;
};

/// Products of both, added up.
TextLine productSum(const ExplainContext& c, const Factors& left, const Factors& right,
                    bool& folded) {
    if (left.numbers.empty()) return {soft("nothing to add up: the sum is 0")};
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

ArithmeticLinesLines dotLines(const ExplainContext& c, bool& folded) {
    TextLine symbols = c.names.row(c.explained.left, 0, c.explained.cell.row);
    symbols << " \u00b7 " << c.names.column(c.explained.right, c.explained.weightColumn());
    return {symbols, productSum(c, leftFactors(c), rightFactors(c), folded)};
}

/// The operand that stands to the left comes first: the keys, where columns are queries.
ArithmeticLinesLines scoreLines(const ExplainContext& c, bool& folded) {
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

ArithmeticLinesLines rotationLines(const ExplainContext& c, bool&) {
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

ArithmeticLinesLines quotientLines(const ExplainContext& c, bool&) {
    const Document& document = c.explained.document;
    const Piece score{leftDigits(c).text, c.explained.isBlocked() ? Ink::masked : Ink::plain};
    TextLine symbols = leftName(c);
    switch (document.scale.kind) {
        case Scale::Kind::none: return {symbols << soft(", not divided")};
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

ArithmeticLinesLines cappingLines(const ExplainContext& c, bool&) {
    const std::string cap = formatShort(c.operation.number);
    TextLine symbols{{cap + " \u00d7 tanh("}};
    symbols << leftName(c) << " / " + cap + ")";
    TextLine numbers{{cap + " \u00d7 tanh("}};
    const double share = c.operation.left.front() / c.operation.number;
    numbers << leftDigits(c) << fmt::format(" / {}) = {} \u00d7 ", cap, cap)
            << inBrackets(c.digits(std::tanh(share)), Ink::plain, true);
    return {symbols, numbers};
}

ArithmeticLinesLines biasLines(const ExplainContext& c, bool&) {
    const Index distance = std::abs(c.explained.cell.row - c.explained.cell.col);
    TextLine symbols = leftName(c);
    symbols << " \u2212 slope \u00d7 distance";
    TextLine numbers{leftDigits(c)};
    const double slope = slopeOf(c.explained.document, c.explained.head);
    numbers << " \u2212 " << inBrackets(c.digits(slope), Ink::plain, true)
            << fmt::format(" \u00d7 {}", distance) << " = " << leftDigits(c) << " \u2212 "
            << inBrackets(c.digits(c.operation.number), Ink::plain, true);
    return {symbols, numbers};
}

ArithmeticLinesLines maskingLines(const ExplainContext& c, bool&) {
    return wordsOf(c.explained.document.masking.method).lines(c);
}

ArithmeticLinesLines zeroingLines(const ExplainContext& c, bool&) {
    const bool allowed = c.operation.allowed.front();
    const Ink ink = allowed ? Ink::weights : Ink::masked;
    TextLine symbols = inInk(leftName(c), ink);
    symbols << " \u00d7 " << allowedFactor(c);
    return {symbols, {{leftDigits(c).text, ink}, {" \u00d7 " + allowedDigits(c), ink}}};
}

ArithmeticLinesLines copyLines(const ExplainContext& c, bool&) {
    TextLine line = leftName(c);
    return {line << soft(", not divided by the row's sum")};
}

/// What a redoing by hand gives, where its digits are not the dtype's: `−0.4022, in bfloat16 `.
TextLine beforeRounding(const ExplainContext& c) {
    const std::string digits = c.digits(redoByHand(c.operation, c.explained.document.masking));
    if (digits == c.digits(c.operation.result)) return {};
    return {{digits}, soft(fmt::format(", in {} ", info(c.explained.document.dtype).name))};
}

struct ArithmeticLinesRow {
    Arithmetic kind;
    ArithmeticLinesLines (*lines)(const ExplainContext&, bool& folded);
};

constexpr std::array<ArithmeticLinesRow, 15> kArithmeticLinesRows{{
    {Arithmetic::given, givenLines},
    {Arithmetic::sum, sumLines},
    {Arithmetic::dot, dotLines},
    {Arithmetic::score, scoreLines},
    {Arithmetic::rotation, rotationLines},
    {Arithmetic::quotient, quotientLines},
    {Arithmetic::capping, cappingLines},
    {Arithmetic::bias, biasLines},
    {Arithmetic::rule, ruleLines},
    {Arithmetic::masking, maskingLines},
    {Arithmetic::softmax, softmaxLines},
    {Arithmetic::zeroing, zeroingLines},
    {Arithmetic::renormalising, renormalisingLines},
    {Arithmetic::copy, copyLines},
    {Arithmetic::weighted_sum, weightedSumLines},
}};

}  // namespace

TextLine leftName(const ExplainContext& c) {
    return c.names.cell(c.explained.left, c.explained.head, c.explained.cell);
}

Piece leftDigits(const ExplainContext& c) {
    return {c.digits(c.operation.left.front()), inkOf(c.explained.left)};
}

std::vector<TextLine> linesOf(const ExplainContext& context, bool& folded) {
    const ArithmeticLinesRow& row =
        kArithmeticLinesRows[static_cast<std::size_t>(context.explained.kind)];
    assert(row.kind == context.explained.kind);
    ArithmeticLinesLines lines = row.lines(context, folded);
    const bool is_rule = context.explained.kind == Arithmetic::rule;
    lines.back() << " = " << beforeRounding(context)
                 << Piece{is_rule ? ruleResult(context) : context.digits(context.operation.result),
                          Ink::result};
    return lines;
}

}  // namespace lookback
