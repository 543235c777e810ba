// A monkey at mouse and keyboard. However it presses, the document stays sound, everything on the
// screen follows it, and undo leads back to the beginning.
#include <array>
#include <cstdlib>
#include <random>

#include "core/io/experiment_library.h"
#include "tests/app/trains.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr int kUsualEvents = 5000;
constexpr int kUsualSeed = 20240229;
constexpr int kEventsPerRound = 250;  ///< far fewer steps than the history holds
constexpr Index kMostTokens = 10;

/// A number from the environment: LOOKBACK_MONKEY_EVENTS, LOOKBACK_MONKEY_SEED.
int numberFrom(const char* variable, int usual) {
    const char* wanted = std::getenv(variable);
    return wanted == nullptr ? usual : std::max(1, std::atoi(wanted));
}

constexpr std::array kKeys{
    ImGuiKey_RightArrow, ImGuiKey_LeftArrow, ImGuiKey_DownArrow, ImGuiKey_UpArrow,
    ImGuiKey_PageDown,   ImGuiKey_PageUp,    ImGuiKey_Home,      ImGuiKey_End,
    ImGuiKey_Space,      ImGuiKey_M,         ImGuiKey_Escape,    ImGuiKey_Enter,
    ImGuiKey_Tab,        ImGuiKey_Delete,    ImGuiKey_Backspace, ImGuiKey_Z,
    ImGuiKey_Y,          ImGuiKey_D,         ImGuiKey_F1,        ImGuiKey_F5,
};
constexpr std::array kModifiers{0,
                                0,
                                0,
                                0,
                                static_cast<int>(ImGuiMod_Ctrl),
                                static_cast<int>(ImGuiMod_Shift),
                                static_cast<int>(ImGuiMod_Ctrl | ImGuiMod_Shift)};
constexpr std::array kTexts{"0.5",  "1/3",    "\u22122", "-1e30", "inf",
                            "word", "\u00e4", "((",      "x y",   ""};

class Monkey {
public:
    Monkey(LabUnderTest& lab, std::mt19937& random) : lab_(lab), random_(random) {}

    void press() {
        const std::size_t what = below(100);
        if (what < 15) {
            lab_.ui.move(place());
        } else if (what < 45) {
            lab_.ui.move(item());
            if (below(3) != 0) button();
        } else if (what < 57) {
            button();
        } else if (what < 65) {
            typeInto();
        } else if (what < 70) {
            lab_.ui.wheel(static_cast<float>(below(7)) - 3);
        } else if (what < 88) {
            lab_.ui.key(kKeys[below(kKeys.size())] | kModifiers[below(kModifiers.size())]);
        } else if (what < 96) {
            lab_.ui.type(kTexts[below(kTexts.size())]);
        } else if (what < 98) {
            lab_.ui.resize(
                {900 + static_cast<float>(below(1101)), 600 + static_cast<float>(below(601))});
        } else {
            lab_.ui.wait(0.1 * static_cast<double>(below(8)));
        }
        // Keeps the screens drawable in a short time.
        if (lab_.document().n() > kMostTokens) lab_.act(RemoveToken{0});
    }

    /// Lets go of everything that is held or open.
    void rest() {
        if (held_) lab_.ui.release();
        held_ = false;
        for (int k = 0; k < 3; ++k) lab_.ui.key(ImGuiKey_Escape);
        lab_.ui.move({1, 1});
    }

private:
    std::size_t below(std::size_t bound) { return random_() % bound; }

    ImVec2 place() {
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        return {static_cast<float>(below(static_cast<std::size_t>(size.x))),
                static_cast<float>(below(static_cast<std::size_t>(size.y)))};
    }

    ImVec2 item() {
        const auto& items = lab_.ui.items();
        return items.empty() ? place() : items[below(items.size())].center();
    }

    /// Double-clicks something, types and ends in one of the ways to end.
    void typeInto() {
        if (held_) button();
        lab_.ui.doubleClickAt(item());
        lab_.ui.step(2);
        lab_.ui.type(kTexts[below(kTexts.size())]);
        constexpr std::array kEnds{ImGuiKey_Enter, ImGuiKey_Enter, ImGuiKey_Tab, ImGuiKey_Escape};
        if (below(5) != 0) lab_.ui.key(kEnds[below(kEnds.size())]);
    }

    void button() {
        if (held_) {
            lab_.ui.release();
        } else {
            lab_.ui.press();
        }
        held_ = !held_;
        if (held_ && below(3) != 0) button();
    }

    LabUnderTest& lab_;
    std::mt19937& random_;
    bool held_ = false;
};

/// Undo leads to the experiment that was there first, redo back to what was there.
void checkUndoOfExperiment(LabUnderTest& lab) {
    lab.carryOut(SetMode{Mode::train});
    const auto& history = lab.state().experiment_work.history;
    const ExperimentSnapshot now = history.current();
    int steps = 0;
    for (; history.canUndo(); ++steps) lab.carryOut(Undo{});
    CHECK(lab.state().experiment() == *openShippedExperiment(experiments().front().id));
    lab.ui.step();
    for (; steps > 0; --steps) lab.carryOut(Redo{});
    CHECK(history.current() == now);
    lab.ui.step();
}

/// Undo leads to the document as it was opened, redo back to what was there.
void checkUndo(LabUnderTest& lab) {
    lab.carryOut(SetMode{Mode::lab});
    const Document now = lab.document();
    int steps = 0;
    for (; lab.state().document_work.history.canUndo(); ++steps) lab.carryOut(Undo{});
    CHECK(lab.isAsOpened());
    CHECK(isUpToDate(lab.state()));
    lab.ui.step();
    for (; steps > 0; --steps) lab.carryOut(Redo{});
    CHECK(lab.document() == now);
    lab.ui.step();
}

/// @return true where the document was edited.
bool playRound(LabUnderTest& lab, std::mt19937& random) {
    Monkey monkey(lab, random);
    for (int event = 1; event <= kEventsPerRound; ++event) {
        CAPTURE(event);
        monkey.press();
        if (event % 10 != 0) continue;
        trainForAMoment(lab);
        REQUIRE(faults(lab.document()).empty());
        REQUIRE(faults(lab.state().experiment()).empty());
        REQUIRE(isUpToDate(lab.state()));
        REQUIRE(lab.place().step < lab.state().steps().size());
    }
    monkey.rest();
    const bool edited = lab.state().document_work.history.canUndo();
    checkUndo(lab);
    checkUndoOfExperiment(lab);
    return edited;
}

}  // namespace

TEST_CASE("a monkey breaks nothing") {
    const int seed = numberFrom("LOOKBACK_MONKEY_SEED", kUsualSeed);
    const int events = numberFrom("LOOKBACK_MONKEY_EVENTS", kUsualEvents);
    std::mt19937 random(static_cast<unsigned>(seed));
    std::size_t edits = 0;
    CAPTURE(seed);
    // Every round begins anew, so that the history never runs over.
    for (int round = 0; round * kEventsPerRound < events; ++round) {
        CAPTURE(round);
        LabUnderTest lab(lessons()[static_cast<std::size_t>(round) % lessons().size()].id);
        edits += playRound(lab, random) ? 1 : 0;
    }
    CHECK(edits > static_cast<std::size_t>(events / kEventsPerRound / 2));
}
