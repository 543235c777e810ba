#include "core/explain/row_change.h"
#include "tests/core/plain_text.h"
#include "tests/strange_numbers.h"

#include <doctest/doctest.h>

using namespace lookback;
using namespace lookback::test;

namespace {

std::string wordsOf(const Matrix<double>& was, const Matrix<double>& is,
                    DType dtype = DType::float64) {
    const auto fact = rowChangeFact(rowChange(was, is, 0), dtype);
    return fact ? plain(*fact) : "";
}

}  // namespace

TEST_CASE("what moved to other tokens is half of all differences") {
    CHECK(wordsOf(Matrix<double>{{0.5, 0.25, 0.25}}, Matrix<double>{{1, 0, 0}}) ==
          "50.0% of the weight moved to other tokens.");
    CHECK(wordsOf(Matrix<double>{{1, 0, 0}}, Matrix<double>{{0.357, 0.5, 0.143}}) ==
          "64.3% of the weight moved to other tokens.");
    CHECK(wordsOf(Matrix<double>{{0.5, 0.5}}, Matrix<double>{{0.5001, 0.4999}}) ==
          "less than 0.1% of the weight moved to other tokens.");
    CHECK(wordsOf(Matrix<double>{{0.5, 0.5}}, Matrix<double>{{0.5, 0.5}}).empty());
}

TEST_CASE("weight that is taken away or added went nowhere else") {
    CHECK(wordsOf(Matrix<double>{{0.5, 0.3, 0.2}}, Matrix<double>{{0.5, 0, 0}}) ==
          "50.0% of the weight of this row was taken away.");
    CHECK(wordsOf(Matrix<double>{{0, 0}}, Matrix<double>{{0.5, 0.5}}) ==
          "100.0% of the weight of this row was added.");
    CHECK(wordsOf(Matrix<double>{{0.5, 0.5, 0}}, Matrix<double>{{0.75, 0, 0}}) ==
          "25.0% of the weight was taken away, and 25.0% moved to other tokens.");
    // What rounding leaves of a sum is nothing that was taken away.
    CHECK(wordsOf(Matrix<double>{{0.5, 0.5}}, Matrix<double>{{0.25, 0.7499}}, DType::bfloat16) ==
          "25.0% of the weight moved to other tokens.");
}

TEST_CASE("of a row that was or is NaN no share is told") {
    const Matrix<double> nan{{kNaN, kNaN}};
    const Matrix<double> even{{0.5, 0.5}};
    CHECK(wordsOf(nan, even) == "This row was NaN before.");
    CHECK(wordsOf(even, nan) == "This row had weights before; now it is NaN.");
    CHECK(wordsOf(nan, nan).empty());
}
