/// File operations that the standard library lacks. Where the system lacks them too, they do
/// nothing.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>

namespace lookback {

/// Flushes a file to the disk. @return false, with the reason in errno, where it did not.
[[nodiscard]] bool syncFile(std::FILE* file);

/// Flushes a folder's list of names to the disk, on file systems that can.
void syncFolder(const std::filesystem::path& folder);

/// Gives a file the owner of the file `from`, as far as permissions allow.
void takeOwner(const std::filesystem::path& file, const std::filesystem::path& from);

/// Cuts an open file to a number of bytes. @return false, with the reason in errno, where it cannot
[[nodiscard]] bool cutFile(std::FILE* file, std::size_t bytes);

/// A number that no other running process has.
[[nodiscard]] long processId();

/// True where a process with this number runs.
[[nodiscard]] bool isRunning(long process);

}  // namespace lookback
