// What is derived from a document: once, when it is asked for, and never because one looks.
#include "app/state/model/variant.h"

#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Where the facts lie: derived anew, they would lie elsewhere.
struct Kept {
    const Step* steps;
    const std::string* labels;
    const Check* checks;

    bool operator==(const Kept&) const = default;
};

Kept kept(const Variant& variant) {
    return {variant.steps().data(), variant.labels().data(), variant.checks().data()};
}

}  // namespace

TEST_CASE("stepping, pointing and saving derive nothing anew") {
    LabUnderTest lab;
    lab.goTo("Softmax");
    const Kept before = kept(lab.state().shown);
    const Variant* const unmasked = lab.state().unmasked.of(lab.state().shown);
    REQUIRE(unmasked != nullptr);
    const Kept before_unmasked = kept(*unmasked);
    lab.ui.key(ImGuiKey_LeftArrow);
    lab.ui.key(ImGuiKey_RightArrow);
    lab.ui.hover(LabUnderTest::cell(MatrixId::w_query, {0, 0}));
    lab.ui.wait(1);
    lab.act(SelectToken{0});
    lab.act(Change(&Preferences::theme, ThemeId::dark));
    lab.act(FileSaved{"/tmp/poem.lookback.json", std::make_shared<const Document>(lab.document())});
    CHECK(kept(lab.state().shown) == before);
    CHECK(lab.state().unmasked.of(lab.state().shown) == unmasked);
    CHECK(kept(*unmasked) == before_unmasked);
}

TEST_CASE("no bound of a colour scale moves during a drag, and all follow when it ends") {
    LabUnderTest lab;
    lab.goTo("Scores");
    const double before = lab.state().shown.bound(MatrixId::scores);
    lab.act(dragged(SetNumber{MatrixId::w_query, {0, 0}, 40}));
    CHECK(lab.state().shown.bound(MatrixId::scores) == before);
    lab.act(FinishDrag{});
    CHECK(lab.state().shown.bound(MatrixId::scores) > before);
}

TEST_CASE("nothing is compared with the notebook while a number moves") {
    LabUnderTest lab;
    CHECK(lab.shows("Numbers equal the notebook\u2019s"));
    lab.act(dragged(SetNumber{MatrixId::w_query, {0, 0}, 3}));
    CHECK_FALSE(lab.shows("Numbers equal the notebook\u2019s"));
    CHECK(lab.shows("Release the mouse"));
    lab.act(FinishDrag{});
    CHECK(lab.shows("Numbers differ from the notebook\u2019s"));
}

TEST_CASE("the facts of the mask are read from the trace") {
    Document document = lessonDocument("write-a-poem");
    Variant variant(document);
    CHECK(variant.blocksSome());
    CHECK(variant.isHatched(MatrixId::attention_weights));
    CHECK_FALSE(variant.isHatched(MatrixId::scores));
    document.mask = {};
    variant.show(document);
    CHECK_FALSE(variant.blocksSome());
    CHECK_FALSE(variant.isHatched(MatrixId::attention_weights));
    CHECK(UnmaskedTwin().of(variant) == nullptr);
}

TEST_CASE("the largest number of a stage takes 70% of its colours, whatever it is") {
    Variant variant(lessonDocument("write-a-poem"));
    for (const MatrixInfo& matrix : kMatrices) {
        if (matrix.domain != Domain::signed_numbers) continue;
        if (!isParameter(matrix.id) && !variant.trace().has(matrix.id)) continue;
        const MatrixView values = variant.matrix(matrix.id);
        if (values.empty()) continue;
        CAPTURE(matrix.name);
        double largest = 0;
        for (Index row = 0; row < values.rows(); ++row) {
            for (Index col = 0; col < values.cols(); ++col) {
                const bool masked =
                    variant.isHatched(matrix.id) && variant.matrix(MatrixId::mask)(row, col) == 0;
                if (!masked) largest = std::max(largest, std::abs(values(row, col)));
            }
        }
        CHECK(largest <= variant.bound(matrix.id));
        CHECK(largest >= 0.69 * variant.bound(matrix.id));
    }
}
