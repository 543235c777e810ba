#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/state/model/app_state.h"
#include "app/state/model/lesson_draft.h"
#include "app/state/update/action.h"
#include "app/views/lesson/card_column.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// A choice of a row, of which one holds.
struct RowChoice {
    std::string label;  ///< with its id
    std::string tooltip;
};

/// A toggle that picks numbers.
struct PickToggle {
    Message label;
    std::string_view id;
    CellPick kind;
};

/// The parts of the editor of a lesson: headings, texts that are typed, toggles. Each shows a part
/// of the draft's file and emits what changes it.
class EditorColumn {
public:
    EditorColumn(const Scene& in, CardColumn& below)
        : scene(in),
          draft(*in.state.draft),
          card(below),
          wanted_field_(std::exchange(in.hands.draft_field, "")) {}

    void heading(const Message& words);
    void soft(const Message& words);
    void plain(const Message& words);
    /// A text of the file below its label. @param lines that it has room for
    void text(const Message& label, const std::string& path, std::size_t lines = 1);
    /// A button with its id behind ###. @return true where it was pressed
    bool button(const Message& label, std::string_view id, const Message& tip,
                ButtonKind kind = ButtonKind::plain, bool enabled = true);
    /// A button that is marked while it is on.
    bool toggle(const Message& label, std::string_view id, const Message& tip, bool is_on) {
        return button(label, id, tip, is_on ? ButtonKind::strong : ButtonKind::plain);
    }
    /// A row of toggles that pick numbers: those of the Lab by a click there, those of an
    /// experiment from a list below the row. What stands below stays in its place when a number of
    /// the Lab is picked. @param picked said below the row while no number is awaited
    void pickToggles(std::span<const PickToggle> row, const Message& tip,
                     const std::string& slot_path = "",
                     const std::optional<Message>& picked = std::nullopt);
    /// @return the choice that was pressed, or -1
    int choices(std::span<const RowChoice> row, int chosen);

    /// The parts of the document or the experiment that edits of the file change, in words.
    [[nodiscard]] std::string partsOfEdits(const std::string& path) const;

    [[nodiscard]] std::string said(const Message& words) const { return scene.said(words); }

    const Scene& scene;
    const LessonDraft& draft;
    CardColumn& card;

private:
    /// Puts the numbers of the experiment, each with its value; a click picks it, and the list
    /// goes.
    /// @param above where the row of its toggles begins, which stays in sight
    void numbers(float above);
    /// @return true where it was pressed
    bool number(const ExperimentNumber& row, bool can_be_picked);

    std::string wanted_field_;   ///< path of the text that takes the keyboard now
    std::string last_field_{};   ///< path of the text above
    bool passes_focus_ = false;  ///< Tab left that text: the next one takes the keyboard
};

/// Puts the step of the draft that is on the screen.
void putDraftStep(EditorColumn& column);
/// Puts the task of that step.
void putDraftTask(EditorColumn& column);

}  // namespace lookback
