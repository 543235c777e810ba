#pragma once

#include "app/state/action.h"
#include "app/state/document_editor.h"
#include "core/document/typed_words.h"

namespace lookback {

/// Carries out what changes the document but for its mask, and undo. One frame may hold several
/// wishes; what an earlier one took away, a later one finds gone.
class DocumentUpdate : DocumentEditor {
public:
    explicit DocumentUpdate(AppState& state) : DocumentEditor(state) {}

    void operator()(const SetNumber& a);
    void operator()(const DragNumber& a);
    void operator()(const FinishDrag&);
    void operator()(const CancelDrag&);
    void operator()(const RenameToken& a);
    void operator()(const InsertToken& a);
    void operator()(const RemoveToken& a);
    void operator()(const MoveToken& a);
    void operator()(const SetSentence& a);
    void operator()(const Undo&);
    void operator()(const Redo&);
    void operator()(const SetHeads& a);
    void operator()(const SetPositionKind& a);
    void operator()(const SetPositionBase& a);
    void operator()(const SetSlopes& a);
    void operator()(const SetScale& a);
    void operator()(const DragScale& a);
    void operator()(const SetSoftcap& a);
    void operator()(const SetDType& a);
    void operator()(const SetOutput& a);
    void operator()(const SetDraw& a);
    void operator()(const TakeSnapshot&);
    void operator()(const RemoveSnapshot& a);
    void operator()(const RenameSnapshot& a);
    void operator()(const SetEmbedding& a);
    void operator()(const ShowDrawSheet& a);

private:
    /// Undo or redo.
    void travel(bool (History<Snapshot>::*move)());

    /// Says what was changed of words that were typed or pasted, where nothing else is to be said.
    void tellOf(const TypedWords& typed);
};

}  // namespace lookback
