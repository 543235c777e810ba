#pragma once

#include <functional>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "core/document/words.h"

namespace lookback {

/// Changes the document, where it may become what somebody wishes.
class DocumentEditor {
protected:
    using Change = std::function<void(Snapshot&)>;

    explicit DocumentEditor(AppState& state) : state_(state) {}

    [[nodiscard]] bool isToken(Index at) const { return at >= 0 && at < state_.document().n(); }

    /// Whether a document would take more than it may; then a notice says why.
    [[nodiscard]] bool isTooLarge(const Document& wished);

    /// Bytes of memory that a document may take: at least those of the one that is there.
    [[nodiscard]] double allowed() const;

    /// One step of undo. A change that leaves a document which cannot be computed is not made; a
    /// notice says why.
    void edit(const Change& change);

    /// Many changes that are undone as one: until FinishDrag.
    void drag(const Change& change);

    AppState& state_;
};

/// Carries out what changes the mask, and the masking.
class MaskUpdate : DocumentEditor {
public:
    explicit MaskUpdate(AppState& state) : DocumentEditor(state) {}

    void operator()(const SetMasked& a);
    void operator()(const SetMaskRules& a);
    void operator()(const PutMaskRule& a);
    void operator()(const RemoveMaskRule& a);
    void operator()(const RemovePaint&);
    void operator()(const PaintCell& a);
    void operator()(const PaintLine& a);
    void operator()(const FlipCell& a);
    void operator()(const SetMasking& a);
    void operator()(const DragMasking& a);
};

/// Carries out what changes the document but for its mask. One frame may hold several
/// wishes; what an earlier one took away, a later one finds gone.
class DocumentUpdate : DocumentEditor {
public:
    explicit DocumentUpdate(AppState& state) : DocumentEditor(state) {}

    void operator()(const SetNumber& a);
    void operator()(const DragNumber& a);
    void operator()(const RenameToken& a);
    void operator()(const InsertToken& a);
    void operator()(const RemoveToken& a);
    void operator()(const MoveToken& a);
    void operator()(const SetSentence& a);
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
    /// Says what was changed of words that were typed or pasted, where nothing else is to be said.
    void tellOf(const TypedWords& typed);
};

}  // namespace lookback
