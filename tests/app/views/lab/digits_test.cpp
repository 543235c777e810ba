// On the screens of the lessons and of long sentences the step's result is written in digits, never
// in colour alone.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/look/fonts.h"
#include "app/widgets/matrix_grid.h"
#include "core/document/edit.h"
#include "tests/app/lab_under_test.h"
#include "tests/combinations.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// What is missing: the steps whose result shows no number in the cell in focus.
std::string stepsWithoutDigits(LabUnderTest& lab) {
    std::string steps;
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        lab.goTo(step);
        const Target shown = *focusedTarget(lab.state());
        const ImRect all = lab.ui.find(fmt::format("Centre/{}", info(shown.id).name)).rect;
        const MatrixView values = matrixById(lab.document(), lab.trace(), shown.id, shown.head);
        const bool masked = lab.state().shown.isHatched(shown.id) &&
                            !allows(lab.document().mask, shown.cell.row, shown.cell.col);
        const std::string number = cellText(values(shown.cell), masked, 1);
        const std::string text = lab.textIn(all);
        const bool is_mask = shown.id == MatrixId::mask;
        if (text.find(is_mask ? "\u2713" : number.substr(0, 2)) != std::string::npos) continue;
        steps += fmt::format("{}: {} not in '{}'\n", lab.step(), number, text);
    }
    return steps;
}

/// True where the cells of the mask are large enough for the signs that are drawn in them.
bool hasDrawnSigns(const LabUnderTest& lab) {
    constexpr float kLeastSigned = 12;
    const std::vector<DrawnGrid>& grids = lab.motion().drawn.grids;
    return std::any_of(grids.begin(), grids.end(), [](const DrawnGrid& grid) {
        return grid.has_signs && std::min(grid.cell.x, grid.cell.y) >= kLeastSigned;
    });
}

/// Returns the matrices of figures that show no digits, with their steps. @param least size of type
/// of operands, in pixels
std::string matricesWithoutDigits(LabUnderTest& lab, float least) {
    std::string found;
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        lab.goTo(step);
        const ImGuiWindow* const centre = ImGui::FindWindowByName("Centre");
        for (const UiItem& item : lab.ui.items()) {
            const MatrixInfo* const matrix = findMatrix(item.label);
            if (item.window != "Centre" || matrix == nullptr) continue;
            if (!centre->InnerRect.Contains(item.rect)) continue;
            if (matrix->id == MatrixId::mask && hasDrawnSigns(lab)) continue;
            const MatrixView values = lab.state().shown.matrix(matrix->id, lab.place().head);
            float type = 0;
            Index numbers = 0;
            for (const LayoutProbe::Text& text : lab.texts()) {
                if (!item.rect.Contains(text.drawn.center())) continue;
                ++numbers;
                type = std::max(type, text.drawn.height() / kMonoLine);
            }
            const bool are_all = numbers >= values.rows() * values.cols();
            if (are_all && type >= least - 0.6f) continue;
            found += fmt::format("{}, {}: {} numbers of {:.1f} px in {} x {} cells\n", lab.step(),
                                 matrix->name, numbers, type, values.rows(), values.cols());
        }
    }
    return found;
}

}  // namespace

TEST_CASE("every step of every lesson shows its digits at every size") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            for (const bool presenting : {false, true}) {
                LabUnderTest lab(lesson.id, size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                const std::string missing = stepsWithoutDigits(lab);
                CHECK_MESSAGE(missing.empty(), lesson.id, " at ", size.x,
                              presenting ? " presented" : "", ":\n", missing);
            }
        }
    }
}

TEST_CASE("the operands in short lessons show their digits") {
    constexpr Index kShort = 8;
    for (const LessonEntry& lesson : lessons()) {
        const Document document = lessonDocument(lesson.id);
        if (std::max({document.n(), document.dIn(), document.dK(), document.dV()}) > kShort)
            continue;
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            LabUnderTest lab(lesson.id, size);
            const std::string found = matricesWithoutDigits(lab, 12);
            CHECK_MESSAGE(found.empty(), lesson.id, " at ", size.x, ":\n", found);
        }
    }
}

TEST_CASE("sixteen tokens of width sixteen show their digits at every size") {
    for (const MaskingInfo& method : kMaskingMethods) {
        Document document = randomDocument({.tokens = 16, .d_in = 16, .d_k = 16, .d_v = 16});
        document.masking.method = method.method;
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            for (const bool presenting : {false, true}) {
                LabUnderTest lab(document, size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                const std::string missing = stepsWithoutDigits(lab);
                CHECK_MESSAGE(missing.empty(), method.name, " at ", size.x,
                              presenting ? " presented" : "", ":\n", missing);
            }
        }
    }
}

TEST_CASE("up to eight tokens of width eight every operand shows its digits") {
    for (const Index tokens : {1, 2, 3, 4, 5, 6, 7, 8}) {
        for (const Index width : {2, 4, 6, 8}) {
            if (!everyCombination() && (tokens + width / 2) % 2 == 0 && tokens + width < 16)
                continue;
            const Document document =
                randomDocument({.tokens = tokens, .d_in = width, .d_k = width, .d_v = width});
            for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
                LabUnderTest lab(document, size);
                const std::string found = matricesWithoutDigits(lab, 12);
                CHECK_MESSAGE(found.empty(), tokens, " tokens of width ", width, " at ", size.x,
                              ":\n", found);
            }
            LabUnderTest lab(document, kProjector);
            lab.ui.key(ImGuiKey_F5);
            const std::string found = matricesWithoutDigits(lab, 18);
            CHECK_MESSAGE(found.empty(), tokens, " tokens of width ", width, " presented:\n",
                          found);
        }
    }
}
