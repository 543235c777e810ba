#pragma once

#include <variant>

#include "app/state/model/memo.h"
#include "app/state/model/work.h"
#include "core/base/matrix_view.h"

namespace lookback {

/// The mask that was taken off a document, cell by cell: pairs that it blocks leak.
class LiftedMask {
public:
    /// Call after every change of the document.
    void forget() { allowed_.forget(); }

    /// @return (n, n), 0 where the mask blocks the pair; empty where the document is masked, no
    /// mask was taken off, or the document is too large to be computed twice
    [[nodiscard]] MatrixView of(const Snapshot& now) const;

private:
    Memo<std::monostate, Matrix<unsigned char>> allowed_;
};

}  // namespace lookback
