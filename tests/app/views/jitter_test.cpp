// Digits that change move nothing else, and neither does going from cell to cell.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "tests/app/layout_check.h"
#include "tests/combinations.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Text = LayoutProbe::Text;

constexpr int kFrames = 50;
constexpr float kLine = 10;  ///< pixels by which pieces of one line differ in height
constexpr float kRounding = 1.5f;

bool isOnlyDigits(const std::string& text) {
    return text.find_first_not_of("0123456789.e+\u2212\u221e") == std::string::npos;
}

/// Where the arithmetic begins: what stands from there on is an explanation in words and sums,
/// which follows its numbers.
float startOfArithmetic(const LabUnderTest& lab) {
    for (const Text& text : lab.texts()) {
        if (text.text == " = ") return text.drawn.min.y - kLine;
    }
    return FLT_MAX;
}

/// Where an item is seen; nowhere where there is none.
ImRect seen(const LabUnderTest& lab, const char* item) {
    return lab.ui.exists(item) ? lab.ui.find(item).visible : ImRect();
}

/// Beside the bars: a sentence of what the drag has made of the row, which follows its numbers.
bool isInSentence(const LabUnderTest& lab, const Text& text) {
    const ImGuiWindow* const panel = ImGui::FindWindowByName("Meaning");
    if (panel == nullptr || !panel->Rect().Contains(text.drawn.min)) return false;
    return std::any_of(lab.texts().begin(), lab.texts().end(), [&](const Text& other) {
        return other.drawn.min.y == text.drawn.min.y && other.drawn.min.x >= panel->Pos.x &&
               other.text.find("row") != std::string::npos;
    });
}

/// A difference to what the number was before the drag: there as long as it is not 0.
bool isDifference(const LabUnderTest& lab, const Text& text) {
    const bool has_sign = text.text.starts_with("+") || text.text.starts_with("\u2212");
    return has_sign && text.drawn.height() <= lab.look().fonts.mono_small->FontSize + 1;
}

/// The texts that nothing but an edit of the sentence should move.
std::vector<Text> anchored(const LabUnderTest& lab) {
    const ImRect centre = lab.ui.find("Centre/embeddings##ribbon").visible;
    const float below = startOfArithmetic(lab);
    // Words in the plane of the values move with the values.
    const ImRect plane = seen(lab, "Meaning/plane");
    // A sentence of what changes an output follows its numbers.
    const ImRect influence = seen(lab, "Meaning/influence");
    std::vector<Text> texts;
    for (const Text& text : lab.texts()) {
        if (plane.Contains(text.drawn.min) || influence.Contains(text.drawn.min)) continue;
        const bool explains = centre.Contains(text.drawn.min) && text.drawn.min.y > below;
        const bool ends_bar = text.text.ends_with("%");
        if (isInSentence(lab, text)) continue;
        if (!explains && !ends_bar) texts.push_back(text);
    }
    return texts;
}

/// The texts of a frame that are not there in a later one. A number stays if a number ends where
/// it ended, for it may have gained a sign.
std::vector<LayoutFault> moved(const std::vector<Text>& before, const std::vector<Text>& after) {
    std::vector<LayoutFault> faults;
    for (const Text& text : before) {
        const bool number = isOnlyDigits(text.text);
        const bool stayed = std::any_of(after.begin(), after.end(), [&](const Text& other) {
            if (other.drawn.min.y != text.drawn.min.y) return false;
            if (number) {
                return isOnlyDigits(other.text) &&
                       std::abs(other.drawn.max.x - text.drawn.max.x) < kRounding;
            }
            return other.text == text.text && other.drawn.min.x == text.drawn.min.x;
        });
        if (stayed) continue;
        faults.push_back({"moved", "'" + text.text + "'",
                          fmt::format("({:.1f} {:.1f})", text.drawn.min.x, text.drawn.min.y)});
    }
    return faults;
}

