// Moving one word, and which outputs move with it.
#include <cmath>

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/gradients/leak.h"
#include "core/gradients/nudge.h"
#include "tests/core/documents.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("a nudge goes along a dimension, or in a direction of length 1 that its seed tells") {
    const Matrix<double> along = nudgeDirection(4, 2, 7);
    for (Index at = 0; at < 4; ++at) CHECK(along(0, at) == (at == 2 ? 1 : 0));
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const Matrix<double> drawn = nudgeDirection(4, std::nullopt, seed);
        CHECK(drawn.norm() == doctest::Approx(1));
        CHECK((drawn - nudgeDirection(4, std::nullopt, seed)).norm() == 0);
        CHECK((drawn - nudgeDirection(4, std::nullopt, seed + 1)).norm() > 0);
    }
    CHECK(nudgeDirection(0, std::nullopt, 1).size() == 0);
}

TEST_CASE("only the word that is nudged moves, by the amount, within what the dtype holds") {
    for (const DTypeInfo& type : kDTypes) {
        const Document document = randomDocument({.tokens = 5, .dtype = type.dtype});
        const Document moved = nudged(document, 3, nudgeDirection(document.dIn(), 1, 0), 0.5);
        const Matrix<double>& was = document.embeddings.get();
        const Matrix<double>& is = moved.embeddings.get();
        for (Index row = 0; row < was.rows(); ++row) {
            for (Index col = 0; col < was.cols(); ++col) {
                CHECK(is(row, col) - was(row, col) == (row == 3 && col == 1 ? 0.5 : 0));
            }
        }
        const Document far =
            nudged(document, 0, nudgeDirection(document.dIn(), 0, 0), type.largest);
        CHECK(faults(far).empty());
    }
}

TEST_CASE("outputs move as the derivative says where the nudge is small") {
    constexpr double kSmall = 1e-6;
    for (unsigned seed = 1; seed <= 40; ++seed) {
        const Document document = randomDocument({.tokens = 5, .d_in = 1, .seed = seed});
        const Trace trace = attend(document);
        const Matrix<double> norms = influence(document, trace)->norms;
        for (Index token = 0; token < document.n(); ++token) {
            const Document moved = nudged(document, token, nudgeDirection(1, 0, 0), kSmall);
            const Trace after = attend(moved);
            const auto moves = outputMoves(trace.view(trace.result()), after.view(after.result()));
            REQUIRE(moves.size() == 5);
            for (Index output = 0; output < document.n(); ++output) {
                const double move = moves[static_cast<std::size_t>(output)];
                const double norm = norms(output, token);
                if (output < token) CHECK(move == 0);  // the mask is causal
                CHECK(move / kSmall == doctest::Approx(norm).epsilon(1e-3).scale(1));
            }
        }
    }
}

TEST_CASE("a move is 0 for equal numbers alone, and NaN where a number became NaN") {
    Matrix<double> before(7, 2);
    Matrix<double> after(8, 2);
    before << 3, 0, 1, -0.0, kInfinity, kNaN, 1, 2, kInfinity, 1, 1, 2, 2, 1;
    after << 0, 4, 1, 0.0, kInfinity, kNaN, 1, kNaN, 1, 1, kNaN, kInfinity, kInfinity, kNaN, 9, 9;
    const auto moves = outputMoves(before, after);
    REQUIRE(moves.size() == 7);
    CHECK(moves[0] == 5);
    CHECK(moves[1] == 0);
    CHECK(moves[2] == 0);
    CHECK(std::isnan(moves[3]));
    CHECK(std::isinf(moves[4]));
    CHECK(std::isnan(moves[5]));  // one number became NaN, the other infinite
    CHECK(std::isnan(moves[6]));
}
