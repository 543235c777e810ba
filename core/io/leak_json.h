#pragma once

#include <iosfwd>

#include "core/gradients/leak.h"

namespace lookback {

/// A leak test as one JSON object: `influence` (n, n), `leaks` as [query, key], `allowed` (n, n),
/// the document's mask, and the `verdict`.
void writeLeakJson(std::ostream& out, const Trace& trace, const Influence& influence);

}  // namespace lookback