/// Drags a number for 50 frames and compares them with the first: with it the lesson's remarks on
/// its own numbers have gone.
void drag(LabUnderTest& lab, MatrixId id, Cell cell, const std::string& name,
          LayoutReport& report) {
    const ImVec2 from = lab.center(id, cell);
    lab.ui.move(from);
    lab.ui.press();
    std::vector<Text> before;
    for (int frame = 1; frame <= kFrames; ++frame) {
        const float pixels = static_cast<float>(frame % 2 == 0 ? frame : -frame);
        ImGui::GetIO().AddMousePosEvent(from.x + 8 + pixels, from.y);
        lab.ui.step(2);
        if (frame == 2) {
            before = anchored(lab);
            std::erase_if(before, [&](const Text& text) { return isDifference(lab, text); });
        }
        if (frame <= 2) continue;
        const std::vector<LayoutFault> faults = moved(before, anchored(lab));
        if (!faults.empty()) report.add(fmt::format("{}, frame {}", name, frame), {faults.front()});
    }
    lab.ui.release();
    lab.undoAll();
}

}  // namespace

TEST_CASE("dragging a number moves no other text") {
    for (const LessonEntry& lesson : lessons()) {
        LayoutReport report;
        for (const ImVec2 size : windows({kLaptop, kUsual})) {
            LabUnderTest lab(lesson.id, size);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                // By turns: each of the numbers in each lesson, at each size and in each step.
                const bool is_weight = (step % 2 == 0) == (size.x == kLaptop.x);
                for (const MatrixId id : {MatrixId::w_query, MatrixId::embeddings}) {
                    if (!everyCombination() && is_weight != isParameter(id)) continue;
                    lab.goTo(step);
                    const Cell cell = isParameter(id) ? Cell{0, 0} : Cell{1, 1};
                    drag(lab, id, cell, fmt::format("{}, {}", size.x, lab.step()), report);
                }
            }
        }
        CHECK_MESSAGE(report.empty(), lesson.id, report.text());
    }
}

TEST_CASE("going from cell to cell moves no matrix") {
    for (const LessonEntry& lesson : lessons()) {
        LayoutReport report;
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            LabUnderTest lab(lesson.id, size);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                std::map<ImGuiID, ImRect> first;
                const Index count = cellCount(lab.document(), lab.state().steps()[step]);
                for (Index cell = 0; cell < count; ++cell) {
                    lab.act(GoTo{step, cell});
                    lab.ui.step();
                    for (const UiItem& item : lab.ui.items()) {
                        const bool is_matrix = findMatrix(item.label) != nullptr;
                        if (item.window != "Centre" || !is_matrix) continue;
                        const ImRect& was = first.try_emplace(item.id, item.rect).first->second;
                        const float by = std::abs(item.rect.Min.x - was.Min.x) +
                                         std::abs(item.rect.Min.y - was.Min.y);
                        if (by == 0) continue;
                        report.add(fmt::format("{}, cell {}", size.x, cell + 1),
                                   {{"moved", fmt::format("{} in {}", item.label, lab.step()),
                                     fmt::format("{:.1f} px", by)}});
                    }
                }
            }
        }
        CHECK_MESSAGE(report.empty(), lesson.id, report.text());
    }
}

TEST_CASE("the arithmetic of no cell moves what stands around it") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : windows({kLaptop, ImVec2{1366, 768}, kUsual})) {
            // In the smallest window a softmax may take one line more than is reserved.
            const float most = size.x == kLaptop.x ? 22 : 1;
            LabUnderTest lab(lesson.id, size);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                std::map<MatrixId, std::set<float>> depths;
                const Index cells = cellCount(lab.document(), lab.state().steps()[step]);
                for (Index cell = 0; cell < cells; ++cell) {
                    lab.act(GoTo{step, cell});
                    lab.ui.step();
                    depths[focusedTarget(lab.state())->id].insert(
                        ImGui::FindWindowByName("Centre")->ContentSize.y);
                }
                for (const auto& [id, found] : depths) {
                    const float moves = *found.rbegin() - *found.begin();
                    const std::string_view name = info(id).name;
                    CHECK_MESSAGE(moves <= most, lesson.id, " at ", size.x, ", ", name,
                                  ": the end moves by ", moves);
                }
            }
        }
    }
}
