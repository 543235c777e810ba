#pragma once

#include "app/look/look.h"
#include "app/state/action.h"
#include "app/state/app_state.h"

namespace lookback {

/// What a view may read, and the two things it may write: where the pointer is, and its wishes.
struct Scene {
    const AppState& state;
    const Look& look;
    ViewState& view;            ///< hover and texts being typed; never the step or the document
    Actions& actions;           ///< carried out after the frame
    bool compact = false;       ///< a low window: everything stands closer together
    bool narrow = false;        ///< labels are shorter
    bool left_floats = false;   ///< the panel to the left lies over the centre when asked for
    bool right_floats = false;  ///< the same of that to the right
    bool dense = false;         ///< every pixel is the digits': thumbnails give way

    [[nodiscard]] const Document& document() const { return state.document(); }
    [[nodiscard]] const Trace& trace() const { return state.trace(); }
    [[nodiscard]] const std::vector<std::string>& labels() const { return state.labels; }
    [[nodiscard]] MatrixView matrix(MatrixId id) const {
        return matrixOf(document(), trace(), id, view.head);
    }
    void emit(Action action) const { actions.push_back(std::move(action)); }
};

}  // namespace lookback
