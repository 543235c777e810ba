// Compare's tables: one row of weights under every method, in every precision, under every scale.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/state/kept/session_text.h"
#include "app/state/model/compare_views.h"
#include "app/widgets/matrix_grid.h"
#include "core/engine/attend.h"
#include "core/words/say.h"
#include "tests/app/layout_check.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr ImGuiKeyChord kCompareTablesCompare = ImGuiMod_Alt | ImGuiKey_2;

void goToTable(LabUnderTest& lab, std::string_view name) {
    lab.ui.key(kCompareTablesCompare);
    lab.ui.step(2);
    lab.ui.click(std::string("Centre/###").append(name));
    lab.ui.step(2);
}

/// What stands in the line whose name is this: its numbers, from left to right.
std::string lineText(const LabUnderTest& lab, const std::string& name) {
    const auto& items = lab.ui.items();
    const auto at = std::find_if(items.begin(), items.end(), [&](const UiItem& item) {
        return item.window == "Centre" && item.shown() == name;
    });
    REQUIRE_MESSAGE(at != items.end(), "no line ", name);
    const ImRect row{at->rect.Min, {lab.ui.find("Centre/###sum").rect.Max.x + 1, at->rect.Max.y}};
    return lab.textIn(row);
}

}  // namespace

TEST_CASE("Compare's switch goes from the pair to each of the tables, and so does its key") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(kCompareTablesCompare);
    lab.ui.step(2);
    for (const CompareViewInfo& view : kCompareViews) {
        CAPTURE(view.name);
        lab.ui.click(std::string("Centre/###").append(view.name));
        lab.ui.step(2);
        CHECK(lab.place().compare_view == view.view);
        CHECK(lab.shows("DIFFERENCES") == (view.view == CompareView::pair));
        CHECK(lab.shows("FINDINGS") == (view.view != CompareView::pair));
    }
    lab.ui.key(ImGuiKey_C);
    CHECK(lab.place().compare_view == CompareView::pair);
    lab.ui.key(ImGuiKey_C);
    CHECK(lab.place().compare_view == CompareView::methods);
    CHECK(lab.isAsOpened());
}

TEST_CASE("a table shows the engine's row of every variant") {
    for (const CompareViewInfo& view : kCompareViews) {
        if (view.view == CompareView::pair) continue;
        CAPTURE(view.name);
        LabUnderTest lab("write-a-poem", kProjector);
        goToTable(lab, view.name);
        lab.act(SelectToken{1});
        lab.ui.step();
        const RowTable table = shownRowTable(lab.state());
        REQUIRE(table.lines.size() > 3);
        int own = 0;
        for (const RowTableLine& line : table.lines) {
            const std::string label = english().text(line.label);
            CAPTURE(label);
            own += line.is_own ? 1 : 0;
            const Result<Document> wished = chosenVariant(lab.document(), line.choice);
            REQUIRE(wished.has_value() == line.row.has_value());
            if (!wished) {
                CHECK(lab.shows(
                    english().text(line.refusal.value()).substr(0, 20)));  // its first line
                continue;
            }
            CHECK((*wished == lab.document()) == line.is_own);
            const Trace trace = attend(*wished);
            std::string expected;
            for (Index key = 0; key < lab.document().n(); ++key) {
                const double weight = trace.view(MatrixId::attention_weights)(1, key);
                const bool blocked = !allows(lab.document().mask, 1, key);
                expected += cellText(weight, blocked, 4);
            }
            CHECK_MESSAGE(lineText(lab, label).find(expected) != std::string::npos, expected,
                          " in ", lineText(lab, label));
        }
        CHECK(own == 1);
        for (const Message& line : table.told) CHECK(lab.shows(plainText(english().line(line))));
    }
}

TEST_CASE("a line that is clicked becomes B, and stands beside A") {
    LabUnderTest lab("write-a-poem", kProjector);
    goToTable(lab, "methods");
    lab.ui.click("Centre/add \u2212\u221e");
    lab.ui.step(2);
    CHECK(lab.place().compare_view == CompareView::pair);
    const VariantChoice& b = lab.place().compared.b;
    CHECK(b.kind == VariantKind::method);
    CHECK(b.masking.method == MaskingMethod::add);
    CHECK(std::isinf(b.masking.value));
    CHECK(lab.shows("B \u00b7 add \u2212\u221e"));
    CHECK(lab.isAsOpened());
}

