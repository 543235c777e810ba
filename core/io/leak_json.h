#pragma once

#include <iosfwd>

#include "core/gradients/leak_verdict.h"

namespace lookback {

/// A leak test as one JSON object: `influence` (n, n), `leaks` as [output, token], `allowed` (n,
/// n), the document's mask, the `kind` of the verdict, its `example` or null, and the `verdict`
/// itself.
void writeLeakJson(std::ostream& out, const Trace& trace, const Influence& influence,
                   const LeakVerdict& verdict);

}  // namespace lookback
