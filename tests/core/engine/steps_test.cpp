#include "core/engine/steps.h"

#include <map>
#include <set>

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "core/words/say.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("the steps cover every stage exactly once, in order") {
    forEveryTable([](Wanted wanted) {
        for (const bool output : {false, true}) {
            wanted.output = output;
            const Document document = randomDocument(wanted);
            const std::vector<MatrixId> order = stageOrder(document);
            const std::vector<Step> steps = documentSteps(document);
            std::map<MatrixId, int> covered;
            std::ptrdiff_t before = -1;
            for (const Step& step : steps) {
                REQUIRE(!step.results.empty());
                REQUIRE(english().text(whyOf(document, step)).ends_with("."));
                for (const MatrixId id : step.stages) ++covered[id];
                for (const MatrixId id : step.results) {
                    REQUIRE(std::find(step.stages.begin(), step.stages.end(), id) !=
                            step.stages.end());
                }
                const auto place =
                    std::find(order.begin(), order.end(), step.results.front()) - order.begin();
                REQUIRE(place > before);
                before = place;
            }
            REQUIRE(covered.size() == order.size());
            for (const MatrixId id : order) {
                REQUIRE(covered[id] == 1);
                const auto step = stepCovering(steps, id);
                REQUIRE(step.has_value());
                REQUIRE(std::find(steps[*step].stages.begin(), steps[*step].stages.end(), id) !=
                        steps[*step].stages.end());
            }
        }
    });
}

TEST_CASE("the usual method takes eight steps") {
    std::vector<std::string> titles;
    const std::vector<Step> steps = documentSteps(randomDocument({}));
    for (const Step& step : steps) titles.push_back(english().text(step.title));
    CHECK(titles == std::vector<std::string>{"Embeddings", "Queries", "Keys & values", "Scores",
                                             "Scale", "Mask", "Softmax", "Weighted sum"});
    CHECK(!stepCovering(steps, MatrixId::output).has_value());
    CHECK(english().text(documentSteps(randomDocument({.output = true})).back().title) == "Output");
    const Document capped = randomDocument({.softcap = 2});
    CHECK(english().text(documentSteps(capped)[5].title) == "Cap");
    CHECK(documentSteps(capped).size() == 9);
    Document before = randomDocument({});
    before.masking.order = MaskingOrder::before_scale;
    CHECK(english().text(documentSteps(before)[4].title) == "Mask");
    CHECK(english().text(documentSteps(before)[5].title) == "Scale");
}

TEST_CASE("cells of a step are numbered row by row, in each row result after result") {
    forEveryTable([](Wanted wanted) {
        wanted.tokens = 3;
        wanted.heads = 2;
        wanted.d_v = 1;
        const Document document = randomDocument(wanted);
        const Trace trace = attend(document);
        for (const Step& step : documentSteps(document)) {
            std::set<std::pair<MatrixId, Cell>> seen;
            const Index count = cellCount(document, step);
            for (Index index = 0; index < count; ++index) {
                const StepCell at = cellAt(document, step, index);
                REQUIRE(at.cell.row < trace.tensor(at.id).rows());
                REQUIRE(at.cell.col < trace.tensor(at.id).cols());
                REQUIRE(seen.insert({at.id, at.cell}).second);
                REQUIRE(stepCellIndex(document, step, at) == index);
            }
        }
    });
    const Document document = randomDocument({.tokens = 3, .d_k = 2, .d_v = 1});
    const Step keys_and_values = documentSteps(document)[2];
    CHECK(cellCount(document, keys_and_values) == 9);
    CHECK(cellAt(document, keys_and_values, 1) == StepCell{MatrixId::key, {0, 1}});
    CHECK(cellAt(document, keys_and_values, 2) == StepCell{MatrixId::value, {0, 0}});
    CHECK(cellAt(document, keys_and_values, 3) == StepCell{MatrixId::key, {1, 0}});
    const StepRow row = stepRow(document, keys_and_values, 4);
    CHECK(row.number == 1);
    CHECK(row.count == 3);
    CHECK(row.first == 3);
    CHECK(row.last == 5);
}

TEST_CASE("the line of scores that are not divided does not say that they are") {
    Document document = randomDocument({});
    const auto line = [&] { return english().text(stageLine(document, MatrixId::scaled_scores)); };
    CHECK(line() == "each score divided by the scale");
    document.scale = {Scale::Kind::none};
    CHECK(line() == "each score as it is, not divided");
}

TEST_CASE("a sentence without tokens has steps without cells") {
    const Document document = randomDocument({.tokens = 0});
    for (const Step& step : documentSteps(document)) CHECK(cellCount(document, step) == 0);
}
