/// File operations that the standard library lacks. Where the system lacks them too, they do
/// nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string_view>
#include <system_error>

namespace lookback {

/// The steps of keeping a file that a system may refuse.
enum class WriteStep : std::uint8_t { write, sync, rename };

/// For tests: from now on each of these steps is refused where `refuses` returns an error. An empty
/// function: none is. Any thread may take a step.
void refuseWrites(std::function<std::error_code(WriteStep)> refuses);

/// Writes bytes to a file and hands them to the system. @return false, with the reason in errno,
/// where it did not
[[nodiscard]] bool writeBytes(std::FILE* file, std::string_view bytes);

/// Gives a file another name, in the place of the file that has it.
[[nodiscard]] std::error_code renameFile(const std::filesystem::path& from,
                                         const std::filesystem::path& to);

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
