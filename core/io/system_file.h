/// What the standard library cannot do with files. A system that cannot either is asked nothing.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>

namespace lookback {

/// Has all that was written to a file reach the disk. @return false, with the reason in errno,
/// where it did not.
[[nodiscard]] bool syncFile(std::FILE* file);

/// Has a folder's list of names reach the disk; file systems that cannot are left alone.
void syncFolder(const std::filesystem::path& folder);

/// Gives a file the owner of another one, as far as one may give files away.
void takeOwner(const std::filesystem::path& file, const std::filesystem::path& from);

/// Cuts an open file to so many bytes. @return false, with the reason in errno, where it cannot
[[nodiscard]] bool cutFile(std::FILE* file, std::size_t bytes);

/// A number that no other running process has.
[[nodiscard]] long processId();

/// True where a process with this number runs.
[[nodiscard]] bool isRunning(long process);

}  // namespace lookback
