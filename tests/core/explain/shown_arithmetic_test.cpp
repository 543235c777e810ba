// Shown arithmetic gives the shown result, or says "≈": every line is read again from its text and
// computed from its digits.
#include <cmath>
#include <cstdlib>
#include <optional>

#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/explain/explain.h"
#include "core/io/lesson_library.h"
#include "core/words/say.h"
#include "tests/core/documents.h"
#include "tests/core/plain_text.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace shown_arithmetic {
namespace {

constexpr std::string_view kMinusText = "\u2212";

/// Computes an expression from its text: sums, products, quotients, powers, roots, functions.
class ReadExpression {
public:
    explicit ReadExpression(std::string_view text) : rest_(text) {}

    /// Nothing where the text is not arithmetic.
    std::optional<double> value() {
        const double result = sum();
        skipSpaces();
        return is_arithmetic_ && rest_.empty() ? std::optional(result) : std::nullopt;
    }

private:
    bool take(std::string_view sign) {
        skipSpaces();
        if (!rest_.starts_with(sign)) return false;
        rest_.remove_prefix(sign.size());
        return true;
    }
    void skipSpaces() {
        while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    }

    double sum() {
        double result = product();
        while (is_arithmetic_) {
            if (take("+")) {
                result += product();
            } else if (take(kMinusText)) {
                result -= product();
            } else {
                break;
            }
        }
        return result;
    }

    double product() {
        double result = factor();
        while (is_arithmetic_) {
            if (take("\u00d7")) {
                result *= factor();
            } else if (take("/")) {
                result /= factor();
            } else {
                break;
            }
        }
        return result;
    }

    double factor() {
        if (take("(")) {
            const double inside = sum();
            is_arithmetic_ = is_arithmetic_ && take(")");
            return inside;
        }
        if (take("tanh(")) {
            const double inside = sum();
            is_arithmetic_ = is_arithmetic_ && take(")");
            return std::tanh(inside);
        }
        if (take("\u221a")) return std::sqrt(factor());
        if (take("e^")) return std::exp(factor());
        if (take("cos ")) return std::cos(factor());
        if (take("sin ")) return std::sin(factor());
        return number();
    }

    double number() {
        const double sign = take(kMinusText) ? -1 : 1;
        if (take("\u221e")) return sign * kInfinity;
        if (take("NaN")) return kNaN;
        std::string digits;
        skipSpaces();
        const auto isDigit = [&](std::size_t at) {
            return at < rest_.size() &&
                   (std::isdigit(static_cast<unsigned char>(rest_[at])) != 0 || rest_[at] == '.');
        };
        const auto takeDigits = [&] {
            while (isDigit(0)) {
                digits += rest_.front();
                rest_.remove_prefix(1);
            }
        };
        takeDigits();
        if (digits.empty()) {
            is_arithmetic_ = false;
            return 0;
        }
        if (rest_.starts_with('e') && (isDigit(1) || rest_.substr(1).starts_with(kMinusText))) {
            rest_.remove_prefix(1);
            digits += 'e';
            if (take(kMinusText)) digits += '-';
            takeDigits();
        }
        return sign * std::strtod(digits.c_str(), nullptr);
    }

    std::string_view rest_;
    bool is_arithmetic_ = true;
};

std::optional<double> computed(std::string_view text) { return ReadExpression(text).value(); }

/// One step of the last digit of a number's text; nothing for ∞ and for powers of ten.
std::optional<double> lastPlace(std::string_view number) {
    if (number.find_first_of("eN") != std::string_view::npos) return std::nullopt;
    if (number.find("\u221e") != std::string_view::npos) return std::nullopt;
    const std::size_t point = number.find('.');
    const std::size_t decimals = point == std::string_view::npos ? 0 : number.size() - point - 1;
    return std::pow(10.0, -static_cast<double>(decimals));
}

enum class Agrees : std::uint8_t { yes, no, either };

/// Whether a number, rounded, has these digits; either on a tie.
Agrees agrees(double value, std::string_view digits, int decimals) {
    const std::optional<double> wanted = computed(digits);
    REQUIRE(wanted);
    if (isSameNumber(value, *wanted)) return Agrees::yes;
    if (!std::isfinite(value) || !std::isfinite(*wanted)) return Agrees::no;
    const std::optional<double> place = lastPlace(digits);
    if (!place) {
        return formatOperand(value, decimals) == digits ? Agrees::yes : Agrees::either;
    }
    const double off = std::abs(value - *wanted) / *place;
    return off < 0.5 - 1e-6 ? Agrees::yes : off > 0.5 + 1e-6 ? Agrees::no : Agrees::either;
}

/// An expression of a line and the sign behind it.
struct Part {
    std::string text;
    std::string sign;
};

/// The expressions of a line.
std::vector<Part> partsOf(std::string_view line, DType dtype) {
    const std::string rounded = ", in " + std::string(info(dtype).name) + " ";
    std::vector<Part> parts(1);
    while (!line.empty()) {
        std::string_view found;
        for (const std::string_view sign :
             {std::string_view(" = "), std::string_view(" \u2248 "), std::string_view(rounded)}) {
            if (line.starts_with(sign)) found = sign;
        }
        if (found.empty()) {
            parts.back().text += line.front();
            line.remove_prefix(1);
        } else {
            parts.back().sign = found;
            parts.emplace_back();
            line.remove_prefix(found.size());
        }
    }
    return parts;
}

/// Sums that were read again, and those that say "≈".
struct Counted {
    int sums = 0;
    int approximate = 0;
    int rounded = 0;   ///< expressions that rounding to the dtype follows
    int products = 0;  ///< in sentences
};

class LineReader {
public:
    LineReader(const Document& document, int decimals, Counted& counted)
        : document_(document), decimals_(decimals), counted_(counted) {}

