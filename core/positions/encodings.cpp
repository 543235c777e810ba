#include "core/positions/encodings.h"

namespace lookback {

constexpr PositionRow kNoPositions{
    .kind = PositionKind::none,
    .words = {.label = "No positions", .line = "the order of the tokens is not told"},
};

const PositionArithmetic& arithmeticOf(PositionKind kind) { return rowOf(kind).arithmetic; }

const PositionWords& wordsOf(PositionKind kind) { return rowOf(kind).words; }

}  // namespace lookback
