/// The panel of Train in a test, with all of its sections open.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "tests/app/menus.h"

namespace lookback::test {

inline constexpr ImGuiKeyChord kTrain = ImGuiMod_Alt | ImGuiKey_4;
inline constexpr ImGuiKeyChord kUndo = ImGuiMod_Ctrl | ImGuiKey_Z;
inline constexpr std::string_view kText = "Edit/##text";

using ExperimentChange = void (*)(Experiment&);

/// What is typed into a field, and what that makes of the experiment.
struct Typed {
    const char* field;
    const char* text;
    ExperimentChange change;
};

/// What is chosen in a menu.
struct Chosen {
    const char* menu;
    const char* item;
    ExperimentChange change;
};

class TrainPanelUnderTest : public LabUnderTest {
public:
    explicit TrainPanelUnderTest(ImVec2 size = kUsual);

    [[nodiscard]] const Experiment& now() const { return state().experiment(); }

    void openSections();
    /// Turns the wheel until it is seen.
    void reveal(std::string_view path);
    /// Scrolls it into sight where it is no menu's.
    void click(std::string_view path);
    /// Types over what stands in a field, without Enter.
    void overwrite(std::string_view path, std::string_view text);
    void enter(std::string_view path, std::string_view text);
    void choose(const Chosen& wish);
    void use(OptimizerKind kind);
    /// What hands just did has changed the experiment so, in one step of undo.
    void checkStep(const Experiment& before, ExperimentChange change);
};

}  // namespace lookback::test
