#include <doctest/doctest.h>

#include "core/attention/positions.h"
#include "core/base/result.h"
#include "core/engine/attend.h"
#include "core/engine/position_arithmetic.h"
#include "core/positions/encodings.h"
#include "tests/core/case_document.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

void compare(const Document& of, const Json& forward, double tolerance) {
    const Trace trace = attend(of);
    forEachStage(of, forward, [&](MatrixId id, Index head, const Matrix<double>& expected) {
        CHECK(distance(trace.view(id, head), expected) <= tolerance);
    });
}

}  // namespace

TEST_CASE("the forward pass of all reference cases, in both precisions") {
    for (int k = 1; k <= kCases; ++k) {
        const Json file = referenceCase(k);
        CAPTURE(file["title"].get<std::string>());
        Document of = caseDocument(file);
        for (const Error& fault : faults(of)) FAIL(test::placed(fault));
        CHECK(isClose(divisor(of), number(file["config"]["scale_divisor"]), 1e-15));

        const Matrix<double> blocked = tensor(file["inputs"]["mask"]);
        for (Index row = 0; row < blocked.rows(); ++row) {
            bool empty = true;
            for (Index col = 0; col < blocked.cols(); ++col) {
                CHECK(allows(of.mask, row, col) == (blocked(row, col) == 0));
                empty = empty && blocked(row, col) != 0;
            }
            const Json& rows = file["fully_masked_rows"];
            CHECK(empty == (std::find(rows.begin(), rows.end(), row) != rows.end()));
        }
        of.dtype = DType::float64;
        compare(of, file["float64"]["forward"], 1e-12);
        of.dtype = DType::float32;
        compare(of, file["float32"]["forward"], 1e-5);
    }
}

TEST_CASE("the tables of position encodings") {
    const Json index = reference("cases/index.json");
    REQUIRE(index["cases"].size() == kListedCases);
    for (const Json& table : index["positional_tables"]) {
        const auto kind = table["kind"].get<std::string>();
        CAPTURE(kind);
        if (kind == "sinusoidal") {
            const auto base = table["base"].get<double>();
            Matrix<double> actual(table["n"].get<Index>(), table["d"].get<Index>());
            for (Index token = 0; token < actual.rows(); ++token) {
                for (Index column = 0; column < actual.cols(); ++column) {
                    actual(token, column) = sinusoidal(token, column, actual.cols(), base);
                }
            }
            CHECK(distance(actual, tensor(table["table"])) <= 1e-14);
            CHECK(distance(textbook::sinusoidalPositions(actual.rows(), actual.cols(), base),
                           tensor(table["table"])) <= 1e-14);
        } else if (kind == "rope") {
            const Matrix<double> angles = tensor(table["angle"]);
            const Rotation rotation(
                {.kind = PositionKind::rope_half, .base = table["base"].get<double>()},
                table["d_k"].get<Index>());
            REQUIRE(rotation.pairs() == angles.cols());
            for (Index token = 0; token < angles.rows(); ++token) {
                for (Index pair = 0; pair < angles.cols(); ++pair) {
                    CHECK(isClose(rotation.angle(token, pair), angles(token, pair), 1e-14));
                }
            }
        } else {
            REQUIRE(kind == "alibi");
            const auto slopes = table["slopes"]["data"].get<std::vector<double>>();
            const auto heads = table["heads"].get<Index>();
            CHECK(positionArithmetic(PositionKind::alibi).slopes(heads) == slopes);
            CHECK(textbook::alibiSlopes(heads) == slopes);
        }
    }
}
