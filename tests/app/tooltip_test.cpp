// Tooltips: where they stand, and that every number has one.
#include <fmt/format.h>

#include "core/base/text.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr double kUntilShown = 1.0;  ///< seconds

/// The tooltip on the screen; an empty rectangle where there is none.
ImRect tooltipRect() {
    const ImGuiWindow* const window = ImGui::FindWindowByName("##Tooltip_00");
    return window != nullptr && window->Active && !window->Hidden ? window->Rect() : ImRect();
}

ImRect tooltipAt(LabUnderTest& lab, ImVec2 place) {
    lab.ui.move(place);
    lab.ui.wait(kUntilShown);
    return tooltipRect();
}

/// It is whole on the screen, and not where one reads.
void checkPlace(const ImRect& tooltip, ImVec2 pointer, float row_height) {
    CAPTURE(tooltip.Min.x);
    CAPTURE(tooltip.Min.y);
    CAPTURE(tooltip.Max.x);
    CAPTURE(tooltip.Max.y);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    CHECK(ImRect({0, 0}, screen).Contains(tooltip));
    const bool is_on_the_line =
        tooltip.Min.y < pointer.y + row_height / 2 && tooltip.Max.y > pointer.y - row_height / 2;
    const ImGuiWindow* const read = ImGui::GetCurrentContext()->HoveredWindow;
    const bool covers = is_on_the_line && tooltip.Overlaps(read->Rect());
    CHECK_FALSE(covers);
}

}  // namespace

TEST_CASE("every number of the edit panel has a tooltip with all its digits") {
    LabUnderTest lab("causal-two-ways");
    for (const MatrixId id : {MatrixId::embeddings, MatrixId::w_query, MatrixId::w_value}) {
        const MatrixView values = matrixOf(lab.document(), lab.trace(), id);
        for (const Cell cell : {Cell{0, 0}, Cell{1, 1}, Cell{2, 0}}) {
            const ImVec2 place = lab.center(id, cell);
            const ImRect tooltip = tooltipAt(lab, place);
            REQUIRE(tooltip.GetWidth() > 0);
            const float height = lab.ui.find(LabUnderTest::cell(id, cell)).rect.GetHeight();
            checkPlace(tooltip, place, height);
            CHECK(lab.ui.read().find(shortestDigits(values(cell), values.kind())) !=
                  std::string::npos);
        }
    }
}

TEST_CASE("everything has a tooltip, whole on the screen, which does not cover what is read") {
    for (const ImVec2 size : {kLaptop, kUsual}) {
        for (const int percent : {100, 160}) {
            CAPTURE(size.x);
            CAPTURE(percent);
            LabUnderTest lab("causal-two-ways", size);
            lab.act(SetTypeSize{percent});
            lab.goTo("Softmax");
            int seen = 0;
            const std::vector<UiItem> items = lab.ui.items();
            for (const UiItem& item : items) {
                const ImVec2 place = item.center();
                if (item.is_window || item.is_field || !item.visible.Contains(place)) continue;
                CAPTURE(item.label);
                const ImRect tooltip = tooltipAt(lab, place);
                // Scroll bars and a hidden window are ImGui's own; between the arcs there is
                // nothing.
                if (item.label.empty() || item.window == "Debug##Default") continue;
                if (item.label == "arcs") continue;
                REQUIRE(tooltip.GetWidth() > 0);
                ++seen;
                checkPlace(tooltip, place, 2);
            }
            CHECK(seen > 20);
        }
    }
}

TEST_CASE("a cell of the focus keeps its row in sight, whichever it is") {
    LabUnderTest lab("causal-two-ways", kLaptop);
    lab.goTo("Softmax");
    const std::string item = "Centre/unmasked_weights";
    const Index n = lab.document().n();
    const float height = lab.ui.find(item).rect.GetHeight() / static_cast<float>(n) - 3;
    for (Index row = 0; row < n; ++row) {
        for (Index col = 0; col < n; ++col) {
            const ImVec2 place = lab.figureCell(item, {row, col}, n, n);
            const ImRect tooltip = tooltipAt(lab, place);
            REQUIRE(tooltip.GetWidth() > 0);
            checkPlace(tooltip, place, height);
        }
    }
}

TEST_CASE("a tooltip in a menu stands beside its items") {
    LabUnderTest lab;
    lab.ui.click("Top/##masking");
    lab.ui.step(2);
    int seen = 0;
    const std::vector<UiItem> items = lab.ui.items();
    for (const UiItem& item : items) {
        if (item.is_window || item.window.find("##Popup") == std::string::npos) continue;
        const ImRect tooltip = tooltipAt(lab, item.center());
        if (tooltip.GetWidth() <= 0) continue;
        ++seen;
        CHECK_FALSE(tooltip.Overlaps(item.rect));
        CHECK(ImRect({0, 0}, ImGui::GetIO().DisplaySize).Contains(tooltip));
    }
    CHECK(seen > 2);
}