TEST_CASE("the keyboard goes from line to line of a table, past those without a row") {
    LabUnderTest lab("write-a-poem", kProjector);
    goToTable(lab, "precisions");
    std::vector<DType> seen;
    for (int k = 0; k < 3; ++k) {
        lab.ui.key(ImGuiKey_T);
        CHECK(lab.place().compared.b.kind == VariantKind::dtype);
        seen.push_back(lab.place().compared.b.dtype);
    }
    CHECK(seen == std::vector{DType::bfloat16, DType::float64, DType::float32});
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_T);
    CHECK(lab.place().compared.b.dtype == DType::float64);
    CHECK(lab.place().compare_view == CompareView::precisions);
}

TEST_CASE("the table that is shown is found again") {
    for (const CompareViewInfo& view : kCompareViews) {
        AppState before(lessonDocument("write-a-poem"), "write-a-poem");
        before.place.compare_view = view.view;
        const Checked<Session> read = readSession(SessionWriter().write(sessionOf(before)));
        REQUIRE(read.has_value());
        CHECK(stateOf(*read).place.compare_view == view.view);
    }
}

TEST_CASE("with several heads one is chosen in Compare") {
    LabUnderTest lab(randomDocument({.tokens = 4, .heads = 2}), kUsual);
    lab.ui.key(kCompareTablesCompare);
    lab.ui.step(2);
    for (const CompareView view : {CompareView::pair, CompareView::scales}) {
        lab.act(Change(&Place::compare_view, view));
        lab.act(Change(&Place::head, 0));
        lab.ui.step(2);
        lab.ui.click("Centre/##head");
        lab.ui.step(3);
        lab.ui.click("popup/Head 2");
        lab.ui.step(3);
        CHECK(lab.place().head == 1);
        CHECK(lab.shows("Head 2 of 2"));
        lab.ui.key(ImGuiKey_H);
        CHECK(lab.place().head == 0);
    }
}

TEST_CASE("the layout of Compare's tables is sound at every size, and presented") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const bool presenting : {false, true}) {
            for (const Index tokens : {0, 1, 3, 6, 16, 20}) {
                const Index heads = tokens == 6 ? 2 : 1;
                LabUnderTest lab(randomDocument({.tokens = tokens, .heads = heads}), size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                lab.ui.key(kCompareTablesCompare);
                for (const CompareViewInfo& view : kCompareViews) {
                    lab.act(Change(&Place::compare_view, view.view));
                    lab.ui.step(2);
                    report.add(fmt::format("{} tokens, {}, {}{}", tokens, view.name, size.x,
                                           presenting ? ", presented" : ""),
                               layoutFaults(lab));
                }
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("the slider grows the scores of the table of precisions, and not the document's") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.act(SetMasking{{.value = -1e4}});
    goToTable(lab, "precisions");
    lab.act(SelectToken{0});
    lab.ui.step();
    CHECK(lab.shows("Scores \u00d7 1"));
    const Document before = lab.document();
    const auto blocked = [&] {
        return shownRowTable(lab.state()).lines.front().row.value().blocked;
    };
    CHECK(blocked() == 0);
    const ImRect slider = lab.ui.find("Centre/##grow-scores").rect;
    lab.ui.drag({slider.Min.x + 14, slider.Min.y + 10}, {slider.Max.x - 14, slider.Min.y + 10});
    lab.ui.step();
    CHECK(lab.place().score_growth == kScoreGrowths.back());
    CHECK(blocked() > 0);
    CHECK(lab.document() == before);
    // What is told is about the scores as they were grown.
    const Document grown = withLargerScores(before, kScoreGrowths.back());
    CHECK(blocked() == maskedRow(
                           [&] {
                               Document exact = grown;
                               exact.dtype = DType::float64;
                               return exact;
                           }(),
                           0, 0)
                           ->blocked);
    goToTable(lab, "scales");
    CHECK_FALSE(lab.ui.exists("Centre/##grow-scores"));
    CHECK(shownRowTable(lab.state()).lines.front().row->blocked == 0);
}

TEST_CASE("presented, a table of few tokens takes its room") {
    LabUnderTest lab("write-a-poem", kProjector);
    for (const CompareViewInfo& view : kCompareViews) {
        if (view.view == CompareView::pair) continue;
        goToTable(lab, view.name);
        lab.ui.key(ImGuiKey_F5);
        lab.ui.step(2);
        const auto& items = lab.ui.items();
        const auto cells = std::find_if(items.begin(), items.end(), [](const UiItem& item) {
            return item.window == "Centre" && item.label == "attention_weights";
        });
        REQUIRE(cells != items.end());
        const float left = cells->rect.Min.x;
        const float right = lab.ui.find("Centre/###sum").rect.Max.x;
        CAPTURE(view.name);
        CHECK(right - left >= 0.5f * kProjector.x);
        lab.ui.key(ImGuiKey_F5);
        lab.ui.step(2);
    }
}
