// Numbers can be read on the colours of their cells.
#include <algorithm>

#include <fmt/format.h>

#include "app/look/theme.h"
#include "tests/app/layout_check.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr float kLeast = 4.5f;  ///< of WCAG 2 for text

bool isNumber(const std::string& text) {
    const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    return std::any_of(text.begin(), text.end(), is_digit) &&
           text.find_first_not_of("0123456789.e\u2212") == std::string::npos;
}

/// The numbers of the frame whose ink is too much like the ground they stand on.
std::vector<LayoutFault> paleNumbers(const LabUnderTest& lab) {
    std::vector<LayoutFault> faults;
    for (const LayoutProbe::Text& text : lab.texts()) {
        // A line of type is higher than its digits, and may reach beyond a low cell.
        ImRect box(text.drawn.min, text.drawn.max);
        box.Expand({0, -0.22f * box.GetHeight()});
        if (!isNumber(text.text) || !ImRect(text.clip.min, text.clip.max).Contains(box)) continue;
        const ImU32 ground = lab.ui.colorAt({box.GetCenter().x, box.Min.y});
        if (ground == lab.look().colors().inset)
            continue;  // arithmetic, in the colours of its roles
        for (const ImU32 ink : lab.ui.inksIn(box)) {
            const float found = contrast(ink, ground);
            if (found >= kLeast) continue;
            faults.push_back(
                {"pale", "'" + text.text + "'",
                 fmt::format("({:.0f} {:.0f}): contrast {:.2f} of {:06X} on {:06X}", box.Min.x,
                             box.Min.y, found, ink & 0xFFFFFFu, ground & 0xFFFFFFu)});
        }
    }
    return faults;
}

}  // namespace

TEST_CASE("every colour of the scales lets an ink be read, pale or not") {
    for (const ThemeId theme_id : kThemes) {
        const Theme& c = theme(theme_id);
        for (const Domain domain : {Domain::signed_numbers, Domain::weights, Domain::allowed}) {
            for (int k = -200; k <= 200; ++k) {
                for (const float strength : {1.0f, 0.45f}) {
                    const Color cell = cellColor(c, domain, k / 200.0, 1);
                    const Color ground = mix(c.panel, cell, strength);
                    CHECK(contrast(inkOn(c, ground), ground) >= kLeast);
                    CHECK(contrast(readable(c, c.soft, ground), ground) >= kLeast);
                }
            }
        }
    }
}

TEST_CASE("every number keeps a contrast of 4.5 to its cell, in both themes") {
    for (const char* lesson : {"write-a-poem", "causal-two-ways"}) {
        LayoutReport report;
        LabUnderTest lab(lesson);
        for (const ThemeId theme_id : kThemes) {
            lab.act(Change(&Preferences::theme, theme_id));
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                lab.ui.move({5, 5});
                report.add(fmt::format("{}, {}", theme(theme_id).name, lab.step()),
                           paleNumbers(lab));
            }
        }
        CHECK_MESSAGE(report.empty(), std::string(lesson), report.text());
    }
}
