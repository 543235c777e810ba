/// The Lab as a person meets it, in a test: opened on a lesson or a document, without a window.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "app/look/look.h"
#include "app/look/motion.h"
#include "app/look/painter.h"
#include "app/look/vector_drawing.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "core/io/lesson_library.h"
#include "core/words/say.h"
#include "tests/combinations.h"
#include "tests/ui_driver/ui_driver.h"

namespace lookback::test {

/// Fonts of one size for all the tests of this process, as the program loads them, in an atlas that
/// ImGui's contexts share.
struct TestFonts {
    ImFontAtlas atlas;
    Fonts fonts;

    [[nodiscard]] static TestFonts& at(const TypeSize& type = {});
};

/// The window sizes of the layout tests: a laptop, the design's pictures, a projector.
inline constexpr ImVec2 kLaptop{1280, 720};
inline constexpr ImVec2 kUsual{1600, 1000};
inline constexpr ImVec2 kProjector{1920, 1080};

/// The windows that a test measures: all of `sizes`; with sanitizers the first alone, as a fault of
/// memory depends little on the size of a window.
[[nodiscard]] inline std::vector<ImVec2> windows(std::vector<ImVec2> sizes) {
    if (kIsSanitized && !sizes.empty()) sizes.resize(1);
    return sizes;
}

class LabUnderTest {
public:
    explicit LabUnderTest(std::string_view lesson = "write-a-poem", ImVec2 size = kUsual);
    explicit LabUnderTest(const Document& document, ImVec2 size = kUsual);
    ~LabUnderTest();
    LabUnderTest(const LabUnderTest&) = delete;
    LabUnderTest& operator=(const LabUnderTest&) = delete;

    [[nodiscard]] const AppState& state() const { return state_; }
    [[nodiscard]] const Document& document() const { return state_.document(); }
    [[nodiscard]] const Trace& trace() const { return state_.trace(); }
    [[nodiscard]] const Place& place() const { return state_.place; }
    [[nodiscard]] const Preferences& preferences() const { return state_.preferences; }
    [[nodiscard]] const Hands& hands() const { return state_.hands; }
    [[nodiscard]] const Look& look() const { return look_; }
    /// What the last frame has drawn of what can move.
    [[nodiscard]] const Motion& motion() const { return motion_; }
    [[nodiscard]] double number(MatrixId id, Cell cell) const;
    /// True where the document is the one that was opened, bit for bit.
    [[nodiscard]] bool isAsOpened() const;

    /// Carries an action out as if a button had done it; `act` draws a frame, too.
    void carryOut(const Action& action);
    void act(const Action& action);
    /// Goes to a step by its title on the timeline, with all its cells.
    void goTo(std::string_view title);
    void goTo(std::size_t step);
    [[nodiscard]] std::string step() const { return english().text(state_.step().title); }

    // --- what is on the screen ---

    /// Path of a number that can be changed, and the middle of its cell.
    [[nodiscard]] static std::string cell(MatrixId id, Cell cell);
    [[nodiscard]] ImVec2 center(MatrixId id, Cell cell) const;
    /// Path of the chip of a token.
    [[nodiscard]] std::string chip(Index token) const;
    /// The middle of a cell of a matrix in the focus that `cols` cells wide and `rows` high.
    [[nodiscard]] ImVec2 figureCell(std::string_view item, Cell cell, Index rows, Index cols) const;
    /// The texts of the last frame.
    [[nodiscard]] const std::vector<LayoutProbe::Text>& texts() const { return probe_.texts(); }
    /// The paragraphs of the tooltip of the last frame; none where there is none.
    [[nodiscard]] const std::vector<std::string>& tooltip() const { return probe_.tooltip(); }
    /// Draws a frame, and returns its shapes.
    [[nodiscard]] VectorPage recorded();
    /// True where the last frame says this; lines are set word by word, so the words that were
    /// drawn one after the other count as one text.
    [[nodiscard]] bool shows(std::string_view text) const;
    /// `shows`, also where the text is broken into lines, which lose the spaces between them.
    [[nodiscard]] bool showsLines(std::string_view text) const;
    /// All texts within a rectangle, in the order they were drawn, separated by nothing.
    [[nodiscard]] std::string textIn(const ImRect& box) const;

    // --- what a person does ---

    void dragCell(MatrixId id, Cell cell, float pixels);
    /// Double-clicks a number and types over it, without Enter.
    void typeInto(MatrixId id, Cell cell, std::string_view text);
    /// Opens a menu of the top bar by the id behind its label, clicks one of its items, and closes
    /// it where it stays open.
    void choose(std::string_view menu, std::string_view item);
    /// From now on the numbers of large documents come from `answerPass` alone.
    void holdPasses() { holds_passes_ = true; }
    /// Computes what the document on screen waits for. @return false where it waits for nothing
    bool answerPass();
    /// What the program was asked to do since the last call.
    [[nodiscard]] std::vector<Effect> takeEffects();
    /// Puts a text into the clipboard.
    void copy(const std::string& text);
    void undoAll();
    void redoAll();

private:
    UiDriver::Options optionsFor(ImVec2 size);
    void dress();
    void drawOne();

    Look look_;
    Motion motion_;
    TypeSize type_;
    LayoutProbe probe_;
    AppState state_;
    bool holds_passes_ = false;

public:
    UiDriver ui;  ///< last: its first frames draw all of the above
};

/// The lesson's document; the test fails where there is none.
[[nodiscard]] Document lessonDocument(std::string_view id);

/// True where every matrix of two traces is the same, bit for bit (NaN equals NaN).
[[nodiscard]] bool sameTrace(const Trace& a, const Trace& b);
/// True where the trace on the screen is what `attend` makes of the document.
[[nodiscard]] bool isUpToDate(const AppState& state);

}  // namespace lookback::test
