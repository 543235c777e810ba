/// Paths as texts, for those who do not look at the disk themselves.
#pragma once

#include <string>

namespace lookback {

/// The path of something in a folder. A name that begins at the root, or at a person's home (`~/`),
/// is its own path.
[[nodiscard]] std::string joinedPath(const std::string& folder, const std::string& name);

/// What stands behind the last separator.
[[nodiscard]] std::string lastName(const std::string& path);

/// True for a path that is the same wherever one works.
[[nodiscard]] bool isFromRoot(const std::string& path);

/// True for a folder that no other one holds.
[[nodiscard]] bool isRootFolder(const std::string& folder);

/// True for a name that only a folder can have: `lessons/`.
[[nodiscard]] bool namesFolder(const std::string& name);

}  // namespace lookback
