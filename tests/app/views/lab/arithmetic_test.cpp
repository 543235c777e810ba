// The arithmetic of a cell: where its lines are broken, and its card on the slide.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/engine/stages.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr float kSameRow = 3;
constexpr float kAroundResult = 6;     ///< of its box
constexpr float kArithmeticSide = 12;  ///< least margin of the arithmetic

Document arithmeticDocument(Index tokens, Index width) {
    Document document =
        randomDocument({.tokens = tokens, .d_in = width, .d_k = width, .d_v = width});
    for (Index k = 0; k < tokens; ++k) {
        document.tokens[static_cast<std::size_t>(k)] = fmt::format("word{}", k + 1);
    }
    return document;
}

/// Returns the lowest text of the centre that is the number in focus with four decimals: the result
/// of the arithmetic.
const LayoutProbe::Text* resultText(const LabUnderTest& lab) {
    const Target focus = *focusedTarget(lab.state());
    const std::string digits =
        formatNumber(lab.state().shown.matrix(focus.id, focus.head)(focus.cell), 4);
    const ImRect centre = ImGui::FindWindowByName("Centre")->InnerRect;
    const LayoutProbe::Text* lowest = nullptr;
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (text.text != digits || !centre.Contains(text.drawn.center())) continue;
        if (lowest == nullptr || text.drawn.min.y > lowest->drawn.min.y) lowest = &text;
    }
    return lowest;
}

/// Returns the x at which the lines of the arithmetic end at the latest.
float arithmeticEnd(const LabUnderTest& lab) {
    for (const Rect& area : *lab.look().read_areas) {
        const std::string text = lab.textIn({area.min, area.max});
        if (text.find(" = ") == std::string::npos) continue;
        return area.max.x - lab.look().px(kArithmeticSide);
    }
    return 0;
}

}  // namespace

TEST_CASE("folded terms are not broken, and a result stands beside the number before it") {
    for (const Index tokens : {3, 6, 8, 12}) {
        for (const Index width : {2, 4, 8, 16}) {
            for (const ImVec2 size : windows({kLaptop, kUsual})) {
                LabUnderTest lab(arithmeticDocument(tokens, width), size);
                const ImRect centre = ImGui::FindWindowByName("Centre")->InnerRect;
                for (std::size_t step = 1; step < lab.state().steps().size(); ++step) {
                    lab.goTo(step);
                    CAPTURE(tokens);
                    CAPTURE(width);
                    CAPTURE(size.x);
                    CAPTURE(lab.step());
                    for (const LayoutProbe::Text& text : lab.texts()) {
                        if (centre.Contains(text.drawn.center())) CHECK(text.text != "\u2026 ");
                        CHECK(text.text != "(minus ");
                    }
                    const LayoutProbe::Text* const result = resultText(lab);
                    if (result == nullptr) continue;
                    CHECK(result->drawn.max.x + lab.look().px(kAroundResult) <= arithmeticEnd(lab));
                    const auto in_row = std::count_if(
                        lab.texts().begin(), lab.texts().end(), [&](const auto& text) {
                            return centre.Contains(text.drawn.center()) && text.text != " " &&
                                   std::abs(text.drawn.center().y - result->drawn.center().y) <
                                       kSameRow;
                        });
                    CHECK(in_row >= 3);
                }
            }
        }
    }
}

TEST_CASE("on the slide the card of the arithmetic has one height and one type for a step") {
    for (const Index tokens : {3, 4, 6, 8}) {
        LabUnderTest lab(arithmeticDocument(tokens, 4), kProjector);
        lab.ui.key(ImGuiKey_F5);
        lab.ui.key(ImGuiKey_Home);
        std::map<std::string, std::set<float>> types;
        std::map<std::string, std::set<float>> ends;
        for (int press = 0; press < 40; ++press) {
            const auto& texts = lab.texts();
            const auto equals = std::find_if(texts.begin(), texts.end(), [](const auto& text) {
                return text.text.starts_with("= ");
            });
            if (equals != texts.end()) types[lab.step()].insert(equals->drawn.height());
            float end = kProjector.y;
            for (const LayoutProbe::Text& text : texts) {
                if (text.text.starts_with("\u201c") || text.text.starts_with("Dimension")) {
                    end = std::min(end, text.drawn.min.y);
                }
            }
            if (lab.step() == "Queries" || lab.step() == "Softmax") ends[lab.step()].insert(end);
            lab.ui.key(ImGuiKey_RightArrow);
            lab.ui.step(3);
        }
        CAPTURE(tokens);
        for (const auto& sizes : types) CHECK_MESSAGE(sizes.second.size() == 1, sizes.first);
        for (const auto& places : ends) CHECK_MESSAGE(places.second.size() == 1, places.first);
    }
}

TEST_CASE("on the slide a later head has its arithmetic, also of matrices of all heads") {
    Document document = randomDocument({.tokens = 3, .heads = 2});
    document.embeddings = SharedMatrix((Matrix<double>::Constant(3, document.dIn(), 0.25)).eval());
    LabUnderTest lab(document, kProjector);
    lab.act(Change(&Place::head, Index{1}));
    lab.ui.key(ImGuiKey_F5);
    lab.ui.key(ImGuiKey_Home);
    CHECK(lab.step() == "Embeddings");
    CHECK(lab.shows("0.2500"));
    for (int press = 0; press < 30; ++press) {
        CHECK(resultText(lab) != nullptr);
        lab.ui.key(ImGuiKey_RightArrow);
        lab.ui.step(3);
    }
    CHECK(lab.step() == "Weighted sum");
}

TEST_CASE("on the slide a locked weight is explained while the sentence has no tokens") {
    LabUnderTest lab(randomDocument({.tokens = 0}), kProjector);
    lab.act(Change(&Place::locked, std::optional<Target>({MatrixId::w_query, 0, {0, 0}})));
    lab.ui.key(ImGuiKey_F5);
    lab.ui.step(3);
    const double weight = lab.document().weights.query.get()(0, 0);
    CHECK(lab.shows(formatNumber(weight, 4)));
}

TEST_CASE("on the slide the names of the sentence stand alone in no step without arcs") {
    for (const Index tokens : {6, 8, 12}) {
        LabUnderTest lab(arithmeticDocument(tokens, 4), kProjector);
        lab.ui.key(ImGuiKey_F5);
        lab.goTo("Queries");
        CAPTURE(tokens);
        // Beside the rows of the embeddings.
        CHECK(std::count_if(lab.texts().begin(), lab.texts().end(),
                            [](const auto& text) { return text.text == "word3"; }) == 1);
        CHECK(lab.motion().drawn.arcs.empty());
        lab.goTo("Softmax");
        CHECK_FALSE(lab.motion().drawn.arcs.empty());
    }
}

TEST_CASE("on the slide the words about the cell are as large as those about the step") {
    for (const Index tokens : {6, 12}) {
        LabUnderTest lab(arithmeticDocument(tokens, 8), kProjector);
        lab.ui.key(ImGuiKey_F5);
        lab.goTo("Queries");
        std::set<float> types;
        for (const LayoutProbe::Text& text : lab.texts()) {
            if (text.text.starts_with("Dimension") || text.text.starts_with("longest")) {
                types.insert(text.drawn.height());
            }
        }
        CAPTURE(tokens);
        CHECK(types.size() == 1);
    }
}
