#include <doctest/doctest.h>

#include "core/base/result.h"
#include "core/engine/attend.h"
#include "core/engine/position_arithmetic.h"
#include "core/positions/encodings.h"
#include "tests/core/case_document.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// What the reference calls our stages. `masked_first`: masking stands before scaling.
MatrixId stageNamed(const std::string& name, bool masked_first, const Trace& trace) {
    if (name == "Q") return MatrixId::query;
    if (name == "K") return MatrixId::key;
    if (name == "V") return MatrixId::value;
    if (name == "Q_rot") return MatrixId::rotated_query;
    if (name == "K_rot") return MatrixId::rotated_key;
    if (name == "X_in") return MatrixId::encoded;
    if (name == "masked_raw_scores") return MatrixId::masked_scores;
    if (name == "masked_scores" && masked_first) return MatrixId::scaled_scores;
    if (name == "output") return trace.result();
    const MatrixInfo* row = findMatrix(name);
    REQUIRE_MESSAGE(row != nullptr, "unknown tensor ", name);
    return row->id;
}

void compare(const Document& of, const Json& forward, double tolerance) {
    const Trace trace = attend(of);
    const bool masked_first = masksBeforeScale(of.masking);
    for (const auto& item : forward.items()) {
        const std::string& name = item.key();
        const Json& expected = item.value();
        if (name == "position_bias") continue;                  // part of biased_scores
        if (name == "scaled_scores" && masked_first) continue;  // the scores scaled unmasked
        CAPTURE(name);
        const MatrixId id = stageNamed(name, masked_first, trace);
        if (expected["shape"].size() == 2) {
            CHECK(distance(sideBySide(trace.tensor(id)), tensor(expected)) <= tolerance);
            continue;
        }
        for (Index head = 0; head < of.heads; ++head) {
            const Json& values = expected["data"][static_cast<std::size_t>(head)];
            CHECK(distance(trace.view(id, head), matrix(values)) <= tolerance);
        }
    }
}

}  // namespace

TEST_CASE("the forward pass of all reference cases, in both precisions") {
    for (int k = 1; k <= kCases; ++k) {
        const Json file = referenceCase(k);
        CAPTURE(file["title"].get<std::string>());
        Document of = caseDocument(file);
        for (const Error& fault : faults(of)) FAIL(fault.where, ": ", fault.message);
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
            CHECK(positionArithmetic(PositionKind::alibi).slopes(table["heads"].get<Index>()) ==
                  slopes);
        }
    }
}
