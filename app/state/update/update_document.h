#pragma once

#include <functional>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "core/document/words.h"

namespace lookback {

/// Changes the document of a state, where the changed document may exist.
class DocumentEditor {
protected:
    using Edit = std::function<void(Snapshot&)>;

    explicit DocumentEditor(AppState& state) : state_(state) {}

    [[nodiscard]] bool isToken(Index at) const { return at >= 0 && at < state_.document().n(); }
    [[nodiscard]] bool isPair(Cell cell) const { return isToken(cell.row) && isToken(cell.col); }

    /// Whether a document would take more memory than `allowed`; a notice then says so.
    [[nodiscard]] bool isTooLarge(const Document& wished);

    /// Bytes of memory that a document may take: at least those that the present one takes.
    [[nodiscard]] double allowed() const;

    /// One step of undo. A change that leaves a document which cannot be computed is not made, and
    /// neither is one of a part that a lesson locks; a notice says why.
    void edit(const Edit& change);

    /// One of the many changes up to FinishDrag that are one step of undo, unless a lesson locks
    /// the part. The changed document must have no faults.
    void drag(const Edit& change);

    /// Whether a lesson locks a part that the change would change; a notice then says so.
    [[nodiscard]] bool isLocked(const Snapshot& next);

    AppState& state_;
};

/// Carries out what changes the mask, and the masking.
class MaskUpdate : DocumentEditor {
public:
    explicit MaskUpdate(AppState& state) : DocumentEditor(state) {}

    void operator()(const SetMasked& a);
    void operator()(const SetMaskRules& a);
    void operator()(const Change<Mask>& a);
    void operator()(const PaintMask& a);
    void operator()(const FlipCell& a);
    void operator()(const SetMasking& a);
};

/// Carries out what changes the document but for its mask. A frame may hold several acts: a token
/// or number that an act names may be gone since an earlier one of the same frame. Such an act
/// changes nothing.
class DocumentUpdate : DocumentEditor {
public:
    explicit DocumentUpdate(AppState& state) : DocumentEditor(state) {}

    void operator()(const SetNumber& a);
    void operator()(const Change<Document>& a);
    void operator()(const RenameToken& a);
    void operator()(const InsertToken& a);
    void operator()(const RemoveToken& a);
    void operator()(const MoveToken& a);
    void operator()(const SetSentence& a);
    void operator()(const SetTitle& a);
    void operator()(const SetShape& a);
    void operator()(const TakeEmbeddings& a);
    void operator()(const SetOutput& a);
    void operator()(const SetDraw& a);
    void operator()(const TakeSnapshot&);
    void operator()(const RemoveSnapshot& a);
    void operator()(const RenameSnapshot& a);

private:
    /// Says what was changed of words that were typed or pasted, where nothing else is to be said.
    void tellOf(const TypedWords& typed);
};

}  // namespace lookback
