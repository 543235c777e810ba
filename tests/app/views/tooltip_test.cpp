// Tooltips: where they stand, and that every number has one.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "core/base/text.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr double kTooltipUntilShown = 1.0;  ///< seconds

/// The tooltip on the screen; an empty rectangle where there is none.
ImRect tooltipRect() {
    const ImGuiWindow* const window = ImGui::FindWindowByName("##Tooltip_00");
    return window != nullptr && window->Active && !window->Hidden ? window->Rect() : ImRect();
}

ImRect tooltipAt(LabUnderTest& lab, ImVec2 place) {
    lab.ui.move(place);
    lab.ui.wait(kTooltipUntilShown);
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
    CHECK_FALSE(tooltip.Contains(pointer));
    const ImGuiWindow* const read = ImGui::GetCurrentContext()->HoveredWindow;
    const bool covers = is_on_the_line && tooltip.Overlaps(read->Rect());
    CHECK_FALSE(covers);
}

/// It covers neither the arithmetic nor the sentence below it, as far as they are seen: in a low
/// window with large type they are scrolled to.
void checkArithmetic(const LabUnderTest& lab, const ImRect& tooltip, bool may_be_away = false) {
    int seen = 0;
    for (const Rect& area : *lab.look().read_areas) {
        const ImRect box{area.min, area.max};
        if (lab.textIn(box).find(" = ") == std::string::npos) continue;
        ++seen;
        CAPTURE(tooltip.Min.x);
        CAPTURE(tooltip.Min.y);
        CAPTURE(tooltip.Max.x);
        CAPTURE(tooltip.Max.y);
        CAPTURE(box.Min.y);
        CAPTURE(box.Max.y);
        CHECK_FALSE(tooltip.Overlaps(box));
    }
    CHECK(seen <= 1);
    if (!may_be_away) CHECK(seen == 1);
}

/// The middle of a cell of a matrix that so many rows and columns fill.
ImVec2 middleOf(const ImRect& all, Cell cell, Index rows, Index cols) {
    return {all.Min.x +
                all.GetWidth() * (static_cast<float>(cell.col) + 0.5f) / static_cast<float>(cols),
            all.Min.y +
                all.GetHeight() * (static_cast<float>(cell.row) + 0.5f) / static_cast<float>(rows)};
}

/// The matrices of the step's figure.
std::vector<UiItem> figureItems(const LabUnderTest& lab) {
    std::vector<UiItem> items;
    for (const UiItem& item : lab.ui.items()) {
        if (item.window == "Centre" && findMatrix(item.label) != nullptr) items.push_back(item);
    }
    return items;
}

}  // namespace

TEST_CASE("every number of the edit panel has a tooltip with all its digits") {
    LabUnderTest lab("causal-two-ways");
    for (const MatrixId id : {MatrixId::embeddings, MatrixId::w_query, MatrixId::w_value}) {
        const MatrixView values = matrixById(lab.document(), lab.trace(), id);
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
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        for (const int percent : {100, 160}) {
            CAPTURE(size.x);
            CAPTURE(percent);
            LabUnderTest lab("causal-two-ways", size);
            lab.act(Change(&Preferences::type_percent, percent));
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
                checkArithmetic(lab, tooltip, percent > 100 && size.y == kLaptop.y);
                // Above the buttons and steps at the foot there may be nothing but arithmetic, in
                // low windows and with large type: then their tooltips stand beside them.
                const bool is_full = percent > 100 || size.y == kLaptop.y;
                if (is_full && item.window == "Steps") {
                    CHECK_FALSE(tooltip.Contains(place));
                } else {
                    checkPlace(tooltip, place, 2);
                }
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

TEST_CASE("no tooltip of a figure covers the arithmetic or the row, on any step") {
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        LabUnderTest lab("write-a-poem", size);
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
            lab.goTo(step);
            CAPTURE(size.x);
            CAPTURE(lab.step());
            const std::vector<UiItem> items = figureItems(lab);
            REQUIRE_FALSE(items.empty());
            for (const UiItem& item : items) {
                CAPTURE(item.label);
                const MatrixView values = lab.state().shown.matrix(findMatrix(item.label)->id);
                const bool is_transposed =
                    lab.step() == "Scores" && findMatrix(item.label)->id == MatrixId::key;
                const Index rows = is_transposed ? values.cols() : values.rows();
                const Index cols = is_transposed ? values.rows() : values.cols();
                const float height = item.rect.GetHeight() / static_cast<float>(rows) - 3;
                for (Index row = 0; row < rows; ++row) {
                    for (Index col = 0; col < cols; ++col) {
                        const ImVec2 place = middleOf(item.rect, {row, col}, rows, cols);
                        const ImRect tooltip = tooltipAt(lab, place);
                        REQUIRE(tooltip.GetWidth() > 0);
                        checkPlace(tooltip, place, height);
                        checkArithmetic(lab, tooltip);
                    }
                }
            }
        }
    }
}

TEST_CASE("on the slide no tooltip of a figure covers its row, its column or what is said of it") {
    for (const ImVec2 size : windows({kLaptop, kProjector})) {
        for (const char* lesson : {"write-a-poem", "causal-two-ways"}) {
            LabUnderTest lab(lesson, size);
            lab.ui.key(ImGuiKey_F5);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                CAPTURE(size.x);
                CAPTURE(lab.step());
                const UiItem item = figureItems(lab).back();
                CAPTURE(item.label);
                const MatrixView values = lab.state().shown.matrix(findMatrix(item.label)->id);
                for (const Cell cell : {Cell{0, 0}, Cell{values.rows() - 1, 0},
                                        Cell{values.rows() - 1, values.cols() - 1}}) {
                    const ImVec2 place = middleOf(item.rect, cell, values.rows(), values.cols());
                    const ImRect tooltip = tooltipAt(lab, place);
                    REQUIRE(tooltip.GetWidth() > 0);
                    CAPTURE(tooltip.Min.x);
                    CAPTURE(tooltip.Min.y);
                    const ImRect row({item.rect.Min.x, place.y - 2},
                                     {item.rect.Max.x, place.y + 2});
                    const ImRect col({place.x - 2, item.rect.Min.y},
                                     {place.x + 2, item.rect.Max.y});
                    CHECK_FALSE(tooltip.Overlaps(row));
                    CHECK_FALSE(tooltip.Overlaps(col));
                    for (const Rect& area : *lab.look().read_areas) {
                        CHECK_FALSE(tooltip.Overlaps(ImRect(area.min, area.max)));
                    }
                }
            }
        }
    }
}

