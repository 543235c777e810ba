#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"

namespace lookback {

/// What messages call a file: `-` is standard input.
[[nodiscard]] std::string inputName(const std::string& path);

/// The bytes of a file; `-` is standard input.
/// Errors: what the system says, a folder, more than `limit` bytes. `where` is the path.
[[nodiscard]] Result<std::string> readFile(const std::string& path,
                                           std::size_t limit = kMaxFileBytes);

/// Puts `bytes` in the place of a file in one step: whoever reads it sees the old file or the new
/// one, and after a failure or a loss of power the old one is still there. A link stays a link, a
/// file keeps its permissions; devices and pipes are written into. So is a file with several names,
/// which would become two files otherwise: a copy of what is new lies beside it until it is done.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path, std::string_view bytes);

/// A short text that tells these bytes from all others that anybody would have in their place:
/// their number and their FNV-1a hash (64 bits).
[[nodiscard]] std::string fileFingerprint(std::string_view bytes);

/// Removes what `writeFileAtomically` left half written in a folder when its process was killed.
/// What belongs to a process that still runs is left alone.
void removeLeftovers(const std::filesystem::path& folder);

}  // namespace lookback
