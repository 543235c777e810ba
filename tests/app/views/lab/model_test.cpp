// Journeys: heads, positions, scale, precision, W_o and the draw are edited, explained and undone.
#include <algorithm>

#include <fmt/format.h>

#include "core/document/edit.h"
#include "core/io/redraw.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

bool hasStep(const LabUnderTest& lab, std::string_view title) {
    const auto& steps = lab.state().steps();
    return std::any_of(steps.begin(), steps.end(),
                       [title](const Step& step) { return english().text(step.title) == title; });
}

/// Draws every cell of every step: each must have something to say.
void checkEveryCellExplains(LabUnderTest& lab) {
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        const Index cells = cellCount(lab.document(), lab.state().steps()[step]);
        for (Index cell = 0; cell < cells; ++cell) {
            lab.act(GoTo{step, cell});
            CHECK(lab.shows(" = "));
        }
    }
    CHECK(isUpToDate(lab.state()));
}

}  // namespace

TEST_CASE("two heads share the columns, one of them is on screen") {
    LabUnderTest lab("write-a-poem");
    lab.act(Change<Document>(setHeads, 2));
    CHECK(lab.document().heads == 2);
    CHECK(lab.document().dK() == 1);
    CHECK(lab.trace().tensor(MatrixId::scores).heads() == 2);
    CHECK(lab.shows("Head 1 of 2"));
    lab.ui.click("Meaning/###thumbnail-1");
    CHECK(lab.place().head == 1);
    lab.ui.key(ImGuiKey_H);
    CHECK(lab.place().head == 0);
    lab.goTo("Embeddings");
    CHECK(lab.shows("0.2300"));  // embeddings belong to no head: all columns are there
    checkEveryCellExplains(lab);
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("every way to tell positions has its stage") {
    LabUnderTest lab("causal-two-ways");
    const Document before = lab.document();
    for (const PositionInfo& kind : kPositionKinds) {
        CAPTURE(kind.name);
        lab.act(Change<Document>(setPositions, kind.kind));
        Document wanted = before;
        setPositions(wanted, kind.kind);
        if (!faults(wanted).empty()) {
            CHECK(lab.document() == before);
            CHECK(!lab.state().notice.empty());
            continue;
        }
        CHECK(lab.document().positions.kind == kind.kind);
        CHECK(hasStep(lab, "Rotate") == kind.is_rotary);
        CHECK(lab.trace().has(MatrixId::encoded) == kind.is_added);
        CHECK(lab.trace().has(MatrixId::biased_scores) == kind.has_slopes);
        checkEveryCellExplains(lab);
        lab.act(Change<Document>(setPositions, PositionKind::none));
    }
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("a learned table begins with zeros and is edited like any matrix") {
    LabUnderTest lab("write-a-poem");
    lab.act(Change<Document>(setPositions, PositionKind::learned));
    CHECK(lab.number(MatrixId::positions, {1, 1}) == 0);
    lab.typeInto(MatrixId::positions, {1, 1}, "0.25");
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.number(MatrixId::positions, {1, 1}) == 0.25);
    CHECK(lab.number(MatrixId::encoded, {1, 1}) == doctest::Approx(1.61));
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("scale, cap, precision and W_o are chosen in the menu of the model") {
    LabUnderTest lab("write-a-poem");
    lab.act(Change(&Document::scale, {Scale::Kind::number, 2}));
    CHECK(lab.number(MatrixId::scaled_scores, {2, 2}) ==
          doctest::Approx(lab.number(MatrixId::scores, {2, 2}) / 2));
    lab.act(Change(&Document::softcap, 1.5));
    CHECK(hasStep(lab, "Cap"));
    CHECK(lab.number(MatrixId::capped_scores, {2, 2}) ==
          doctest::Approx(1.5 * std::tanh(lab.number(MatrixId::scaled_scores, {2, 2}) / 1.5)));
    checkEveryCellExplains(lab);
    lab.act(Change(&Document::softcap, -1));
    CHECK(lab.document().softcap == 1.5);
    CHECK(lab.shows("any number above 0"));
    lab.act(SetMasking{{MaskingMethod::fill, -1e9, MaskingOrder::before_scale}});
    CHECK(lab.document().masking.order == MaskingOrder::after_scale);
    CHECK(lab.shows("masked after scaling"));
    lab.act(Change(&Document::softcap, {}));
    CHECK(!hasStep(lab, "Cap"));
    lab.act(Change(&Document::dtype, DType::bfloat16));
    CHECK(lab.document().dtype == DType::bfloat16);
    CHECK(isUpToDate(lab.state()));
    // The panel shows the number that the arithmetic has; typing begins with the one that was
    // typed.
    const std::string weight = LabUnderTest::cell(MatrixId::w_query, {0, 0});
    CHECK(lab.textIn(lab.ui.find(weight).rect) == "0.5391");
    lab.act(TypeNumber{MatrixId::w_query, {0, 0}});
    CHECK(lab.hands().doing<NumberTyping>()->text.starts_with("0.5406"));
    lab.ui.step(2);
    lab.ui.key(ImGuiKey_Escape);
    lab.act(Change(&Document::dtype, DType::float16));  // -1e9 does not fit it
    CHECK(lab.document().dtype == DType::bfloat16);
    CHECK(lab.shows("Choose \u221265504 or \u2212\u221e."));
    lab.act(SetOutput{true});
    CHECK(hasStep(lab, "Output"));
    CHECK(lab.number(MatrixId::output, {2, 1}) == lab.number(MatrixId::context, {2, 1}));
    checkEveryCellExplains(lab);
    lab.act(SetOutput{false});
    CHECK(!hasStep(lab, "Output"));
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("numbers are drawn anew from a seed that one types") {
    LabUnderTest lab("write-a-poem");
    lab.ui.click("Edit/##draw");
    lab.ui.step(2);
    REQUIRE(lab.hands().open<DrawSheet>() != nullptr);
    CHECK(lab.hands().open<DrawSheet>()->draw.seed == "42");
    lab.ui.type("43");
    lab.ui.key(ImGuiKey_Enter);
    REQUIRE(lab.document().draw.has_value());
    CHECK(lab.document().draw->seed == "43");
    Draw expected = *lessonDocument("write-a-poem").draw;
    expected.seed = "43";
    CHECK(lab.document().weights == redrawn(lessonDocument("write-a-poem"), expected)->weights);
    CHECK(isUpToDate(lab.state()));
    lab.ui.click("Draw/##next");
    CHECK(lab.document().draw->seed == "44");
    lab.ui.click("Draw/##close");
    lab.ui.step(2);
    CHECK(lab.hands().open<DrawSheet>() == nullptr);
    CHECK(lab.shows("seed 44"));
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("what cannot be drawn is said on the sheet and changes nothing") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiKey_R);
    lab.ui.step(2);
    lab.ui.type("none");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(lab.isAsOpened());
    CHECK(!lab.hands().open<DrawSheet>()->message.empty());
    CHECK(lab.shows("seed"));
}

TEST_CASE("the fault of a drawn program is shown once, whole") {
    LabUnderTest lab("write-a-poem");
    lab.act(Change(&Hands::sheet, DrawSheet{.draw = {"torch", "1", "randn:5,4", {"value"}}}));
    lab.act(SetDraw{{"torch", "1", "randn:5,4", {"value"}}});
    lab.ui.step(3);
    std::string all;
    for (const LayoutProbe::Text& text : lab.texts()) all += text.text + ' ';
    const std::size_t first = all.find("is not an operation of torch");
    REQUIRE(first != std::string::npos);
    CHECK(all.find("is not an operation of torch", first + 1) == std::string::npos);
    CHECK(all.find("(did you mean \u201crandn32\u201d?)", first) != std::string::npos);
    CHECK(all.find("randperm:n", first) != std::string::npos);
}

TEST_CASE("the button of the model menu names the head in full") {
    LabUnderTest lab(randomDocument({.heads = 12, .d_k = 1, .d_v = 1}));
    for (Index head = 0; head < 12; ++head) {
        CAPTURE(head);
        lab.act(Change(&Place::head, head));
        const std::string name = fmt::format("Head {}", head + 1);
        CHECK(
            std::any_of(lab.texts().begin(), lab.texts().end(), [&](const LayoutProbe::Text& text) {
                return text.text == name || text.text == name + " of 12";
            }));
    }
}
