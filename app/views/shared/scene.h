#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/look.h"
#include "app/state/model/hands.h"
#include "app/state/model/place.h"
#include "app/state/model/preferences.h"
#include "app/state/model/variant.h"
#include "app/views/shared/layout.h"
#include "core/explain/cell_range.h"

namespace lookback {

// Views that read the state beyond the members below include app_state.h, those that emit actions
// action.h: the training and the comparison are nothing that the Lab's views compile.
struct AppState;
class Action;
using Actions = std::vector<Action>;
class LocalText;
struct Message;
struct Motion;
class Wording;

/// Parameter of every view: the state that it reads, and the three values that it may write: hands
/// (hover and gesture), motion (where it has drawn what moves) and the actions that it asks for.
struct Scene {
    const AppState& state;
    const Look& look;
    Hands& hands;                  ///< hover, and the gesture that is under way
    Motion& motion;                ///< earlier and present positions of drawn things
    Actions& actions;              ///< carried out after the frame
    bool compact = false;          ///< a low window: smaller margins and gaps
    bool narrow = false;           ///< labels are shorter
    bool left_floats = false;      ///< the panel to the left lies over the centre when asked for
    bool right_floats = false;     ///< as `left_floats`, of the panel to the right
    bool left_may_float = false;   ///< that panel floats for a sentence of some length
    bool right_may_float = false;  ///< as `left_may_float`
    Density density = Density::roomy;  ///< of the Lab's centre
    int decimals = 4;                  ///< the wished ones, as far as the panels have room
    Rect edit_panel{};                 ///< region of the panel to the left; empty: it is not shown
    ImVec2 usual_centre{};             ///< size of the centre with type of the usual size
    std::vector<CellRange> inputs{};   ///< cells that the explained cell is computed from
    /// Cells that depend on the given number under the pointer; null: no such number is there.
    const std::vector<CellRange>* dependents = nullptr;

    [[nodiscard]] const Variant& shown() const;
    [[nodiscard]] const Place& place() const;
    [[nodiscard]] const Preferences& preferences() const;
    /// The messages in the language of the window and the reader's conventions.
    [[nodiscard]] Wording wording() const;
    /// Says a message, several ones, or a text of a lesson in plain characters.
    [[nodiscard]] std::string said(const Message& message) const;
    [[nodiscard]] std::string said(std::span<const Message> messages) const;
    [[nodiscard]] std::string said(const LocalText& text) const;
    /// Returns a label of a control with its id: "Head 2###head-2". @param id without ###
    [[nodiscard]] std::string labelled(const Message& label, std::string_view id) const;
    /// The query token that is read.
    [[nodiscard]] Index token() const;
    [[nodiscard]] const std::vector<Step>& steps() const { return shown().steps(); }
    /// The step in focus.
    [[nodiscard]] const Step& step() const { return steps()[place().step]; }
    [[nodiscard]] const Document& document() const { return shown().document(); }
    [[nodiscard]] const Trace& trace() const { return shown().trace(); }
    [[nodiscard]] const std::vector<std::string>& labels() const { return shown().labels(); }
    [[nodiscard]] std::span<const std::string> labels(AxisRange shown) const {
        return std::span(labels()).subspan(static_cast<std::size_t>(shown.first),
                                           static_cast<std::size_t>(shown.count));
    }
    /// The tokens of long sentences that are on screen.
    [[nodiscard]] AxisRange shownTokens() const {
        return place().pane.range(place().pane.query, document().n());
    }
    [[nodiscard]] MatrixView matrix(MatrixId id) const { return shown().matrix(id, place().head); }
    /// Returns the matrix before the latest act; empty where there is none to compare with.
    [[nodiscard]] MatrixView before(MatrixId id) const;
    /// Asks for an action, which is carried out after the frame.
    void emit(Action action) const;
};

}  // namespace lookback
