// On the screens of the lessons and of long sentences the step's result is written in digits, never
// in colour alone.
#include <array>

#include <fmt/format.h>

#include "app/widgets/matrix_grid.h"
#include "core/document/edit.h"
#include "tests/app/lab_under_test.h"
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

}  // namespace

TEST_CASE("every step of every lesson shows its digits at every size") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : {kLaptop, kUsual, kProjector}) {
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

TEST_CASE("sixteen tokens of width sixteen show their digits at every size") {
    for (const MaskingInfo& method : kMaskingMethods) {
        Document document = randomDocument({.tokens = 16, .d_in = 16, .d_k = 16, .d_v = 16});
        document.masking.method = method.method;
        for (const ImVec2 size : {kLaptop, kUsual, kProjector}) {
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
