#pragma once

#include <functional>

#include "app/state/app_state.h"

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

}  // namespace lookback
