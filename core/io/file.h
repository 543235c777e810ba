#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"

namespace lookback {

/// The name of a file in messages: the path, or "standard input" for `-`.
[[nodiscard]] std::string inputName(const std::string& path);

/// The bytes of a file; `-` is standard input.
/// Errors: of the system, a folder, more than `limit` bytes. `where` is the path.
[[nodiscard]] Result<std::string> readFile(const std::string& path,
                                           std::size_t limit = kMaxFileBytes);

/// Puts `bytes` in the place of a file in one step: readers see the old file or the new file, and a
/// failure or a loss of power leaves the old file. A link stays a link, a file keeps its
/// permissions. Devices and pipes are written into, and so is a file with several names (hard
/// links), which a replacement would separate: until it is written, a copy of `bytes` lies beside
/// it.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path, std::string_view bytes);

/// An identifier of the bytes: their number and their FNV-1a hash (64 bits).
[[nodiscard]] std::string fileFingerprint(std::string_view bytes);

/// Removes the half-written files that a killed process left in a folder (`writeFileAtomically`).
/// Files of running processes stay.
void removeLeftovers(const std::filesystem::path& folder);

}  // namespace lookback
