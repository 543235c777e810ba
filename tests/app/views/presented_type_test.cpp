// Presented in a window of 1920 x 1080, numbers are written in type of at least 24 px.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "app/look/fonts.h"
#include "app/state/model/compare_views.h"
#include "tests/app/generates.h"
#include "tests/app/leak_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr float kLegibleType = 24;

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
    return numbers > 0 ? found : "no numbers";
}

Document sixTokens() {
    Document document = randomDocument({.tokens = 6, .d_in = 4, .d_k = 4, .d_v = 4});
    document.mask.rules = {MaskRule{}};
    return document;
}

}  // namespace

TEST_CASE("presented, Compare of six tokens has legible digits in A, in B and in the difference") {
    LabUnderTest lab(sixTokens(), kProjector);
    lab.act(SetMode{Mode::compare});
    lab.ui.key(ImGuiKey_F5);
    lab.ui.step(2);
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        lab.goTo(step);
        CAPTURE(lab.step());
        for (const UiItem& item : lab.ui.items()) {
            if (item.window != "Centre" || findMatrix(item.label) == nullptr) continue;
            CHECK(!lab.textIn(item.rect).empty());
        }
        CHECK_MESSAGE(smallNumbers(lab).empty(), smallNumbers(lab));
    }
}

TEST_CASE("presented, the tables of Compare have legible numbers") {
    LabUnderTest lab(sixTokens(), kProjector);
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
    LabUnderTest lab(sixTokens(), kProjector);
    openLeakTest(lab);
    lab.ui.key(ImGuiKey_F5);
    answerQuestions(lab);
    CHECK_MESSAGE(smallNumbers(lab).empty(), smallNumbers(lab));
}

TEST_CASE("presented, Train and Generate have legible numbers") {
    LabUnderTest lab("write-a-poem", kProjector);
    openGenerate(lab);
    lab.ui.key(ImGuiKey_F5);
    lab.ui.step(3);
    CHECK_MESSAGE(smallNumbers(lab).empty(), "Generate: ", smallNumbers(lab));
    lab.act(SetMode{Mode::train});
    lab.ui.step(3);
    CHECK_MESSAGE(smallNumbers(lab).empty(), "Train: ", smallNumbers(lab));
}
