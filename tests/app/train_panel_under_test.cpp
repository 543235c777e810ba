#include "tests/app/train_panel_under_test.h"

#include <memory>

#include <fmt/format.h>

namespace lookback::test {

TrainPanelUnderTest::TrainPanelUnderTest(ImVec2 size) : LabUnderTest("write-a-poem", size) {
    ui.key(kTrain);
    ui.step(2);
}

void TrainPanelUnderTest::openSections() {
    for (const char* const section : {"more-text", "more-model", "more-optimizer"}) {
        click(fmt::format("Edit/{}", section));
    }
}

void TrainPanelUnderTest::reveal(std::string_view path) {
    constexpr int kMostTurns = 100;
    const auto is_seen = [&] {
        if (!ui.exists(path)) return false;
        const UiItem item = ui.find(path);
        return item.visible.Contains(item.rect);
    };
    if (is_seen()) return;
    const ImRect panel = ImGui::FindWindowByName("Edit")->Rect();
    ui.move({panel.Min.x + 4, panel.GetCenter().y});  // beside the text, which scrolls by itself
    ui.wheel(kMostTurns);
    for (int turn = 0; turn < kMostTurns && !is_seen(); ++turn) ui.wheel(-1);
    REQUIRE_MESSAGE(is_seen(), "not to be seen: ", std::string(path));
}

void TrainPanelUnderTest::click(std::string_view path) {
    if (!path.starts_with("popup")) reveal(path);
    ui.click(path);
    ui.step(2);
}

void TrainPanelUnderTest::overwrite(std::string_view path, std::string_view text) {
    if (path == kText) {
        reveal(path);
        ui.clickAt(ui.find(path).center());  // ImGui draws it as a window of its own
    } else {
        click(path);
    }
    ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    ui.type(text);
    ui.step(2);
}

void TrainPanelUnderTest::enter(std::string_view path, std::string_view text) {
    overwrite(path, text);
    ui.key(ImGuiKey_Enter);
    ui.step(2);
}

void TrainPanelUnderTest::choose(const Chosen& wish) {
    click(fmt::format("Edit/{}", wish.menu));
    click(fmt::format("popup/{}", wish.item));
}

void TrainPanelUnderTest::use(OptimizerKind kind) {
    auto next = std::make_shared<Experiment>(now());
    next->optimizer.kind = kind;
    act(SetExperiment{next});
    ui.step(2);
}

void TrainPanelUnderTest::checkStep(const Experiment& before, ExperimentChange change) {
    Experiment expected = before;
    change(expected);
    CHECK(now() == expected);
    CHECK(state().notice.empty());
    closeAll(*this);
    ui.key(kUndo);
    ui.step(2);
    CHECK(now() == before);
}

}  // namespace lookback::test
