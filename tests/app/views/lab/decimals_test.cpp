// All matrices of a document on the screen have one number of decimals.
#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Adds the decimals of the numbers in the cells of matrices of a window.
void addDecimals(const LabUnderTest& lab, const std::string& window, std::set<int>& decimals) {
    for (const UiItem& item : lab.ui.items()) {
        if (item.window != window) continue;
        const bool is_cell = window == "Edit" || findMatrix(item.label) != nullptr;
        if (!is_cell) continue;
        for (const LayoutProbe::Text& text : lab.texts()) {
            const std::size_t point = text.text.find('.');
            if (!item.rect.Contains(text.drawn.center()) || point == std::string::npos ||
                point + 1 == text.text.size())
                continue;
            const auto is_digit = [](char c) {
                return std::isdigit(static_cast<unsigned char>(c)) != 0;
            };
            if (!std::all_of(text.text.begin() + static_cast<std::ptrdiff_t>(point) + 1,
                             text.text.end(), is_digit))
                continue;
            decimals.insert(static_cast<int>(text.text.size() - point - 1));
        }
    }
}

}  // namespace

TEST_CASE("the figure and the panels beside it have one number of decimals") {
    for (const Index tokens : {3, 6, 12}) {
        const Document document = randomDocument({.tokens = tokens, .d_in = 4, .d_k = 4, .d_v = 4});
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            LabUnderTest lab(document, size);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                std::set<int> decimals;
                for (const char* const window : {"Edit", "Centre", "Meaning"}) {
                    addDecimals(lab, window, decimals);
                }
                CAPTURE(tokens);
                CAPTURE(size.x);
                CAPTURE(lab.step());
                CHECK(decimals.size() <= 1);
                if (!decimals.empty()) CHECK(*decimals.begin() >= 2);
            }
        }
    }
}

TEST_CASE("matrices of up to sixteen dimensions have two decimals in the panel that edits them") {
    for (const Index width : {4, 6, 7, 8, 12, 16}) {
        const Document document =
            randomDocument({.tokens = 8, .d_in = width, .d_k = width, .d_v = width});
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            LabUnderTest lab(document, size);
            for (const MatrixId id : {MatrixId::embeddings, MatrixId::w_query}) {
                const ImRect first = lab.ui.find(lab.cell(id, {0, 0})).rect;
                std::set<int> decimals;
                addDecimals(lab, "Edit", decimals);
                CAPTURE(width);
                CAPTURE(size.x);
                CAPTURE(info(id).name);
                CHECK(decimals.size() == 1);
                CHECK(*decimals.begin() >= 2);
                CHECK(lab.textIn(first).size() >= 4);
            }
        }
    }
}

TEST_CASE("Compare and the leak test have the same decimals as the panels beside them") {
    for (const Index tokens : {3, 6, 8}) {
        const Document document = randomDocument({.tokens = tokens, .d_in = 4, .d_k = 4, .d_v = 4});
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            LabUnderTest lab(document, size);
            for (const Mode mode : {Mode::compare, Mode::leak}) {
                lab.act(SetMode{mode});
                lab.ui.step(3);
                std::set<int> decimals;
                for (const char* const window : {"Edit", "Centre", "Meaning"}) {
                    addDecimals(lab, window, decimals);
                }
                CAPTURE(tokens);
                CAPTURE(size.x);
                CAPTURE(lab.step());
                CAPTURE(static_cast<int>(mode));
                CHECK(decimals.size() <= 1);
                if (!decimals.empty()) CHECK(*decimals.begin() >= 2);
            }
        }
    }
}

TEST_CASE("decimals are undone and done again in turn with the edits around them") {
    LabUnderTest lab("write-a-poem");
    const int usual = lab.preferences().decimals;
    lab.ui.key(ImGuiKey_Period);
    lab.ui.key(ImGuiKey_Period);
    lab.typeInto(MatrixId::embeddings, {0, 0}, "2");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    lab.ui.key(ImGuiKey_Comma);
    REQUIRE_FALSE(lab.isAsOpened());
    CHECK(lab.preferences().decimals == usual + 1);
    const auto undo = [&] { lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z); };
    const auto redo = [&] { lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Y); };
    undo();
    CHECK(lab.preferences().decimals == usual + 2);
    CHECK_FALSE(lab.isAsOpened());
    undo();
    CHECK(lab.isAsOpened());
    CHECK(lab.preferences().decimals == usual + 2);
    undo();
    undo();
    CHECK(lab.preferences().decimals == usual);
    CHECK_FALSE(command("undo").enabled(lab.state()));
    for (int k = 0; k < 4; ++k) redo();
    CHECK(lab.preferences().decimals == usual + 1);
    CHECK_FALSE(lab.isAsOpened());
    CHECK_FALSE(command("redo").enabled(lab.state()));
    undo();
    lab.typeInto(MatrixId::embeddings, {0, 0}, "3");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    undo();
    redo();  // the edit, not the decimals that were undone before it
    CHECK(lab.number(MatrixId::embeddings, {0, 0}) == 3);
    CHECK(lab.preferences().decimals == usual + 2);
}
