// Some stages alone: the same numbers, and no memory for anything else.
#include <algorithm>
#include <array>

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The same bit for bit, where NaN is NaN.
bool sameNumbers(const MatrixView& a, const MatrixView& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols() || a.kind() != b.kind()) return false;
    for (Index row = 0; row < a.rows(); ++row) {
        for (Index col = 0; col < a.cols(); ++col) {
            const double x = a(row, col);
            const double y = b(row, col);
            if (x != y && !(x != x && y != y)) return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("a stage alone has the numbers that it has among all others, and nothing else is kept") {
    forEveryTable([](Wanted wanted) {
        wanted.heads = 2;
        wanted.output = true;
        const Document document = randomDocument(wanted);
        const Trace all = attend(document);
        for (const MatrixId id : all.order) {
            const Trace alone = attendOnly(document, std::array{id});
            CHECK(alone.order == std::vector{id});
            CHECK(alone.bytes() == alone.tensor(id).bytes());
            for (Index head = 0; head < alone.tensor(id).heads(); ++head) {
                CHECK(sameNumbers(alone.view(id, head), all.view(id, head)));
            }
        }
    });
}

TEST_CASE("several stages alone stand in the order in which they were asked for") {
    const Document document = randomDocument({.tokens = 70, .d_in = 20});
    const Trace all = attend(document);
    const std::array wanted{MatrixId::context, MatrixId::query, MatrixId::mask};
    const Trace some = attendOnly(document, wanted);
    CHECK(std::equal(wanted.begin(), wanted.end(), some.order.begin(), some.order.end()));
    for (const MatrixId id : wanted) CHECK(sameNumbers(some.view(id), all.view(id)));
}
