#pragma once

#include <vector>

#include "app/state/model/memo.h"
#include "app/state/model/place.h"
#include "app/state/model/variant.h"
#include "core/explain/cell_range.h"

namespace lookback {

/// What depends on a given number, found when a view asks for it.
class Dependents {
public:
    /// The document became another one.
    void forget() { cells_.forget(); }

    /// @return nullptr where the cell is made from others, or the document is too large
    [[nodiscard]] const std::vector<CellRange>* of(const Variant& shown,
                                                   const Target& source) const;

private:
    Memo<Target, std::vector<CellRange>> cells_;
};

}  // namespace lookback
