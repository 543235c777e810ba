#pragma once

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// Carries out what changes what Compare and the Leak test show. Nothing of it is undone.
class ModeUpdate {
public:
    explicit ModeUpdate(AppState& state) : state_(state) {}

    void operator()(const SetVariant& a);
    void operator()(const SetCompareView& a);
    void operator()(const VariantRead& a);
    void operator()(const SetProbe& a);
    void operator()(const SetProbeWord& a);
    void operator()(const SetNudge& a);
    void operator()(const LeaksTested& a);
    void operator()(const SetWiggling& a);

private:
    AppState& state_;
};

/// Carries out what changes only what one looks at. Nothing of it is undone.
class ViewUpdate {
public:
    explicit ViewUpdate(AppState& state) : state_(state) {}

    void operator()(const SelectToken& a);
    void operator()(const GoTo& a);
    void operator()(const FocusCell& a);
    void operator()(const MoveStep& a);
    void operator()(const MoveCell& a);
    void operator()(const MoveRow& a);
    void operator()(const SetHead& a);
    void operator()(const SetMode& a);
    void operator()(const SetConventions& a);
    void operator()(const Lock& a);
    void operator()(const SetPlaying& a);
    void operator()(const SetTheme& a);
    void operator()(const SetTypeSize& a);
    void operator()(const SetDecimals& a);
    void operator()(const SetPresenting& a);
    void operator()(const SetBlank& a);
    void operator()(const ShowHelp& a);
    void operator()(const ShowPanel& a);
    void operator()(const Quit&);
    void operator()(const Notice& a);
    void operator()(const Pan& a);
    void operator()(const Zoom& a);
    void operator()(const Unfold& a);
    void operator()(const SetPlaySpeed& a);
    void operator()(const SetMotion& a);
    void operator()(const TypeNumber& a);
    void operator()(const NameToken& a);
    void operator()(const ShowMenu& a);

private:
    /// Goes to a cell, behind which all of the step is blank.
    void goTo(std::size_t step, Index cell);

    /// Takes the focus to a cell of the step; one that was blank appears, with all before it. The
    /// row of the cell in focus is the token that is read, where its rows are tokens.
    void focus(Index cell);

    /// Takes the focus to a cell of the step; one that was blank appears with a motion.
    void moveWithin(Index cell);

    /// Moves the window on large matrices so that it holds a cell.
    void show(MatrixId id, Cell cell);
    void showFocus();

    AppState& state_;
};

}  // namespace lookback
