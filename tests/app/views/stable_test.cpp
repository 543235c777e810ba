// The first edit of a lesson moves nothing that was not touched.
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "tests/app/layout_check.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr std::array kStableSizes{ImVec2{800, 600}, kLaptop, kUsual};

/// Items by their windows and by what does not change with the words on them.
std::map<std::string, ImRect> places(const LabUnderTest& lab) {
    std::map<std::string, ImRect> all;
    for (const UiItem& item : lab.ui.items()) {
        // The sign that unfolds a sum stands among its numbers.
        if (item.is_window || item.label.empty() || item.label == "unfold") continue;
        const std::size_t id = item.label.find("##");
        const std::string name = id != std::string::npos ? item.label.substr(id) : item.label;
        all.emplace(item.window + "/" + name, item.rect);
    }
    return all;
}

std::string shownBox(const ImRect& box) {
    return fmt::format("({:.0f} {:.0f} {:.0f} {:.0f})", box.Min.x, box.Min.y, box.Max.x, box.Max.y);
}

bool isSame(const ImRect& a, const ImRect& b) {
    constexpr float kStableSlack = 0.5f;
    return std::abs(a.Min.x - b.Min.x) < kStableSlack &&
           std::abs(a.Min.y - b.Min.y) < kStableSlack &&
           std::abs(a.Max.x - b.Max.x) < kStableSlack && std::abs(a.Max.y - b.Max.y) < kStableSlack;
}

void compare(const std::map<std::string, ImRect>& before,
             const std::map<std::string, ImRect>& after, const std::string& screen,
             LayoutReport& report) {
    for (const auto& [name, was] : before) {
        const auto now = after.find(name);
        if (now == after.end()) {
            report.add(screen, {{"gone", name, shownBox(was)}});
        } else if (!isSame(was, now->second)) {
            report.add(screen, {{"moved", name, shownBox(was) + " to " + shownBox(now->second)}});
        }
    }
    for (const auto& [name, is] : after) {
        if (!before.contains(name)) report.add(screen, {{"new", name, shownBox(is)}});
    }
}

/// What an edit moves, in every step; each edit is the first.
template <class Edit>
void checkFirstEdit(const std::string& name, Edit edit) {
    for (const LessonEntry& lesson : lessons()) {
        LayoutReport report;
        for (const ImVec2 size : kStableSizes) {
            LabUnderTest lab(lesson.id, size);
            const bool has_panel = lab.ui.exists(LabUnderTest::cell(MatrixId::w_query, {0, 0}));
            if (!has_panel) lab.act(Change(&Hands::open_panel, SidePanel::edit));
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                const auto before = places(lab);
                edit(lab);
                REQUIRE(!lab.isAsOpened());
                lab.ui.move({1, size.y - 1});
                lab.ui.step(3);
                compare(before, places(lab),
                        fmt::format("{}, {}, {}x{}", name, lab.step(), size.x, size.y), report);
                lab.undoAll();
                lab.ui.step(2);
            }
        }
        CHECK_MESSAGE(report.empty(), lesson.id, report.text());
    }
}

}  // namespace

TEST_CASE("dragging the first number moves nothing else") {
    checkFirstEdit("drag", [](LabUnderTest& lab) { lab.dragCell(MatrixId::w_query, {0, 0}, 30); });
}

TEST_CASE("masking or unmasking a lesson moves nothing else") {
    checkFirstEdit("M", [](LabUnderTest& lab) { lab.ui.key(ImGuiKey_M); });
}

TEST_CASE("choosing another mask moves no button of the top bar") {
    for (const ImVec2 size : kStableSizes) {
        LabUnderTest lab("causal-two-ways", size);
        const auto before = places(lab);
        LayoutReport report;
        for (const MaskInfo& kind : maskKinds()) {
            lab.act(SetMaskRules{{newRule(kind.kind, lab.document().n())}});
            lab.ui.step(2);
            for (const auto& [name, is] : places(lab)) {
                if (!name.starts_with("Top/") || isSame(before.at(name), is)) continue;
                report.add(std::string(kind.name), {{"moved", name, shownBox(is)}});
            }
        }
        CHECK_MESSAGE(report.empty(), report.text());
    }
}
