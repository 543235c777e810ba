#pragma once

namespace lookback {

/// Bytes that a document may take now: kMaxMemory, or half of the free memory where that is known
/// and less.
[[nodiscard]] double allowedMemory();

}  // namespace lookback
