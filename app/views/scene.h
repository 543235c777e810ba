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
    bool panels_float = false;  ///< a narrow window shows a side panel over the centre

    [[nodiscard]] const Document& document() const { return state.document(); }
    [[nodiscard]] const Trace& trace() const { return state.trace; }
    [[nodiscard]] const std::vector<std::string>& labels() const { return state.labels; }
    [[nodiscard]] MatrixView matrix(MatrixId id) const {
        return matrixOf(document(), trace(), id, view.head);
    }
    void emit(Action action) const { actions.push_back(std::move(action)); }
};

}  // namespace lookback
