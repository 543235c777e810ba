#pragma once

namespace lookback {

/// How many bytes a document may take now: kMaxMemory, or half of the memory that is free, where
/// the system tells and that is less.
[[nodiscard]] double allowedMemory();

}  // namespace lookback
