// Documents that no lesson has: they all draw, and nothing that is drawn is lost in infinity.
#include <cmath>

#include "core/document/edit.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr float kFarAway = 1e6f;

/// True where all vertices of the last frame lie somewhere near the screen.
bool isNear() {
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
        for (const ImDrawVert& vertex : list->VtxBuffer) {
            // NaN is not less than anything.
            const bool is_near =
                std::abs(vertex.pos.x) < kFarAway && std::abs(vertex.pos.y) < kFarAway;
            if (!is_near) return false;
        }
    }
    return true;
}

/// Draws every step at its first and last cell, with the mouse on each matrix, chip and bar; with
/// sanitizers on every third.
void drawEverything(const Document& document) {
    REQUIRE(faults(document).empty());
    LabUnderTest lab(document, kLaptop);
    const std::size_t steps = lab.state().steps().size();
    for (std::size_t step = 0; step < steps; ++step) {
        lab.act(GoTo{step, 0});
        CHECK(isNear());
        lab.goTo(step);
        CHECK(isNear());
        const std::vector<UiItem> items = lab.ui.items();
        for (std::size_t k = 0; k < items.size(); k += kIsSanitized ? 3 : 1) {
            const UiItem& item = items[k];
            if (item.is_window || item.window == "Edit") continue;
            lab.ui.move(item.center());
            CHECK(isNear());
        }
        lab.ui.wait(0.5);
        (void)lab.ui.read();
    }
    lab.ui.key(ImGuiKey_M);
    CHECK(isNear());
    CHECK(isUpToDate(lab.state()));
}

Document filledWith(double value, DType dtype) {
    Document document = randomDocument({.tokens = 3, .d_in = 2, .dtype = dtype});
    document.embeddings.set({1, 1}, value);
    document.weights.query.set({0, 0}, -value);
    document.weights.value.set({1, 1}, value);
    return document;
}

}  // namespace

TEST_CASE("an empty sentence and one token draw") {
    for (const Index tokens : {0, 1, 2}) {
        CAPTURE(tokens);
        drawEverything(randomDocument({.tokens = tokens}));
        drawEverything(randomDocument({.tokens = tokens, .heads = 2, .output = true}));
    }
}

TEST_CASE("matrices of width 0 draw") {
    drawEverything(randomDocument({.d_v = 0}));
    drawEverything(randomDocument({.d_k = 0}));
    drawEverything(randomDocument({.d_in = 0}));
    drawEverything(randomDocument({.tokens = 0, .d_in = 0, .d_k = 0, .d_v = 0}));
    drawEverything(randomDocument({.d_in = 0, .biases = true}));
    drawEverything(randomDocument({.d_k = 0, .output = true, .biases = true}));
    drawEverything(randomDocument({.tokens = 0, .d_v = 0, .output = true, .biases = true}));
}

TEST_CASE("rows without any allowed key draw for every way of masking") {
    for (const MaskingInfo& method : kMaskingMethods) {
        for (const double value : {-kInfinity, -1e9}) {
            if (value == -1e9 && !method.uses_value) continue;
            for (const MaskingOrder order :
                 {MaskingOrder::after_scale, MaskingOrder::before_scale}) {
                CAPTURE(method.name);
                drawEverything(randomDocument({.tokens = 3,
                                               .d_in = 2,
                                               .mask = MaskKind::strict_causal,
                                               .masking = {method.method, value, order}}));
            }
            drawEverything(randomDocument(
                {.tokens = 3,
                 .d_in = 2,
                 .mask = MaskKind::strict_causal,
                 .masking = {
                     .method = method.method, .value = value, .softmax = SoftmaxOver::columns}}));
        }
    }
}

TEST_CASE("huge, tiny and overflowing numbers draw") {
    for (const double value : {1e30, 3e38, 1e-30, 0.0, 123456.789}) {
        CAPTURE(value);
        for (const DTypeInfo& type : kDTypes) {
            if (fits(type.dtype, value)) drawEverything(filledWith(value, type.dtype));
        }
    }
    drawEverything(filledWith(1e308, DType::float64));
}

TEST_CASE("a precision that does not hold the masking value is refused, and the other way round") {
    LabUnderTest lab(randomDocument({.dtype = DType::float32}));
    lab.act(Change(&Document::dtype, DType::float16));
    CHECK(lab.state().document().dtype == DType::float32);
    CHECK(english().text(lab.state().notice) ==
          english().text(misfitSentence(DType::float16, lab.state().document().masking.value)));
    lab.act(SetMasking{{MaskingMethod::fill, -kInfinity}});
    lab.act(Change(&Document::dtype, DType::float16));
    CHECK(lab.state().document().dtype == DType::float16);
    CHECK(lab.state().trace().view(MatrixId::scores).kind() == ScalarKind::float16);
    lab.act(SetMasking{{MaskingMethod::add, -1e9}});
    CHECK(lab.state().document().masking.method == MaskingMethod::fill);
    lab.act(SetMasking{{MaskingMethod::renormalize, -1e9}});
    CHECK(lab.state().document().masking.method == MaskingMethod::renormalize);
}

TEST_CASE("every mask and every position encoding draws, with capped scores, too") {
    const Wanted usual{.tokens = 4, .d_in = 2, .heads = 2, .output = true};
    for (const MaskInfo& mask : maskKinds()) {
        CAPTURE(mask.name);
        Wanted wanted = usual;
        wanted.mask = mask.kind;
        drawEverything(randomDocument(wanted));
    }
    for (const PositionInfo& position : kPositionKinds) {
        CAPTURE(position.name);
        Wanted wanted = usual;
        wanted.position = position.kind;
        drawEverything(randomDocument(wanted));
        wanted.softcap = 2;
        drawEverything(randomDocument(wanted));
    }
}

TEST_CASE("long and strange names of tokens draw") {
    Document document = randomDocument({.tokens = 6});
    document.tokens = {"",
                       " ",
                       "an endlessly long name that does not fit into any chip of any sentence",
                       "\u8a69\u4eba",
                       "%s%d##x###y",
                       "two\nlines"};
    drawEverything(document);
}
