// What the checks say of a document's weights, and which sign they carry.
#include "core/explain/checks.h"

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "tests/core/documents.h"
#include "tests/core/plain_text.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Three tokens whose scores are 1, 2 and 3 in every row.
std::vector<Check> checksOf(const Mask& mask, const Masking& masking) {
    Document document =
        documentWithScores(Matrix<double>{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, DType::float64);
    document.mask = mask;
    document.masking = masking;
    return checkWeights(document, attend(document));
}

std::vector<Check> checksOf(MaskKind kind, const Masking& masking = {}) {
    return checksOf(Mask{{telling(kind, 3)}, {}}, masking);
}

bool says(const Check& check, CheckSign sign, std::string_view text) {
    const std::string said = plain(check.text);
    CAPTURE(said);
    return check.sign == sign && said == text;
}

}  // namespace

TEST_CASE("what the mask is for is meant") {
    const std::vector<Check> checks = checksOf(MaskKind::causal);
    REQUIRE(checks.size() == 2);
    CHECK(says(checks[0], CheckSign::meant, "Every row of attention adds up to 1."));
    CHECK(says(checks[1], CheckSign::meant, "No weight lies above the diagonal."));
    CHECK(says(checksOf(MaskKind::padding)[1], CheckSign::meant,
               "No weight lies on blocked tokens."));
}

TEST_CASE("that no key is masked is a mere fact") {
    for (const Mask& mask : {Mask{{MaskRule{.kind = MaskKind::none}}, {}}, Mask{}}) {
        const std::vector<Check> checks = checksOf(mask, {});
        CHECK(says(checks[0], CheckSign::meant, "Every row of attention adds up to 1."));
        CHECK(says(checks[1], CheckSign::neutral, "The mask blocks no pair."));
    }
}

TEST_CASE("rows that a mistaken method leaves short are not meant") {
    const std::vector<Check> checks = checksOf(MaskKind::causal, {MaskingMethod::zero});
    CHECK(says(checks[0], CheckSign::not_meant,
               "2 rows of weights do not add up to 1: this method removes weight and does not "
               "divide by the sum."));
    CHECK(says(checks[1], CheckSign::meant, "No weight lies above the diagonal."));
}

TEST_CASE("rows of a softmax over columns are not meant") {
    const Masking over_columns{.softmax = SoftmaxOver::columns};
    const std::vector<Check> checks = checksOf(MaskKind::causal, over_columns);
    CHECK(says(checks[0], CheckSign::not_meant,
               "3 rows of weights do not add up to 1: softmax makes each column add up to 1 "
               "instead."));
    CHECK(says(checks[1], CheckSign::meant, "No weight lies above the diagonal."));
    Masking divided = over_columns;
    divided.method = MaskingMethod::renormalize;
    CHECK(says(checksOf(MaskKind::causal, divided)[0], CheckSign::meant,
               "Every row of attention adds up to 1."));
}

TEST_CASE("weight that gets through a mask is not meant") {
    for (const MaskingMethod method : {MaskingMethod::multiply, MaskingMethod::add_allowed}) {
        const std::vector<Check> checks = checksOf(MaskKind::causal, {method});
        CHECK(says(checks[0], CheckSign::meant, "Every row of attention adds up to 1."));
        CHECK(says(checks[1], CheckSign::not_meant, "3 weights lie above the diagonal."));
    }
    const Mask one{{MaskRule{.kind = MaskKind::none}}, {Cell{1, 0}}};
    CHECK(says(checksOf(one, {MaskingMethod::multiply})[1], CheckSign::not_meant,
               "1 weight lies on blocked tokens."));
}

TEST_CASE("rows that may look at nothing are 0 or NaN as their method means it") {
    CHECK(says(checksOf(MaskKind::strict_causal, {MaskingMethod::zero_rows})[0], CheckSign::meant,
               "Every row of attention adds up to 1, except 1 row without an allowed "
               "token: its weights are 0, as this method intends."));
    const auto unknown = checksOf(MaskKind::strict_causal, {MaskingMethod::fill, -kInfinity});
    CHECK(says(unknown[0], CheckSign::not_meant,
               "1 row of weights does not add up to 1: it is NaN."));
    CHECK(says(unknown[1], CheckSign::not_meant,
               "No weight lies on blocked tokens, but some weights there are NaN."));
}

TEST_CASE("every check is a sentence, whatever the document") {
    forEveryTable([](const Wanted& wanted) {
        const Document document = randomDocument(wanted);
        for (const Check& check : checkWeights(document, attend(document))) {
            const std::string said = plain(check.text);
            CAPTURE(said);
            CHECK(((said.front() >= 'A' && said.front() <= 'Z') ||
                   (said.front() >= '1' && said.front() <= '9')));
            CHECK(said.back() == '.');
        }
    });
}
