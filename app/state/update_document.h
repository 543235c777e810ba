#pragma once

#include "app/state/action.h"
#include "app/state/app_state.h"
#include "core/document/typed_words.h"

namespace lookback {

/// Carries out what changes the document, and undo. One frame may hold several wishes; what an
/// earlier one took away, a later one finds gone.
class DocumentUpdate {
public:
    explicit DocumentUpdate(AppState& state) : state_(state) {}

    void operator()(const SetNumber& a);
    void operator()(const DragNumber& a);
    void operator()(const FinishDrag&);
    void operator()(const CancelDrag&);
    void operator()(const RenameToken& a);
    void operator()(const InsertToken& a);
    void operator()(const RemoveToken& a);
    void operator()(const MoveToken& a);
    void operator()(const SetSentence& a);
    void operator()(const SetMasked& a);
    void operator()(const SetMaskRules& a);
    void operator()(const PutMaskRule& a);
    void operator()(const RemoveMaskRule& a);
    void operator()(const RemovePaint&);
    void operator()(const PaintCell& a);
    void operator()(const SetMasking& a);
    void operator()(const DragMasking& a);
    void operator()(const Undo&);
    void operator()(const Redo&);
    void operator()(const FlipCell& a);
    void operator()(const SetHeads& a);
    void operator()(const SetPositionKind& a);
    void operator()(const SetPositionBase& a);
    void operator()(const SetSlopes& a);
    void operator()(const SetScale& a);
    void operator()(const SetDType& a);
    void operator()(const SetOutput& a);
    void operator()(const SetDraw& a);
    void operator()(const ShowDrawSheet& a);

private:
    [[nodiscard]] bool isToken(Index at) const { return at >= 0 && at < state_.document().n(); }

    /// Whether a document would take more than it may; then a notice says why.
    [[nodiscard]] bool isTooLarge(const Document& wished);

    /// Bytes of memory that a document may take: at least those of the one that is there.
    [[nodiscard]] double allowed() const;

    /// One step of undo. A change that leaves a document which cannot be computed is not made; a
    /// notice says why.
    template <class Change>
    void edit(Change change);

    /// Many changes that are undone as one: until FinishDrag.
    template <class Change>
    void drag(Change change);

    /// Undo or redo.
    void travel(bool (History<Snapshot>::*move)());

    /// Says what was changed of words that were typed or pasted, where nothing else is to be said.
    void tellOf(const TypedWords& typed);

    AppState& state_;
};

}  // namespace lookback
