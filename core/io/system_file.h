/// What the standard library cannot do with files. A system that cannot either is asked nothing.
#pragma once

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

}  // namespace lookback
