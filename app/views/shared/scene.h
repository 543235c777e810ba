#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/look/look.h"
#include "app/look/motion.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "core/explain/cell_range.h"

namespace lookback {

/// What a view may read, and the three things it may write: what the hands are about, where it has
/// drawn what may move, and its wishes.
struct Scene {
    const AppState& state;
    const Look& look;
    Hands& hands;                     ///< hover, and the gesture that is under way
    Motion& motion;                   ///< where things were, and where they are drawn now
    Actions& actions;                 ///< carried out after the frame
    bool compact = false;             ///< a low window: everything stands closer together
    bool narrow = false;              ///< labels are shorter
    bool left_floats = false;         ///< the panel to the left lies over the centre when asked for
    bool right_floats = false;        ///< the same of that to the right
    bool dense = false;               ///< every pixel is the digits': thumbnails give way
    ImVec2 usual_centre{};            ///< size of the centre with type of the usual size
    std::vector<CellRange> inputs{};  ///< of the cell that the explanations speak of
    /// What depends on the given number that one points at; none: one points at no such number.
    const std::vector<CellRange>* dependents = nullptr;

    [[nodiscard]] const Variant& shown() const { return state.shown; }
    [[nodiscard]] const Place& place() const { return state.place; }
    [[nodiscard]] const Preferences& preferences() const { return state.preferences; }
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
    /// The same before the latest act; empty where there is nothing to compare with.
    [[nodiscard]] MatrixView before(MatrixId id) const {
        const Variant* const was = state.before.shown();
        const bool is_there = was != nullptr && (isWeight(id) || was->trace().has(id));
        return is_there ? was->matrix(id, place().head) : MatrixView();
    }
    /// Not here: that would double the time that each of the views takes to compile.
    void emit(Action action) const;
};

}  // namespace lookback
