// Presented in a window of 1920 x 1080, numbers are written in type of at least 24 px.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "app/look/fonts.h"
#include "app/state/model/compare_views.h"
#include "core/io/experiment_library.h"
#include "tests/app/generates.h"
#include "tests/app/leak_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr float kLegibleType = 24;
const std::string kNoNumbers = "no numbers";

/// True for a number or a share, not for a word that has a digit.
bool isNumber(const std::string& text) {
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    return std::any_of(text.begin(), text.end(), is_digit) &&
           std::none_of(text.begin(), text.end(), is_letter);
}

/// Returns the numbers of the last frame that are smaller, above the timeline.
std::string smallNumbers(const LabUnderTest& lab) {
    const ImGuiWindow* const centre = ImGui::FindWindowByName("Centre");
    std::string found;
    int numbers = 0;
    for (const LayoutProbe::Text& text : lab.texts()) {
        const bool is_in_centre = centre->InnerRect.Contains(text.drawn.center());
        if (!is_in_centre || !isNumber(text.text)) continue;
        ++numbers;
        const float type = text.drawn.height() / kMonoLine;
        if (type < kLegibleType - 0.6f) found += fmt::format("'{}' {:.1f} px\n", text.text, type);
    }
    return numbers > 0 ? found : kNoNumbers;
}

Document presentedTokens(Index tokens, Index width) {
    Document document =
        randomDocument({.tokens = tokens, .d_in = width, .d_k = width, .d_v = width});
    document.mask.rules = {MaskRule{}};
    return document;
}

}  // namespace

TEST_CASE("presented, Compare has legible digits in A, in B and in the difference") {
    struct Size {
        Index tokens;
        Index width;
    };
    for (const Size of : {Size{6, 4}, Size{7, 4}, Size{8, 4}, Size{8, 8}, Size{12, 4}}) {
        LabUnderTest lab(presentedTokens(of.tokens, of.width), kProjector);
        lab.act(SetMode{Mode::compare});
        lab.ui.key(ImGuiKey_F5);
        lab.ui.step(2);
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
            lab.goTo(step);
            CAPTURE(of.tokens);
            CAPTURE(of.width);
            CAPTURE(lab.step());
            for (const UiItem& item : lab.ui.items()) {
                if (item.window != "Centre" || findMatrix(item.label) == nullptr) continue;
                CHECK(!lab.textIn(item.rect).empty());
            }
            CHECK_MESSAGE(smallNumbers(lab).empty(), smallNumbers(lab));
        }
    }
}

TEST_CASE("presented, a part of a compared matrix follows the focus") {
    LabUnderTest lab(presentedTokens(12, 4), kProjector);
    lab.act(SetMode{Mode::compare});
    lab.ui.key(ImGuiKey_F5);
    lab.goTo("Mask");
    for (const Cell cell : {Cell{0, 0}, Cell{5, 7}, Cell{11, 2}}) {
        lab.act(FocusCell{cell.row * 12 + cell.col});
        lab.ui.step(2);
        const auto& items = lab.ui.items();
        const auto cells = std::find_if(items.begin(), items.end(), [](const UiItem& item) {
            return item.window == "Centre" && item.label == "masked_scores";
        });
        REQUIRE(cells != items.end());
        const ImRect box = cells->rect;
        bool is_found = false;
        for (int y = 0; y < 40 && !is_found; ++y) {
            for (int x = 0; x < 40 && !is_found; ++x) {
                const auto at = [](float from, float to, int k) {
                    return from + (to - from) * (static_cast<float>(k) + 0.5f) / 40;
                };
                if ((x + y) % 3 != 0) continue;
                lab.ui.move({at(box.Min.x, box.Max.x, x), at(box.Min.y, box.Max.y, y)});
                lab.ui.step();
                is_found = lab.hands().hovered && lab.hands().hovered->cell == cell;
            }
        }
        CAPTURE(cell.row);
        CHECK(is_found);
    }
}

TEST_CASE("presented, the tables of Compare have legible numbers") {
    LabUnderTest lab(presentedTokens(6, 4), kProjector);
    lab.act(SetMode{Mode::compare});
    lab.ui.key(ImGuiKey_F5);
    for (const CompareViewInfo& view : kCompareViews) {
        lab.act(Change(&Place::compare_view, view.view));
        lab.ui.step(2);
        CAPTURE(view.name);
        CHECK_MESSAGE(smallNumbers(lab).empty(), smallNumbers(lab));
    }
}

