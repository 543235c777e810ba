#include "app/state/model/dependents.h"

#include "core/explain/depending_cells.h"

namespace lookback {
namespace {

// All cells are looked at: up to here it takes less than a frame.
constexpr Index kDependentsMostTokens = 256;
constexpr Index kMostWeights = 1 << 20;  ///< of all heads

}  // namespace

const std::vector<CellRange>* Dependents::of(const Variant& shown, const Target& source) const {
    const Document& document = shown.document();
    const Index n = document.n();
    if (n > kDependentsMostTokens || document.heads * n * n > kMostWeights) return nullptr;
    if (!isGiven(document, source.id)) return nullptr;
    return &cells_.of(source, [&](std::vector<CellRange>& cells) {
        cells = dependentsOf(document, shown.trace(), source.id, source.head, source.cell);
    });
}

}  // namespace lookback