TEST_CASE("a long token's name is in the tooltip of its chip and of its cells") {
    constexpr const char* kLong = "Donaudampfschifffahrtsgesellschaft";
    Document document = lessonDocument("write-a-poem");
    document.tokens[0] = kLong;
    LabUnderTest lab(document);
    REQUIRE(tooltipAt(lab, lab.ui.find("Edit/##token0").center()).GetWidth() > 0);
    CHECK(lab.ui.read().find(kLong) != std::string::npos);
    REQUIRE(tooltipAt(lab, lab.center(MatrixId::embeddings, {0, 0})).GetWidth() > 0);
    CHECK(lab.ui.read().find(kLong) != std::string::npos);
}

TEST_CASE("a lowered letter of a symbol has a sign before it in tooltips") {
    LabUnderTest lab("write-a-poem", kUsual);
    (void)tooltipAt(lab, lab.center(MatrixId::w_value, {0, 1}));
    CHECK(lab.tooltip().at(0).starts_with("W_v[1, 2] = "));
    lab.goTo("Mask");
    lab.ui.wait(kTooltipUntilShown);
    (void)tooltipAt(lab, lab.figureCell("Centre/masked_scores", {2, 0}, 3, 3));
    CHECK(lab.tooltip().at(0).starts_with("S_M[poem, Write] = "));
}

TEST_CASE("the title of a matrix says what its symbol is, with its shape") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.goTo("Scale");
    const ImRect cells = lab.ui.find("Centre/scaled_scores").rect;
    constexpr float kMostAbove = 90;  // the title stands above the labels of the columns
    std::string words;
    for (float above = 4; above < kMostAbove && words.find("S\u2032:") == std::string::npos;
         above += 4) {
        (void)tooltipAt(lab, {cells.GetCenter().x, cells.Min.y - above});
        words = lab.ui.read();
    }
    std::replace(words.begin(), words.end(), '\n', ' ');
    CHECK(words.find("S\u2032: the scaled scores, one row for each query and one column for each "
                     "key.") != std::string::npos);
}

TEST_CASE("a tooltip in a menu stands beside its items") {
    LabUnderTest lab;
    lab.ui.click("Top/##mask");
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

TEST_CASE("no line of a tooltip ends inside a number") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiMod_Alt | ImGuiKey_2);
    lab.ui.step(2);
    lab.ui.click("Centre/###scales");
    lab.ui.step(2);
    ImFont* const font = lab.look().fonts.small_text;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    int numbers = 0;
    const std::vector<LayoutProbe::Text> texts = lab.texts();
    for (const LayoutProbe::Text& text : texts) {
        if (!text.text.starts_with("0.")) continue;
        if (tooltipAt(lab, text.drawn.center()).GetWidth() == 0) continue;
        const float width = tooltipRect().GetWidth() - 20;  // without its margins
        std::istringstream lines(lab.ui.read());
        for (std::string line; std::getline(lines, line);) {
            if (line.find("the weight") == std::string::npos) continue;
            CAPTURE(line);
            ++numbers;
            const char* const end = line.data() + line.size();
            const char* const stop =
                font->CalcWordWrapPositionA(1, line.data(), end, std::ceil(width));
            const bool is_inside = stop != end && isDigit(*stop);
            CHECK_FALSE(is_inside);
        }
    }
    CHECK(numbers > 3);
}
