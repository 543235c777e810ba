#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/json_tree.h"

namespace lookback {

/// The bytes of a file; `-` is standard input.
/// Errors: what the system says, a folder, more than `limit` bytes. `where` is the path.
[[nodiscard]] Result<std::string> readFile(const std::string& path,
                                           std::size_t limit = kMaxFileBytes);

/// Puts `bytes` in the place of a file in one step: whoever reads it sees the old file or the new
/// one, and after a failure or a loss of power the old one is still there. A link stays a link, a
/// file keeps its permissions; devices and pipes are written into.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path, std::string_view bytes);

}  // namespace lookback
