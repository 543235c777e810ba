// No text is cut, nothing stands on anything else, on any screen of any lesson.
#include <array>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "core/document/edit.h"
#include "tests/app/layout_check.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

const std::vector<ImVec2> kLayoutSizes = windows({kLaptop, kUsual, kProjector});

std::string sizeName(ImVec2 size) { return fmt::format("{:.0f}x{:.0f}", size.x, size.y); }

/// Looks at every step with its last cell revealed.
void lookAtSteps(LabUnderTest& lab, const std::string& name, LayoutReport& report,
                 const std::vector<std::string>& allowed = {}) {
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        lab.goTo(step);
        report.add(
            fmt::format("{}, {}, {}, {}", name, lab.step(), theme(lab.preferences().theme).name,
                        sizeName(ImGui::GetIO().DisplaySize)),
            layoutFaults(lab), allowed);
    }
}

void checkLesson(std::string_view lesson) {
    LayoutReport report;
    for (const ImVec2 size : kLayoutSizes) {
        LabUnderTest lab(lesson, size);
        for (const ThemeId theme_id : kThemes) {
            lab.act(Change(&Preferences::theme, theme_id));
            lookAtSteps(lab, std::string(lesson), report);
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

/// Every lesson is in one of the parts, however many there are.
void checkLessons(std::size_t part, std::size_t parts) {
    REQUIRE(lessons().size() >= parts);
    for (std::size_t k = part - 1; k < lessons().size(); k += parts) checkLesson(lessons()[k].id);
}

Document synthetic(Index tokens, Index width) {
    Document document =
        randomDocument({.tokens = tokens, .d_in = width, .d_k = width, .d_v = width});
    constexpr std::array kWords{"The", "quick", "brown", "fox", "jumps", "over", "a", "lazy"};
    for (std::size_t k = 0; k < document.tokens.size(); ++k) {
        document.tokens[k] = kWords[k % kWords.size()];
    }
    return document;
}

}  // namespace

// Several, as they take long and may run side by side.
TEST_CASE("the layout of the lessons is sound, 1 of 5") { checkLessons(1, 5); }
TEST_CASE("the layout of the lessons is sound, 2 of 5") { checkLessons(2, 5); }
TEST_CASE("the layout of the lessons is sound, 3 of 5") { checkLessons(3, 5); }
TEST_CASE("the layout of the lessons is sound, 4 of 5") { checkLessons(4, 5); }
TEST_CASE("the layout of the lessons is sound, 5 of 5") { checkLessons(5, 5); }

TEST_CASE("in the lessons nothing but a long list of matrices needs to scroll") {
    LayoutReport report;
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : kLayoutSizes) {
            LabUnderTest lab(lesson.id, size);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                for (const char* name : {"Edit", "Meaning", "Centre", "Top", "Steps"}) {
                    const ImGuiWindow* window = ImGui::FindWindowByName(name);
                    // In a narrow window a wide figure takes the room of the panel of meaning.
                    const bool may_float = std::string_view(name) == "Meaning" &&
                                           size.x == kLaptop.x && lab.document().dIn() > 4;
                    if (window == nullptr && may_float) continue;
                    REQUIRE(window != nullptr);
                    CHECK(window->ScrollMax.x <= 0);
                    const bool long_list =
                        std::string_view(name) == "Edit" && lab.document().dIn() > 4;
                    if (window->ScrollMax.y <= 0 || long_list) continue;
                    report.add(fmt::format("{}, {}", lab.step(), sizeName(size)),
                               {{"scrolls", fmt::format("{} of {}", name, lesson.id),
                                 fmt::format("{} px too high", window->ScrollMax.y)}});
                }
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("in presentation, where only the keys of a remote count, nothing needs to scroll") {
    LayoutReport report;
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : kLayoutSizes) {
            LabUnderTest lab(lesson.id, size);
            lab.ui.key(ImGuiKey_F5);
            REQUIRE(lab.place().presenting);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                const Index cells = cellCount(lab.document(), lab.state().steps()[step]);
                for (Index cell = 0; cell < cells; ++cell) {
                    lab.carryOut(GoTo{step, cell});
                    lab.ui.step(3);
                    const float over = ImGui::FindWindowByName("Centre")->ScrollMax.y;
                    if (over <= 0) continue;
                    report.add(fmt::format("{}, {}, {}", lesson.id, lab.step(), sizeName(size)),
                               {{"scrolls", fmt::format("cell {}", cell),
                                 fmt::format("{} px too high", over)}});
                }
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("the layout is sound for one token to sixteen and widths from 1 to 16") {
    for (const Index tokens : {1, 3, 6, 16}) {
        for (const Index width : {1, 2, 8, 16}) {
            LayoutReport report;
            for (const ImVec2 size : kLayoutSizes) {
                LabUnderTest lab(synthetic(tokens, width), size);
                lookAtSteps(lab, fmt::format("{} tokens of width {}", tokens, width), report,
                            {"shortened"});
            }
            CHECK_MESSAGE(report.empty(), tokens, " tokens of width ", width, report.text());
        }
    }
}

TEST_CASE("the layout is sound in a narrow window with a panel over the centre") {
    LayoutReport report;
    for (const char* panel : {"Top/###edit-panel", "Top/###meaning-panel"}) {
        LabUnderTest lab("causal-two-ways", {1000, 660});
        if (lab.ui.exists(panel)) lab.ui.click(panel);
        lookAtSteps(lab, panel, report, {"shortened"});
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("the layout is sound in small windows, with and without a panel over the centre") {
    for (const ImVec2 size : windows({ImVec2{480, 320}, ImVec2{640, 480}, ImVec2{800, 600}})) {
        for (const LessonEntry& lesson : lessons()) {
            LayoutReport report;
            LabUnderTest lab(lesson.id, size);
            for (const SidePanel panel : {SidePanel::none, SidePanel::edit, SidePanel::meaning}) {
                lab.act(Change(&Hands::open_panel, panel));
                lookAtSteps(lab, lesson.id, report, {"shortened"});
            }
            CHECK_MESSAGE(report.empty(), lesson.id, report.text());
        }
    }
}

TEST_CASE("sheets are whole in small windows") {
    LayoutReport report;
    for (const ImVec2 size : windows({ImVec2{480, 320}, ImVec2{640, 480}, ImVec2{800, 600}})) {
        for (const auto& [name, chord] : {std::pair("F1", static_cast<int>(ImGuiKey_F1)),
                                          std::pair("Ctrl+O", ImGuiMod_Ctrl | ImGuiKey_O),
                                          std::pair("Ctrl+S", ImGuiMod_Ctrl | ImGuiKey_S),
                                          std::pair("R", static_cast<int>(ImGuiKey_R))}) {
            LabUnderTest lab("causal-two-ways", size);
            lab.ui.key(chord);
            lab.ui.step(4);
            REQUIRE(lab.hands().hasSheet());
            report.add(fmt::format("{}, {}", name, sizeName(size)), layoutFaults(lab),
                       {"shortened"});
            if (lab.hands().open<FileSheet>() == nullptr) continue;
            lab.act(FileDialogShown{lab.hands().open<FileSheet>()->number});
            for (const Language& language : kLanguages) {
                lab.act(Change(&Preferences::language, &language));
                lab.ui.step(4);
                report.add(
                    fmt::format("{} of the system, {}, {}", name, language.id, sizeName(size)),
                    layoutFaults(lab), {"shortened"});
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("the layout is sound in presentation") {
    LayoutReport report;
    for (const ImVec2 size : kLayoutSizes) {
        LabUnderTest lab("write-a-poem", size);
        lab.ui.key(ImGuiKey_F5);
        REQUIRE(lab.place().presenting);
        lookAtSteps(lab, "presentation", report);
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("the layout is sound with fewer and more decimals") {
    LayoutReport report;
    for (const int decimals : {0, 1, 8}) {
        for (const ImVec2 size : windows({kLaptop, kUsual})) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(Change(&Preferences::decimals, decimals));
            lookAtSteps(lab, fmt::format("{} decimals", decimals), report);
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("the layout is sound while the mask is off, and for each way of masking") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        LabUnderTest lab("write-a-poem", size);
        for (const MaskingInfo& method : kMaskingMethods) {
            lab.act(SetMasking{{method.method, -1e9, MaskingOrder::before_scale}});
            lookAtSteps(lab, std::string(method.name), report);
        }
        lab.act(SetMasking{{.softmax = SoftmaxOver::columns}});
        lookAtSteps(lab, "softmax over columns", report);
        lab.act(SetMasked{false});
        lookAtSteps(lab, "unmasked", report);
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("the layout is sound for each way of telling the position, with heads and an output") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        for (const PositionInfo& position : kPositionKinds) {
            LabUnderTest lab(randomDocument({.tokens = 4,
                                             .d_in = 4,
                                             .heads = 2,
                                             .d_k = 2,
                                             .d_v = 2,
                                             .output = true,
                                             .position = position.kind}),
                             size);
            lookAtSteps(lab, std::string(position.name), report, {"shortened"});
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("no type is smaller than 12 px") {
    const Fonts& fonts = TestFonts::at().fonts;
    for (const ImFont* font : {fonts.text, fonts.strong, fonts.small_text, fonts.strong_small,
                               fonts.caption, fonts.title, fonts.title_small}) {
        CHECK(font->FontSize >= std::round(12 * kInterLine));
    }
    for (const ImFont* font : {fonts.mono, fonts.mono_bold, fonts.formula, fonts.formula_bold,
                               fonts.formula_small, fonts.formula_small_bold, fonts.raised}) {
        CHECK(font->FontSize >= std::round(12 * kMonoLine));
    }
    for (const ImFont* font : fonts.digits) CHECK(font->FontSize >= std::round(12 * kMonoLine));
}

TEST_CASE("in windows below the design's smallest size nothing overlaps") {
    for (const ImVec2 size : {ImVec2{320, 240}, ImVec2{400, 300}, ImVec2{400, 720},
                              ImVec2{480, 360}, ImVec2{640, 480}, ImVec2{1280, 300}}) {
        LayoutReport report;
        for (const char* const lesson : {"write-a-poem", "causal-two-ways"}) {
            LabUnderTest lab(lesson, size);
            for (const ModeInfo& mode : kModes) {
                lab.act(SetMode{mode.mode});
                lab.ui.step(3);
                const bool is_document = mode.subject == SubjectKind::document;
                const std::size_t steps = is_document ? lab.state().steps().size() : 1;
                for (std::size_t step = 0; step < steps; ++step) {
                    if (is_document) lab.goTo(step);
                    lab.ui.step(2);
                    report.add(
                        fmt::format("{}, {}, {}, {}", lesson, mode.name, step, sizeName(size)),
                        layoutFaults(lab),
                        {"shortened", "cut", "lost", "small", "outside", "crossed"});
                }
            }
        }
        CHECK_MESSAGE(report.empty(), sizeName(size), report.text());
    }
}