    void read(const Explanation& explanation) {
        const std::vector<Part> last = partsOf(plain(explanation.lines.back()), document_.dtype);
        // The number before its rounding to the dtype, where that changes its digits.
        const bool is_rounded = last.size() > 1 && last[last.size() - 2].sign.starts_with(",");
        const std::string& result = is_rounded && isNumber(last[last.size() - 2].text)
                                        ? last[last.size() - 2].text
                                        : last.back().text;
        bool is_approximate = false;
        for (const TextLine& line : explanation.lines) {
            const std::string text = plain(line);
            CAPTURE(text);
            const std::vector<Part> parts = partsOf(text, document_.dtype);
            is_approximate = is_approximate || signBefore(line) != "=";
            if (parts.size() == 1) {
                readPowers(parts.front().text, result, signBefore(line) == "=");
            } else {
                REQUIRE(signBefore(line) == "=");
                for (std::size_t k = 0; k + 1 < parts.size(); ++k) {
                    is_approximate = is_approximate || parts[k].sign == " \u2248 ";
                    readStep(parts[k], parts[k + 1].text);
                }
            }
        }
        REQUIRE(explanation.is_approximate == is_approximate);
        for (const Message& sentence : explanation.meaning) readProduct(english().text(sentence));
    }

private:
    static bool isNumber(const std::string& text) {
        return text.find(' ') == std::string::npos && computed(text).has_value();
    }

    void readPowers(std::string text, const std::string& result, bool says_equal) {
        const std::size_t note = text.find("   (");
        if (note != std::string::npos) text.resize(note);
        const std::optional<double> value = computed(text);
        // Where a power overflows, double precision cannot compute the line as it stands.
        if (!value || std::isnan(*value)) return;
        check(*value, result, says_equal);
    }

    void readStep(const Part& part, const std::string& next) {
        const std::optional<double> value = computed(part.text);
        if (!value || !computed(next)) return;
        if (part.sign.starts_with(",")) {
            ++counted_.rounded;
            if (isNumber(part.text) && isNumber(next)) {
                const double rounded = roundedTo(*value, info(document_.dtype).kind);
                REQUIRE(agrees(rounded, next, decimals_) != Agrees::no);
            }
            return;
        }
        const std::string digits = isNumber(next) ? next : formatNumber(*computed(next), decimals_);
        check(*value, digits, part.sign == " = ");
    }

    /// The product in a sentence such as "has the largest size: 0.5 × 2.0 = 1.0."
    void readProduct(const std::string& sentence) {
        const std::size_t times = sentence.find(" \u00d7 ");
        const std::size_t colon = sentence.rfind(": ", times);
        if (times == std::string::npos || colon == std::string::npos) return;
        CAPTURE(sentence);
        const std::string text = sentence.substr(colon + 2, sentence.size() - colon - 3);
        const std::vector<Part> parts = partsOf(text, document_.dtype);
        REQUIRE(parts.size() == 2);
        REQUIRE(computed(parts.front().text));
        for (const std::string& part : {parts.front().text, parts.back().text}) {
            REQUIRE(computed(part) != 0);  // the largest product is not 0
        }
        check(*computed(parts.front().text), parts.back().text, parts.front().sign == " = ");
        ++counted_.products;
    }

