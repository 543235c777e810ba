// One row under every masking: what a document masked so gives for it.
#include "core/compare/row_tables.h"

#include <cmath>

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/io/lesson_library.h"
#include "tests/core/narrator_documents.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {}  // namespace

TEST_CASE("the table of maskings has the row of a document that is masked so") {
    int rows = 0;
    int faulty = 0;
    for (unsigned seed = 1; rows < 2000; ++seed) {
        const Document document = strangeDocument(seed);
        if (document.n() == 0 || !faults(document).empty()) continue;
        const Index query = static_cast<Index>(seed) % document.n();
        const Index head = static_cast<Index>(seed) % document.heads;
        for (const MethodRow& one : methodTable(document, query, head)) {
            Document masked = document;
            masked.masking = one.masking;
            CHECK(one.masking.order == document.masking.order);
            const std::vector<Error> found = faults(masked);
            REQUIRE(one.row.has_value() == found.empty());
            if (!one.row) {
                ++faulty;
                CHECK(one.row.error() == found.front());
                continue;
            }
            ++rows;
            const Trace trace = attend(masked);
            const MatrixView weights = trace.view(MatrixId::attention_weights, head);
            REQUIRE(static_cast<Index>(one.row->weights.size()) == document.n());
            double sum = 0;
            double blocked = 0;
            for (Index key = 0; key < document.n(); ++key) {
                CHECK(test::isSameNumber(one.row->weights[static_cast<std::size_t>(key)],
                                         weights(query, key)));
                sum += weights(query, key);
                if (!allows(document.mask, query, key)) blocked += weights(query, key);
            }
            CHECK(test::isSameNumber(one.row->sum, sum));
            CHECK(test::isSameNumber(one.row->blocked, blocked));
        }
    }
    CHECK(faulty > 0);
}

TEST_CASE("every method stands in the table, with every value that it may have") {
    const Document document = *openLesson("write-a-poem");
    constexpr std::array kValues{-1.0, -1e9, -kInfinity};
    const std::vector<MethodRow> table = methodTable(document, 0, 0, kValues);
    std::size_t at = 0;
    for (const MaskingInfo& method : kMaskingMethods) {
        for (const double value : kValues) {
            REQUIRE(at < table.size());
            CHECK(table[at].masking.method == method.method);
            if (method.uses_value) CHECK(table[at].masking.value == value);
            ++at;
            if (!method.uses_value) break;
        }
    }
    CHECK(at == table.size());
    // The one score that stays is -0.0700, so 2 / (2 + e^0.93) of the weight leaks.
    CHECK(table[0].row->blocked == doctest::Approx(0.4411).epsilon(0.0002));
    CHECK(table[1].row->weights == std::vector<double>{1, 0, 0});
}
