#include "core/explain/row_change.h"
#include "core/explain/lifted_weight.h"
#include "core/words/say.h"
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

std::string tells(const Matrix<double>& lifted, const Matrix<double>& weights, Index query,
                  Index head = 0, SoftmaxOver softmax = SoftmaxOver::rows) {
    const auto fact = liftedMaskFact(lifted, weights, query, TokenLabel{"a"}, head, softmax);
    return fact ? english().text(*fact) : "";
}

}  // namespace

TEST_CASE("what moved to other tokens is half of all differences") {
    CHECK(wordsOf(Matrix<double>{{0.5, 0.25, 0.25}}, Matrix<double>{{1, 0, 0}}) ==
          "50.0% of the weight moved.");
    CHECK(wordsOf(Matrix<double>{{1, 0, 0}}, Matrix<double>{{0.357, 0.5, 0.143}}) ==
          "64.3% of the weight moved.");
    CHECK(wordsOf(Matrix<double>{{0.5, 0.5}}, Matrix<double>{{0.5001, 0.4999}}) ==
          "less than 0.1% of the weight moved.");
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
          "25.0% of the weight moved.");
}

TEST_CASE("of a row that was or is NaN no share is told") {
    const Matrix<double> nan{{kNaN, kNaN}};
    const Matrix<double> even{{0.5, 0.5}};
    CHECK(wordsOf(nan, even) == "This row was NaN before.");
    CHECK(wordsOf(even, nan) == "This row had weights before; now it is NaN.");
    CHECK(wordsOf(nan, nan).empty());
}

TEST_CASE("the share of the tokens that a mask blocked is their weight in the row of the query") {
    const Matrix<double> causal{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}};
    const Matrix<double> weights{{0.357, 0.243, 0.4}, {0.5, 0.5, 0}, {0.2, 0.3, 0.5}};
    CHECK(tells(causal, weights, 0) ==
          "“a” now takes 64.3% of its weight from tokens that come later.");
    CHECK(tells(causal, weights, 0, 2) ==
          "In head 2, “a” now takes 64.3% of its weight from tokens that come later.");
    CHECK(tells(causal, weights, 1) == "“a” takes none of its weight from tokens that come later.");
    CHECK(mostLifted(causal, weights, 1) == 0);  // nothing is taken from row 1
    CHECK(mostLifted(causal, weights, 2) == 0);
    CHECK(mostLifted(causal, weights, 0) == 0);
    CHECK(tells(causal, weights, 2) == "No token comes after “a”: the mask took nothing from it.");
}

TEST_CASE("of rows that softmax over columns made, shares and sums are told") {
    const Matrix<double> causal{{1, 0}, {1, 1}};
    const Matrix<double> weights{{0.6, 0.9}, {0.4, 0.1}};
    const auto columns = SoftmaxOver::columns;
    CHECK(tells(causal, weights, 0, 0, columns) ==
          "“a” now takes 60.0% of its weight from tokens that come later.");
    CHECK(tells(causal, weights, 1, 0, columns) ==
          "The mask blocked nothing for “a”, but softmax is over columns, so its weights changed.");
    CHECK(wordsOf(Matrix<double>{{0.5, 0.5}}, Matrix<double>{{0.75, 0.5}}) ==
          "This row added up to 1.0000 before, and now to 1.2500.");
}

TEST_CASE("tokens that a mask blocked are called later or earlier only where all of them are") {
    const Matrix<double> weights{{0.25, 0.25, 0.5}, {0.25, 0.25, 0.5}, {0.25, 0.25, 0.5}};
    const Matrix<double> some{{0, 1, 1}, {0, 1, 0}, {0, 1, 1}};
    CHECK(tells(some, weights, 0) ==
          "“a” now takes 25.0% of its weight from tokens that the mask blocked.");
    CHECK(tells(some, weights, 1) ==
          "“a” now takes 75.0% of its weight from tokens that the mask blocked.");
    CHECK(tells(some, weights, 2) ==
          "“a” now takes 25.0% of its weight from tokens that come before it.");
    const Matrix<double> open = Matrix<double>::Ones(3, 3);
    CHECK(tells(open, weights, 2) ==
          "The mask blocked nothing for “a”: its weights stay the same.");
    CHECK(tells(some, Matrix<double>::Constant(3, 3, kNaN), 1).empty());
}
