// Numbers as people type them.
#include "app/widgets/expression.h"

#include <doctest/doctest.h>

#include "tests/core/said.h"

namespace lookback {
namespace {

TEST_CASE("numbers and expressions are read, with a decimal point or a decimal comma") {
    const auto value = [](std::string_view text) { return parseExpression(text).value_or(-99); };
    CHECK(value("0.5") == 0.5);
    CHECK(value("0,5") == 0.5);
    CHECK(value("\u22122,25") == -2.25);
    CHECK(value("1,424") == 1.424);
    CHECK(value("1/3") == 1.0 / 3);
    CHECK(value("sqrt(2)*2") == doctest::Approx(2.8284271));
    CHECK(value("max(1,2)") == 2);
    CHECK(value("2 * 3") == 6);
    CHECK(value("1424") == 1424);
}

TEST_CASE("separators of thousands are refused with the number that was meant") {
    const auto refused = [](std::string_view text) {
        const Result<double> number = parseExpression(text);
        return number ? "read" : test::said(number.error());
    };
    CHECK(refused("1,424.5") == "Thousands separators are not read; expected 1424.5.");
    CHECK(refused("1.424,5") == "Thousands separators are not read; expected 1424.5.");
    CHECK(refused("-12 345") == "Thousands separators are not read; expected -12345.");
    CHECK(refused("12\u202f345,25") == "Thousands separators are not read; expected 12345.25.");
    CHECK(refused("1'000'000") == "Thousands separators are not read; expected 1000000.");
    CHECK(refused("1,424,000") == "Thousands separators are not read; expected 1424000.");
    CHECK(refused("1.424.000") == "Thousands separators are not read; expected 1424000.");
    CHECK(refused("1.4.2") == "This cannot be read; expected a number like 0.5, 1/3 or sqrt(2).");
    CHECK(refused("") == "Nothing was typed; expected a number like 0.5, 1/3 or sqrt(2).");
}

}  // namespace
}  // namespace lookback
