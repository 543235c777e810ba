// The difference of two variants is the difference of their numbers, and says where there is none.
#include "core/compare/difference.h"

#include <cmath>

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/engine/memory.h"
#include "tests/core/compare_pairs.h"
#include "tests/core/said.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

std::string faultOf(const Document& a, const Document& b, MatrixId id) {
    const auto fault = comparisonFault(a, b, id);
    return fault ? test::placed(*fault) : "";
}

}  // namespace

TEST_CASE("numbers that are equal differ by 0, all others as IEEE 754 has it") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(numberDifference(1.5, 4.0) == 2.5);
    CHECK(numberDifference(kInfinity, kInfinity) == 0);
    CHECK(numberDifference(-kInfinity, -kInfinity) == 0);
    CHECK(numberDifference(nan, nan) == 0);
    CHECK(!std::signbit(numberDifference(0.0, -0.0)));
    CHECK(numberDifference(-kInfinity, 1) == kInfinity);
    CHECK(numberDifference(1, -kInfinity) == -kInfinity);
    CHECK(numberDifference(-kInfinity, kInfinity) == kInfinity);
    CHECK(std::isnan(numberDifference(nan, 1)));
    CHECK(std::isnan(numberDifference(kInfinity, nan)));
}

TEST_CASE("the difference of every stage is B less A, number by number") {
    int compared = 0;
    for (unsigned seed = 1; compared < 20000; ++seed) {
        const Document a = strangeDocument(seed);
        const Document b = otherVariant(a, seed);
        if (!faults(a).empty() || !faults(b).empty()) continue;
        const Trace a_trace = attend(a);
        const Trace b_trace = attend(b);
        for (const MatrixId id : commonStages(a, b)) {
            if (comparisonFault(a, b, id)) continue;
            ++compared;
            const Tensor difference = stageDifference({{a, a_trace}, {b, b_trace}}, id);
            const Tensor& left = a_trace.tensor(id);
            const Tensor& right = b_trace.tensor(id);
            REQUIRE(difference.holds<double>(left.heads(), left.rows(), left.cols()));
            REQUIRE(difference.holds<double>(right.heads(), right.rows(), right.cols()));
            for (Index head = 0; head < left.heads(); ++head) {
                for (Index row = 0; row < left.rows(); ++row) {
                    for (Index col = 0; col < left.cols(); ++col) {
                        const double from = left.view(head)(row, col);
                        const double to = right.view(head)(row, col);
                        const double by = difference.view(head)(row, col);
                        const bool is_same = from == to || (from != from && to != to);
                        const bool is_right =
                            is_same ? by == 0
                                    : by == to - from || (by != by && to - from != to - from);
                        if (!is_right) FAIL_CHECK("seed ", seed, ": ", from, ", ", to, ", ", by);
                    }
                }
            }
        }
    }
}

TEST_CASE("only stages of both are compared, and only of one shape") {
    const Document a = randomDocument({.heads = 2, .output = true});
    Document b = a;
    b.weights.output.reset();
    b.masking.method = MaskingMethod::renormalize;
    CHECK(faultOf(a, b, MatrixId::attention_weights).empty());
    CHECK(faultOf(a, b, MatrixId::output) ==
          "output: is not a stage of B, expected one that A and B have: embeddings, query, key, "
          "value, "
          "scores, scaled_scores, mask, attention_weights, context");
    CHECK(faultOf(a, b, MatrixId::unmasked_weights)
              .starts_with("unmasked_weights: is not a stage of A"));
    CHECK(faultOf(a, b, MatrixId::w_query).starts_with("weights.query: is not a stage of A"));
    b = randomDocument({.tokens = 3, .heads = 2});
    CHECK(faultOf(a, b, MatrixId::attention_weights) ==
          "attention_weights: is 2 × 3 × 3 in B, expected 2 × 4 × 4 as in A");
    CHECK(faultOf(a, b, MatrixId::context) == "context: is 3 × 4 in B, expected 4 × 4 as in A");
    b = a;
    b.heads = 1;
    CHECK(faultOf(a, b, MatrixId::attention_weights) ==
          "attention_weights: is 4 × 4 in B, expected 2 × 4 × 4 as in A");
    CHECK(faultOf(a, b, MatrixId::context).empty());
}

TEST_CASE("two traces together may take as much memory as is allowed") {
    const Document a = randomDocument({.tokens = 30});
    const Document b = randomDocument({.tokens = 40});
    const double both = traceMemory(a) + traceMemory(b);
    CHECK(!comparisonMemoryFault(a, b, both));
    for (const auto& fault :
         {comparisonMemoryFault(a, b, both - 1), comparisonMemoryFault(b, a, both - 1)}) {
        REQUIRE(fault);
        CHECK(fault->where == "tokens");
        CHECK(test::said(*fault).starts_with(
            "both documents (the larger with 40 tokens) would take "));
    }
}
