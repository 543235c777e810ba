// The first edit of a lesson moves nothing that was not touched.
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/io/experiment_library.h"
#include "tests/app/layout_check.h"

using namespace lookback;
using namespace lookback::test;

namespace {

const std::vector<ImVec2> kStableSizes = windows({ImVec2{800, 600}, kLaptop, kUsual});

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

namespace {

/// The buttons of the top bar by their ids.
std::map<std::string, ImRect> topButtons(const LabUnderTest& lab) {
    std::map<std::string, ImRect> found;
    for (const UiItem& item : lab.ui.items()) {
        const std::size_t id = item.label.find("##");
        if (item.window == "Top" && id != std::string::npos) {
            found[item.label.substr(id)] = item.rect;
        }
    }
    return found;
}

bool isOfAPanel(const std::string& id) { return id == "###meaning-panel" || id == "###edit-panel"; }

/// Adds buttons that stand elsewhere than in `first`, or that only one has.
void compareBars(const std::map<std::string, ImRect>& first,
                 const std::map<std::string, ImRect>& now, const std::string& screen,
                 LayoutReport& report) {
    const auto isMissing = [](const auto& bar, const std::string& id) {
        // Only long sentences need the buttons of the panels; their places are kept.
        return bar.find(id) == bar.end() && !isOfAPanel(id);
    };
    for (const auto& [id, box] : now) {
        if (isMissing(first, id)) report.add(screen, {{"new", id, shownBox(box)}});
        const auto at = first.find(id);
        if (at != first.end() && !isSame(at->second, box)) {
            report.add(screen, {{"moved", id, shownBox(box)}});
        }
    }
    for (const auto& [id, box] : first) {
        if (isMissing(now, id)) report.add(screen, {{"lost", id, shownBox(box)}});
    }
}

}  // namespace

TEST_CASE("the top bar has the same places for all lessons, experiments and modes") {
    for (const ImVec2 size :
         {ImVec2{640, 480}, ImVec2{1000, 660}, kLaptop, ImVec2{1366, 768}, kUsual, kProjector}) {
        CAPTURE(size.x);
        LayoutReport report;
        std::map<std::string, ImRect> documents;
        std::map<std::string, ImRect> experiments_bar;
        std::map<std::string, ImRect> modes;
        for (const Mode mode :
             {Mode::lab, Mode::compare, Mode::leak, Mode::train, Mode::generate}) {
            const bool is_document = info(mode).subject == SubjectKind::document;
            std::map<std::string, ImRect>& first = is_document ? documents : experiments_bar;
            std::vector<Action> openings;
            if (is_document) {
                for (const LessonEntry& lesson : lessons()) {
                    openings.emplace_back(OpenLesson{lesson.id, false});
                }
            } else {
                for (const ExperimentEntry& one : experiments()) {
                    openings.emplace_back(OpenExperiment{one.id});
                }
            }
            LabUnderTest lab("write-a-poem", size);
            for (std::size_t k = 0; k < openings.size(); ++k) {
                lab.act(openings[k]);
                lab.act(SetMode{mode});
                lab.ui.step(2);
                const auto now = topButtons(lab);
                const std::string screen = fmt::format("{}, {}", info(mode).name, k);
                if (first.empty()) first = now;
                compareBars(first, now, screen, report);
                std::map<std::string, ImRect> tabs;
                for (const auto& [id, box] : now) {
                    const bool is_tab =
                        std::any_of(kModes.begin(), kModes.end(), [&id = id](const ModeInfo& one) {
                            return id == "###" + std::string(one.name);
                        });
                    if (is_tab || id == "###modes") tabs[id] = box;
                }
                if (modes.empty()) modes = tabs;
                compareBars(modes, tabs, screen, report);
            }
            CHECK((size.x < 1000 || !modes.empty()));
        }
        CHECK_MESSAGE(report.empty(), report.text());
    }
}

TEST_CASE("in the design's window the top bar shows the name, all modes and the rules") {
    LabUnderTest lab("write-a-poem", kUsual);
    CHECK(lab.shows("Lookback"));
    CHECK(lab.ui.exists("Top/###generate"));
    CHECK(lab.textIn(lab.ui.find("Top/##mask").rect).find("Causal") != std::string::npos);
    // A long title is cut in its middle; the tooltip has all of it.
    lab.act(SetMaskRules{{newRule(MaskKind::sliding_window, 3), newRule(MaskKind::padding, 3)}});
    lab.act(SetMasking{{MaskingMethod::fill, -123456.75, MaskingOrder::before_scale}});
    lab.ui.step(2);
    const std::string shown = lab.textIn(lab.ui.find("Top/##mask").rect);
    CHECK(shown.find("Sliding") != std::string::npos);
    CHECK(shown.find("\u2026") != std::string::npos);
    CHECK(shown.find("Padding") == std::string::npos);
    lab.ui.hover("Top/##mask");
    lab.ui.wait(1);
    REQUIRE(!lab.tooltip().empty());
    CHECK(lab.tooltip().front().find("Sliding window") == 0);
    CHECK(lab.tooltip().front().find("Padding") != std::string::npos);
    const std::string whole = lab.tooltip().front();
    const std::string title = whole.substr(0, whole.find('\n'));
    CHECK(shown.ends_with(title.substr(title.size() - 4)));
}
