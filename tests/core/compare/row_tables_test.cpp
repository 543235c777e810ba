// One row in every precision and under every scale: what a document like that gives for it.
#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "core/compare/row_tables.h"
#include "core/compare/row_trial.h"
#include "core/engine/attend.h"
#include "core/io/lesson_library.h"
#include "tests/core/narrator_documents.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The row as the engine computes it of the whole document, or its first fault.
void checkRow(const Document& document, Index query, Index head, const Result<MaskedRow>& row) {
    const std::vector<Error> found = faults(document);
    REQUIRE(row.has_value() == found.empty());
    if (!row) {
        CHECK(row.error() == found.front());
        return;
    }
    const Trace trace = attend(document);
    const MatrixView weights = trace.view(MatrixId::attention_weights, head);
    REQUIRE(static_cast<Index>(row->weights.size()) == document.n());
    for (Index key = 0; key < document.n(); ++key) {
        CHECK(test::isSameNumber(row->weights[static_cast<std::size_t>(key)], weights(query, key)));
    }
}

/// Calls `check(document, query, head)` for so many strange documents.
template <class Check>
void forStrangeRows(int count, Check check) {
    for (unsigned seed = 1; count > 0; ++seed) {
        const Document document = strangeDocument(seed);
        if (document.n() == 0 || !faults(document).empty()) continue;
        --count;
        INFO("seed ", seed);
        check(document, static_cast<Index>(seed) % document.n(),
              static_cast<Index>(seed) % document.heads);
    }
}

}  // namespace

TEST_CASE("the table of precisions has the row of a document of each") {
    forStrangeRows(300, [](const Document& document, Index query, Index head) {
        const auto table = precisionTable(document, query, head);
        REQUIRE(table.size() == kDTypes.size());
        for (std::size_t k = 0; k < table.size(); ++k) {
            Document wished = document;
            wished.dtype = table[k].dtype;
            CHECK(table[k].dtype == kDTypes[k].dtype);
            checkRow(wished, query, head, table[k].row);
        }
    });
}

TEST_CASE("the table of scales has the row of a document of each, in both orders") {
    forStrangeRows(300, [](const Document& document, Index query, Index head) {
        const bool has_orders = info(document.masking.method).place == MaskingPlace::scores;
        const bool has_number = document.scale.kind == Scale::Kind::number;
        const auto table = scaleTable(document, query, head);
        REQUIRE(table.size() == (has_number ? 4u : 3u) * (has_orders ? 2u : 1u));
        bool has_own = false;
        for (const ScaleRow& one : table) {
            Document wished = document;
            wished.scale = one.scale;
            wished.masking.order = one.order;
            has_own = has_own || wished == document;
            CHECK(one.divisor == divisor(wished));
            checkRow(wished, query, head, one.row);
        }
        CHECK(has_own);
    });
}

TEST_CASE("the values of a precision are counted in their order, without a gap") {
    for (const DTypeInfo& type : kDTypes) {
        CAPTURE(type.name);
        const HeldValues values(type.dtype);
        CHECK(values.at(0) == 0);
        CHECK(values.at(values.last()) == type.largest);
        CHECK(values.at(-values.last()) == -type.largest);
        for (const std::int64_t place : {std::int64_t{0}, std::int64_t{1}, values.last() / 3,
                                         values.last() / 2, values.last() - 1}) {
            const double value = values.at(place);
            const double next = values.at(place + 1);
            CHECK(value < next);
            CHECK(values.at(-place) == -value);
            CHECK(roundedTo(value, type.kind) == value);
            const double between = value / 2 + next / 2;
            const double rounded = roundedTo(between, type.kind);
            CHECK((rounded == value || rounded == next));
        }
    }
}

TEST_CASE("a trial of a row is the engine's row of the whole document") {
    int tried = 0;
    forStrangeRows(600, [&](const Document& document, Index query, Index head) {
        const auto trial = RowTrial::of(document, query, head);
        if (!trial) return;
        for (const double value : {-1e4, -20.0, -3.0, 0.0, 2.5}) {
            ++tried;
            Document wished = document;
            wished.masking.value = value;
            const auto row = maskedRow(wished, query, head);
            REQUIRE(row.has_value());
            CHECK(test::isSameNumber(trial->blockedWith(value), row->blocked));
        }
        CHECK(trial->keys() == document.n());
    });
    CHECK(tried > 500);
}

TEST_CASE("from which value on the first lesson's row is closed") {
    const Document document = *openLesson("write-a-poem");
    const auto table = precisionTable(document, 1, 0);
    // About where e^x rounds to 0: e^-745.1, e^-104, e^-17.3, e^-92.9, below the largest score.
    constexpr std::array kAbout{-744.8, -103.7, -16.6, -92.5};
    for (std::size_t k = 0; k < table.size(); ++k) {
        REQUIRE(table[k].enough.has_value());
        CHECK(*table[k].enough == doctest::Approx(kAbout[k]).epsilon(0.001));
    }
    CHECK_FALSE(table[2].row.has_value());  // float16 does not hold -1e9
}
