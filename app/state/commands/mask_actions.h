#pragma once

#include <optional>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// Changes the mark that the mask's rule of this kind gives a token; where there is no such rule,
/// one is put on. @param kind one that marks tokens @param token one that there is
[[nodiscard]] Action changeMark(const Document& document, MaskKind kind, Index token);

/// Makes a line of the mask what its cell is not, allowed or blocked: as a stroke from the cell to
/// a neighbour so many rows and columns away does, {0, 0} its row.
[[nodiscard]] Action changeLine(const Document& document, Cell cell, Cell neighbour);

/// The last rule that has a number; nothing where none has.
[[nodiscard]] std::optional<std::size_t> numberedRule(const Document& document);

/// Makes the first number of that rule larger or smaller, as far as it goes.
[[nodiscard]] Action changeNumber(const Document& document, Index by);

}  // namespace lookback
