#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/explain/arithmetic_lines.h"

namespace lookback {
namespace {

Ink inkOfKey(const ExplainContext& c, std::size_t key, Ink allowed) {
    const bool mask_is_on = c.explained.id != MatrixId::unmasked_weights;
    return mask_is_on && !c.operation.allowed[key] ? Ink::masked : allowed;
}

/// `0` for a key that the mask took out altogether, digits otherwise.
std::string weightDigits(const ExplainContext& c, double weight, bool silent) {
    return silent && weight == 0 ? "0" : c.digits(weight);
}

/// One exponential per key, or one masked weight per key: `a / ( a + b )` written twice or more.
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

    /// @param shown is called for each key whose exponential is not folded away.
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

}  // namespace

Piece inBrackets(std::string digits, Ink ink, bool after_sign) {
    const bool negative = after_sign && digits.starts_with("\u2212");
    return {negative ? "(" + digits + ")" : std::move(digits), ink};
}

std::vector<TextLine> softmaxLines(const ExplainContext& c, bool& folded) {
    const std::vector<double>& scores = c.operation.left;
    if (c.explained.isEmptied())
        return {{{"no key is allowed, so the row is set to 0", Ink::soft}}};
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
        const std::string number = is_shown ? "" : " " + c.digits(largest);
        lines.back() << Piece{fmt::format("   (row max{} off)", number), Ink::soft};
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

}  // namespace lookback
