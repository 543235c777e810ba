#include "core/io/path.h"

#include <filesystem>

namespace lookback {

namespace fs = std::filesystem;

std::string joinedPath(const std::string& folder, const std::string& name) {
    const fs::path path(name);
    const bool begins_at_home = !path.empty() && *path.begin() == "~";
    return begins_at_home ? name : (fs::path(folder) / path).string();
}

std::string lastName(const std::string& path) { return fs::path(path).filename().string(); }

bool isFromRoot(const std::string& path) { return fs::path(path).is_absolute(); }

bool isRootFolder(const std::string& folder) {
    const fs::path path(folder);
    return path.has_root_directory() && !path.has_relative_path();
}

bool namesFolder(const std::string& name) {
    return !name.empty() && !fs::path(name).has_filename();
}

}  // namespace lookback
