#include "app/state/model/before.h"

#include "core/engine/changed_cells.h"
#include "core/engine/memory.h"

namespace lookback {
namespace {

constexpr Index kBeforeMostTokens = 64;  ///< of longer sentences hardly a difference has room
constexpr double kBeforeMostBytes = 16e6;

/// True where each number belongs to the same token as before; one of them may be another word.
bool haveSamePlaces(const Document& was, const Document& is) {
    if (was.n() != is.n()) return false;
    int renamed = 0;
    for (std::size_t k = 0; k < is.tokens.size(); ++k) {
        if (was.tokens[k] != is.tokens[k]) ++renamed;
    }
    return renamed <= 1;
}

}  // namespace

void BeforeAct::remember(const Document& was, const Document& is) {
    forget();
    if (was.n() > kBeforeMostTokens || traceMemory(was) > kBeforeMostBytes) return;
    if (!haveSamePlaces(was, is) || !haveSameShapes(was, is)) return;
    document_ = was;
    variant_.forget();
}

const Variant* BeforeAct::shown() const {
    if (!document_) return nullptr;
    return &variant_.of({}, [&](Variant& variant) { variant.show(*document_); });
}

}  // namespace lookback
