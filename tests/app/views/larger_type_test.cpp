// Larger type enlarges the matrix first: words give way. Digits are never smaller than with type of
// the usual size. The room that a further press leaves is foreseen but for a pixel or two, so that
// hardly one press in a thousand makes them one size smaller.
#include <utility>

#include <fmt/format.h>

#include "app/views/shared/layout.h"
#include "tests/app/lab_under_test.h"
#include "tests/app/type_sizes.h"
#include "tests/combinations.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr float kOneSize = 0.87f;  ///< of type to the next smaller one
constexpr int kSeldom = 1000;      ///< one press in so many

/// What presses of Ctrl and = do to the digits of a figure.
struct Presses {
    int all = 0;
    int smaller = 0;     ///< digits are smaller than before the press
    std::string faults;  ///< smaller by more than one size, or than with type of the usual size
};

/// @param name of the document and the window
void press(LabUnderTest& lab, const std::string& name, Presses& presses) {
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        lab.goTo(step);
        const float usual = digitsOf(lab);
        float digits = usual;
        for (int percent = 110; percent <= kMostTypePercent; percent += 10) {
            lab.carryOut(Change(&Preferences::type_percent, percent));
            lab.ui.step(2);
            const float before = std::exchange(digits, digitsOf(lab));
            ++presses.all;
            const bool is_smaller = digits < before - 0.1f;
            if (is_smaller) ++presses.smaller;
            const bool is_below_usual = digits < usual - 0.1f;
            if (is_below_usual || (is_smaller && digits < kOneSize * before)) {
                presses.faults +=
                    fmt::format("{}, {} at {}%: {:.1f} px, before {:.1f}, usually {:.1f}\n", name,
                                lab.step(), percent, digits, before, usual);
            }
        }
        lab.carryOut(Change(&Preferences::type_percent, 100));
        lab.ui.step();
    }
}

void check(const Presses& presses) {
    CHECK_MESSAGE(presses.faults.empty(), presses.faults);
    CHECK_MESSAGE(presses.smaller * kSeldom <= presses.all, presses.smaller, " of ", presses.all);
}

}  // namespace

TEST_CASE("larger type makes the digits of a lesson larger, not smaller") {
    Presses presses;
    int which = 0;
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            ++which;
            for (const bool presenting : {false, true}) {
                // Every other one: each lesson at each size and in both ways, each size in both.
                if (++which % 2 == 0 && !everyCombination()) continue;
                LabUnderTest lab(lesson.id, size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                press(lab,
                      fmt::format("{} {}{}", lesson.id, size.x, presenting ? " presented" : ""),
                      presses);
            }
        }
    }
    check(presses);
}

TEST_CASE("larger type makes the digits of one token to twenty larger, not smaller") {
    Presses presses;
    for (const Index tokens : {1, 3, 6, 16, 20}) {
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            for (const bool presenting : {false, true}) {
                LabUnderTest lab(randomDocument({.tokens = tokens}), size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                press(lab,
                      fmt::format("{} tokens {}{}", tokens, size.x, presenting ? " presented" : ""),
                      presses);
            }
        }
    }
    check(presses);
}

TEST_CASE(
    "a window that is larger than most has everything larger, but for a monitor's own scale") {
    const Preferences usual;
    const Place place;
    CHECK(typeSize(usual, place, kUsual).scale == 1);
    CHECK(typeSize(usual, place, kProjector).scale == 1);
    CHECK(typeSize(usual, place, {3840, 2160}).scale == doctest::Approx(1.8).epsilon(0.01));
    CHECK(typeSize(usual, place, {1200, 1900}).scale == 1);
    CHECK(typeSize(usual, place, {3072, 1728}, 1.25f).scale == 1.25f);
    Preferences larger;
    larger.type_percent = 150;
    const TypeSize type = typeSize(larger, place, {3840, 2160});
    CHECK(type.words == 1.5f);
    CHECK(type.scale == doctest::Approx(2.7).epsilon(0.01));
}

TEST_CASE("a panel that goes on below its end says so, and clicks show the rest") {
    const Document document = randomDocument({.tokens = 12, .d_in = 8, .d_k = 8, .d_v = 8});
    int panels = 0;
    for (const ImVec2 size : {kLaptop, kUsual, kProjector}) {
        for (const int percent : {100, 130, 150}) {
            LabUnderTest lab(document, size);
            lab.act(Change(&Preferences::type_percent, percent));
            lab.goTo("Softmax");
            lab.ui.step(3);
            for (const char* const panel : {"Edit", "Meaning"}) {
                CAPTURE(size.x);
                CAPTURE(percent);
                CAPTURE(std::string(panel));
                const std::string more = fmt::format("{}/more", panel);
                const ImGuiWindow* const window = ImGui::FindWindowByName(panel);
                const bool goes_on = window != nullptr && window->Active && window->ScrollMax.y > 1;
                REQUIRE(lab.ui.exists(more) == goes_on);
                if (!goes_on) continue;
                ++panels;
                const ImRect strip = lab.ui.find(more).rect;
                bool says_so = false;
                for (const LayoutProbe::Text& text : lab.texts()) {
                    if (!strip.Contains(text.drawn.center())) continue;
                    const bool is_more = text.text == "\u25be More";
                    says_so = says_so || is_more;
                    CHECK((is_more || text.clip.max.y <= strip.Min.y));
                }
                CHECK(says_so);
                for (int presses = 0; lab.ui.exists(more) && presses < 40; ++presses) {
                    lab.ui.clickAt(strip.GetCenter());
                    lab.ui.step(3);
                }
                CAPTURE(strip.Min.y);
                CAPTURE(window->Size.y);
                CHECK_FALSE(lab.ui.exists(more));
                CHECK(window->Scroll.y + 1 >= window->ScrollMax.y);
            }
        }
    }
    CHECK(panels >= 4);
}
