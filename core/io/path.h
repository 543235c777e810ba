/// Paths as texts, without access to the disk.
#pragma once

#include <string>
#include <string_view>

namespace lookback {

/// The path of something in a folder. A name that begins at the root, or at a person's home (`~/`),
/// is its own path.
[[nodiscard]] std::string joinedPath(const std::string& folder, const std::string& name);

/// The part of a path behind its last separator.
[[nodiscard]] std::string lastName(const std::string& path);

/// The part of a path before its last separator.
[[nodiscard]] std::string folderOf(const std::string& path);

/// The path of a URI of this computer, `file:///`, with its escapes resolved; another URI as it is.
[[nodiscard]] std::string pathOfUri(std::string_view uri);

/// True for a URI: `smb://server/a`.
[[nodiscard]] bool isUri(const std::string& path);

/// True for an absolute path.
[[nodiscard]] bool isFromRoot(const std::string& path);

/// True for a folder without a parent: `/`.
[[nodiscard]] bool isRootFolder(const std::string& folder);

/// True for a name that only a folder can have: `lessons/`.
[[nodiscard]] bool namesFolder(const std::string& name);

}  // namespace lookback
