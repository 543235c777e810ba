// The bounds of colour scales.
#include "core/explain/scale_bound.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/text.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

double boundOf(double largest) { return scaleBound(Domain::signed_numbers, largest); }

}  // namespace

TEST_CASE("the largest number takes 70% of its scale in every decade") {
    for (int exponent = -30; exponent <= 30; ++exponent) {
        for (const double first : {1.0, 1.0001, 1.39, 1.4, 1.41, 2.0, 2.7999, 2.8, 3.9, 4.0, 4.3,
                                   5.6, 5.61, 7.0, 8.0, 8.01, 9.9999}) {
            const double largest = std::strtod(fmt::format("{}e{}", first, exponent).c_str(), {});
            CAPTURE(largest);
            const double bound = boundOf(largest);
            CHECK(largest <= bound);
            CHECK(largest >= 0.69999 * bound);
        }
    }
}

TEST_CASE("a bound is one of eight numbers times a power of ten, and is its own bound") {
    std::set<std::string> seen;
    for (int exponent = -20; exponent <= 20; ++exponent) {
        for (double first = 1; first < 10; first += 0.05) {
            const double bound = boundOf(first * std::pow(10.0, exponent));
            CHECK(boundOf(bound) == bound);
            // Its shortest digits are those of the list: 0.14, not 0.13999999999999999.
            std::string digits;
            for (const char c : shortestDigits(bound, ScalarKind::float64)) {
                if (c == 'e') break;
                if (c == '.' || (c == '0' && digits.empty())) continue;
                digits += c;
            }
            digits.erase(digits.find_last_not_of('0') + 1);
            seen.insert(digits);
        }
    }
    CHECK(seen == std::set<std::string>{"1", "14", "2", "28", "4", "56", "8"});
}

TEST_CASE("numbers at the ends of what a double holds have a bound, too") {
    for (const double largest : {std::numeric_limits<double>::denorm_min(), 1e-320, 1e-308, 1e-291,
                                 1e308, 1.7e308, std::numeric_limits<double>::max()}) {
        CAPTURE(largest);
        const double bound = boundOf(largest);
        CHECK(std::isfinite(bound));
        CHECK(bound >= largest);
    }
}

TEST_CASE("weights and masks end at 1, and so does what is 0 throughout") {
    CHECK(boundOf(0) == 1);
    CHECK(boundOf(kInfinity) == 1);
    CHECK(scaleBound(Domain::weights, 0.2) == 1);
    CHECK(scaleBound(Domain::allowed, 1) == 1);
}

TEST_CASE("the largest size is that of the finite numbers that are not masked") {
    const Matrix<double> numbers{{-3, 2, kNaN}, {kInfinity, -1e9, 0.5}};
    CHECK(largestSize(numbers) == 1e9);
    CHECK(largestSize(MatrixView(numbers).row(0)) == 3);
    CHECK(largestSize(MatrixView(numbers).columns(2, 1)) == 0.5);
    const Matrix<unsigned char> allowed{{0, 1, 1}, {1, 0, 1}};
    const MatrixView mask(allowed.data(), ScalarKind::boolean, 2, 3, 3);
    CHECK(largestSize(numbers, mask) == 2);
    CHECK(largestSize(MatrixView(numbers).columns(1, 2), mask.columns(1, 2)) == 2);
    const Matrix<double> strange{{kNaN, -kInfinity}};
    CHECK(largestSize(strange) == 0);
    CHECK(largestSize(MatrixView()) == 0);
    const Matrix<double> none = Matrix<double>::Zero(2, 2);
    CHECK(largestSize(none) == 0);
}

TEST_CASE("the largest size is that of the numbers as their dtype holds them") {
    const Matrix<double> numbers{{0.1, -0.3}};
    const double third = roundedTo(0.3, ScalarKind::bfloat16);
    CHECK(third != 0.3);
    CHECK(largestSize(MatrixView(numbers, ScalarKind::bfloat16)) == third);
}