TEST_CASE("presented, the leak test has legible numbers") {
    for (const Index tokens : {6, 8, 12, 16}) {
        LabUnderTest lab(presentedTokens(tokens, 8), kProjector);
        static_cast<void>(lab.takeEffects());
        openLeakTest(lab);
        lab.ui.key(ImGuiKey_F5);
        answerQuestions(lab);
        CAPTURE(tokens);
        CHECK_MESSAGE(smallNumbers(lab).empty(), smallNumbers(lab));
        CHECK(!lab.textIn(lab.ui.find("Centre/influence-a").rect).empty());
        CHECK(!lab.textIn(lab.ui.find("Centre/influence-b").rect).empty());
    }
}

TEST_CASE("presented, every experiment has legible numbers in Train and in each step of Generate") {
    for (const ExperimentEntry& one : experiments()) {
        CAPTURE(one.id);
        LabUnderTest lab("write-a-poem", kProjector);
        lab.act(OpenExperiment{one.id});
        openGenerate(lab);
        lab.ui.key(ImGuiKey_F5);
        lab.ui.step(3);
        int parts_with_numbers = 0;
        for (int part = 0; part < 9; ++part) {
            CAPTURE(part);
            const std::string small = smallNumbers(lab);
            const bool has_numbers = small != kNoNumbers;
            if (has_numbers) CHECK_MESSAGE(small.empty(), "Generate: ", small);
            parts_with_numbers += has_numbers ? 1 : 0;
            lab.ui.key(ImGuiKey_RightArrow);
            lab.ui.step(2);
        }
        CHECK(parts_with_numbers >= 7);  // the step that reads a token has none
        lab.act(SetMode{Mode::train});
        for (const Index step : {500, 30}) {
            lab.act(Change(&TrainPlace::step, step));
            trainToTheEnd(lab);
            CHECK_MESSAGE(smallNumbers(lab).empty(), "Train: ", smallNumbers(lab));
        }
    }
}

TEST_CASE("figures and type of every mode grow with a window of 4K") {
    constexpr ImVec2 kFourK{3840, 2160};
    constexpr float kLarger = 1.8f;
    // Rounded heights may leave room for type of 12 px where they left it for 13 px.
    constexpr float kRounding = 12.0f / 13 - 0.01f;
    const auto open = [](LabUnderTest& lab, Mode mode, bool presents) {
        static_cast<void>(lab.takeEffects());
        lab.act(SetMode{mode});
        lab.ui.step(3);
        info(mode).subject == SubjectKind::document ? static_cast<void>(answerQuestions(lab))
                                                    : trainToTheEnd(lab);
        if (presents) lab.ui.key(ImGuiKey_F5);
        lab.ui.step(3);
    };
    // The least and the largest height of numbers in the centre.
    const auto heights = [](const LabUnderTest& lab) {
        const ImGuiWindow* const centre = ImGui::FindWindowByName("Centre");
        std::vector<float> found;
        for (const LayoutProbe::Text& text : lab.texts()) {
            if (!centre->InnerRect.Contains(text.drawn.center()) || !isNumber(text.text)) continue;
            found.push_back(text.drawn.height());
        }
        REQUIRE(!found.empty());
        const auto [least, largest] = std::minmax_element(found.begin(), found.end());
        return std::pair(*least, *largest);
    };
    for (const Mode mode : {Mode::compare, Mode::leak, Mode::train, Mode::generate}) {
        for (const bool presents : {false, true}) {
            CAPTURE(info(mode).name);
            CAPTURE(presents);
            const float larger = presents ? 2 : kLarger;
            LabUnderTest small(presentedTokens(6, 4), {kFourK.x / larger, kFourK.y / larger});
            open(small, mode, presents);
            const auto usual = heights(small);
            LabUnderTest large(presentedTokens(6, 4), kFourK);
            open(large, mode, presents);
            const auto grown = heights(large);
            CHECK(grown.first >= kRounding * larger * usual.first);
            CHECK(grown.second >= kRounding * larger * usual.second);
        }
    }
}
