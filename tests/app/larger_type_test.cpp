// Larger type enlarges the matrix first: words give way, digits never.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "tests/app/lab_under_test.h"
#include "tests/app/type_sizes.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

bool isNumber(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789.\u2212e-") == std::string::npos;
}

constexpr std::array kPercents{110, 120, 130, 150, 180, 250};

/// How many numbers the figure shows: with more room it may show those of the operands, too.
std::size_t numbersInCentre(const LabUnderTest& lab) {
    const ImGuiWindow* const centre = ImGui::FindWindowByName("Centre");
    REQUIRE(centre != nullptr);
    return static_cast<std::size_t>(
        std::count_if(lab.texts().begin(), lab.texts().end(), [&](const LayoutProbe::Text& text) {
            const ImVec2 middle{text.drawn.center().x, text.drawn.center().y};
            return centre->Rect().Contains(middle) && isNumber(text.text);
        }));
}

/// The steps whose digits are smaller with larger type than with usual type.
std::string shrinking(LabUnderTest& lab) {
    std::string steps;
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        lab.goTo(step);
        const float usual = digitsOf(lab);
        const std::size_t usual_count = numbersInCentre(lab);
        for (const int percent : kPercents) {
            lab.carryOut(SetTypeSize{percent});
            lab.ui.step(2);
            const float digits = digitsOf(lab);
            const bool shows_more = numbersInCentre(lab) > usual_count;
            if (digits < usual - 0.1f && !shows_more) {
                steps += fmt::format("{} at {} %: {:.1f} px, usually {:.1f}\n", lab.step(), percent,
                                     digits, usual);
            }
        }
        lab.carryOut(SetTypeSize{100});
        lab.ui.step();
    }
    return steps;
}

}  // namespace

TEST_CASE("larger type never makes the digits of a lesson smaller") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : {kLaptop, kUsual, kProjector}) {
            for (const bool presenting : {false, true}) {
                LabUnderTest lab(lesson.id, size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                const std::string found = shrinking(lab);
                CHECK_MESSAGE(found.empty(), lesson.id, " at ", size.x,
                              presenting ? " presented" : "", ":\n", found);
            }
        }
    }
}

TEST_CASE("larger type never makes the digits of one token to twenty smaller") {
    for (const Index tokens : {1, 3, 6, 16, 20}) {
        for (const ImVec2 size : {kLaptop, kUsual, kProjector}) {
            for (const bool presenting : {false, true}) {
                LabUnderTest lab(randomDocument({.tokens = tokens}), size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                const std::string found = shrinking(lab);
                CHECK_MESSAGE(found.empty(), tokens, " tokens at ", size.x,
                              presenting ? " presented" : "", ":\n", found);
            }
        }
    }
}
