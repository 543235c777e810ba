// Biases in the window: rows below their weights in the edit panel and in the figure.
#include <fmt/format.h>

#include "tests/app/lab_under_test.h"
#include "tests/app/layout_check.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

Document withBiases(Index heads = 1) {
    Document document = randomDocument({.heads = heads, .output = true, .biases = true});
    document.tokens = {"who", "sees", "whom", "?"};
    return document;
}

}  // namespace

TEST_CASE("the edit panel has a row for each bias, which is edited as other numbers") {
    LabUnderTest lab(withBiases(2), kProjector);
    for (const MatrixId id :
         {MatrixId::b_query, MatrixId::b_key, MatrixId::b_value, MatrixId::b_output}) {
        CAPTURE(info(id).name);
        CHECK(lab.ui.exists(LabUnderTest::cell(id, {0, 0})));
    }
    CHECK(lab.shows("QUERY BIAS"));
    lab.typeInto(MatrixId::b_query, {0, 1}, "0.75");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(lab.number(MatrixId::b_query, {0, 1}) == 0.75);
    CHECK(isUpToDate(lab.state()));
    lab.undoAll();
    CHECK(lab.isAsOpened());
    LabUnderTest without(randomDocument({}), kProjector);
    CHECK(!without.ui.exists(LabUnderTest::cell(MatrixId::b_query, {0, 0})));
}

TEST_CASE("the figure of a product has the bias between its weights and its result") {
    LabUnderTest lab(withBiases());
    lab.goTo("Queries");
    const auto box = [&](const char* name) {
        return lab.ui.find(fmt::format("Centre/{}", name)).rect;
    };
    const ImRect bias = box("biases.query");
    CHECK(bias.Min.y >= box("weights.query").Max.y);
    CHECK(bias.Max.y <= box("query").Min.y);
    CHECK(bias.Min.x == box("query").Min.x);
    CHECK(bias.Max.x == box("query").Max.x);
    CHECK(lab.showsLines("plus a bias"));
    lab.goTo("Keys & values");
    CHECK(lab.ui.exists("Centre/biases.key"));
    CHECK(lab.ui.exists("Centre/biases.value"));
    lab.goTo("Output");
    CHECK(lab.ui.exists("Centre/biases.output"));
    lab.goTo("Scores");
    CHECK(!lab.ui.exists("Centre/biases.query"));
}

TEST_CASE("keys without a bias stand in the rows of values with one") {
    Document document = withBiases();
    document.biases.key.reset();
    LabUnderTest lab(document, kProjector);
    lab.goTo("Keys & values");
    REQUIRE(!lab.ui.exists("Centre/biases.key"));
    REQUIRE(lab.ui.exists("Centre/biases.value"));
    CHECK(lab.ui.find("Centre/key").rect.Min.y == lab.ui.find("Centre/value").rect.Min.y);
    CHECK(lab.ui.find("Centre/key").rect.Max.y == lab.ui.find("Centre/value").rect.Max.y);
}

TEST_CASE("the layout is sound with biases in every step") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const Index heads : {1, 3}) {
            LabUnderTest lab(withBiases(heads), size);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                report.add(std::string(lab.step()), layoutFaults(lab), {"shortened"});
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}