    void check(double value, const std::string& digits, bool says_equal) {
        ++counted_.sums;
        if (!says_equal) ++counted_.approximate;
        CAPTURE(value);
        CAPTURE(digits);
        const Agrees found = agrees(value, digits, decimals_);
        REQUIRE(found != (says_equal ? Agrees::no : Agrees::yes));
    }

    const Document& document_;
    int decimals_;
    Counted& counted_;
};

/// Numbers with as many digits as the dtype has.
Document withAllDigits(Document document) {
    std::mt19937 generator(7);
    for (const MatrixId id : kEditableMatrices) {
        if (!isEditable(document, id)) continue;
        Matrix<double> numbers = editable(document, id).get();
        for (Index row = 0; row < numbers.rows(); ++row) {
            for (Index col = 0; col < numbers.cols(); ++col) {
                numbers(row, col) *= 0.2 + 1e-9 * static_cast<double>(generator() % 1000000000);
            }
        }
        setMatrix(document, id, std::move(numbers));
    }
    return document;
}

Counted sumsOf(const Document& document, int decimals = 4) {
    Counted counted;
    LineReader reader(document, decimals, counted);
    const Trace trace = attend(document);
    const ExplainOptions options{.decimals = decimals, .most_terms = 1000};
    const auto readAll = [&](MatrixId id, Index head, const MatrixView& matrix) {
        for (Index row = 0; row < matrix.rows(); ++row) {
            for (Index col = 0; col < matrix.cols(); ++col) {
                CAPTURE(std::string(info(id).name));
                CAPTURE(head);
                CAPTURE(row);
                CAPTURE(col);
                reader.read(explainCell(document, trace, id, head, {row, col}, options));
            }
        }
    };
    for (const MatrixId id : trace.order) {
        for (Index head = 0; head < trace.tensor(id).heads(); ++head) {
            readAll(id, head, trace.view(id, head));
        }
    }
    return counted;
}

void add(Counted& all, const Counted& more) {
    all.sums += more.sums;
    all.approximate += more.approximate;
    all.rounded += more.rounded;
    all.products += more.products;
}

}  // namespace

TEST_CASE("in every shipped lesson the shown digits give the shown result, or the line says so") {
    Counted all;
    for (const std::string_view id : lessonIds()) {
        const Checked<Document> document = openLesson(id);
        if (!document) continue;
        CAPTURE(std::string(id));
        const Counted counted = sumsOf(*document);
        CHECK(counted.approximate * 10 <= counted.sums);
        add(all, counted);
    }
    MESSAGE(all.sums, " sums, ", all.approximate, " approximate, ", all.rounded, " rounded");
    CHECK(all.sums > 1000);
}

TEST_CASE(
    "over all tables and dtypes the shown digits give the shown result, or the line says so") {
    std::array<Counted, kDTypes.size()> of{};
    unsigned seed = 0;
    forEveryTable([&](Wanted wanted) {
        wanted.seed = ++seed;
        wanted.tokens = 4;
        wanted.heads = 1 + seed % 2;
        wanted.d_in = 2 + seed % 5;
        wanted.d_k = 2 + 2 * (seed % 3);
        wanted.output = seed % 3 == 0;
        Document document = withAllDigits(randomDocument(wanted));
        if (seed % 2 == 0) document.scale = {Scale::Kind::number, 3.7};
        if (document.softcap) document.softcap = 5.3;
        if (info(document.positions.kind).has_slopes && seed % 3 == 0) {
            document.positions.slopes.assign(static_cast<std::size_t>(document.heads), 0.3);
        }
        CAPTURE(std::string(info(wanted.dtype).name));
        CAPTURE(std::string(info(wanted.position).name));
        CAPTURE(std::string(info(wanted.masking.method).name));
        add(of[static_cast<std::size_t>(wanted.dtype)], sumsOf(document));
    });
    for (const DTypeInfo& dtype : kDTypes) {
        const Counted& counted = of[static_cast<std::size_t>(dtype.dtype)];
        CAPTURE(std::string(dtype.name));
        MESSAGE(counted.sums, " sums, ", counted.approximate, " approximate, ", counted.rounded,
                " rounded");
        CHECK(counted.sums > 1000);
        CHECK(counted.products > 100);
        CHECK(counted.approximate * 10 <= counted.sums);
        CHECK((counted.rounded > counted.sums / 100) == (dtype.epsilon > 1e-4));
    }
}

}  // namespace shown_arithmetic
