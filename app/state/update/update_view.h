#pragma once

#include "app/state/model/app_state.h"
#include "app/state/model/stops.h"
#include "app/state/update/action.h"

namespace lookback {

/// Carries out what changes only what one looks at, in every mode. Nothing of it is undone.
class ViewUpdate {
public:
    explicit ViewUpdate(AppState& state) : state_(state) {}

    void operator()(const SelectToken& a);
    void operator()(const GoTo& a);
    void operator()(const FocusCell& a);
    void operator()(const Move& a);
    void operator()(const SetPlaying& a);
    void operator()(const Pan& a);
    void operator()(const Zoom& a);

    void operator()(const SetMode& a);
    void operator()(const SetPresenting& a);
    void operator()(const Change<Place>& a);
    void operator()(const SetVariant& a);
    void operator()(const VariantRead& a);
    void operator()(const Change<LeakPlace>& a);
    void operator()(const DocumentComputed& a);
    void operator()(const LeaksTested& a);
    void operator()(const Change<TrainPlace>& a);
    void operator()(const MoveTraining& a);
    void operator()(const Change<GeneratePlace>& a);

    void operator()(const TypeNumber& a);
    void operator()(const NameToken& a);
    void operator()(const TypeSentence&);
    void operator()(const TypeTitle&);
    void operator()(const Change<Hands>& a);
    void operator()(const Change<Preferences>& a);
    void operator()(const CopyText& a);
    void operator()(const CopyLink& a);
    void operator()(const CopyMatrix& a);
    void operator()(const Notice& a);
    void operator()(const Quit&);
    void operator()(const QuitAnyway&);
    void operator()(const KeepFailed& a);
    void operator()(const ShowKeepSheet&);
    void operator()(const CloseKeepSheet&);

private:
    /// Goes to a cell of a step; all cells behind it are blank.
    void goTo(std::size_t step, Index cell);
    void goToDifference();

    /// Takes the focus to a cell of the step; one that was blank appears, with all before it. The
    /// row of the cell in focus is the token that is read, where its rows are tokens.
    void focus(Index cell);

    void moveByCells(int by);
    void moveByStop(int by);
    void moveBySteps(int by);

    /// Goes to a stop of a step; the cell in focus is its most telling one.
    void goToStop(std::size_t step, const Stop& stop);

    /// Moves the part of large matrices that is on screen so that it contains a cell.
    void show(MatrixId id, Cell cell);
    /// The same for the cell in focus.
    void showFocus();

    /// Whether a lesson locks a part that is about to be edited; a notice then says so.
    [[nodiscard]] bool isLocked(DocumentPart part);
    [[nodiscard]] Index boundTraining(Index wished);

    AppState& state_;
};

/// As many words as the text's longest line has behind the prompt; while no training stands, those
/// that are written.
[[nodiscard]] Index wordsToEnd(const AppState& state);

/// True where so many words are written, and all steps of the next one are seen.
[[nodiscard]] bool isAtEndOfWriting(const AppState& state);

}  // namespace lookback
