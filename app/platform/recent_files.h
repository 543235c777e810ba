/// The files that were opened or saved last, in `recent.json`.
#pragma once

#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace lookback {

struct RecentFile {
    std::string file;  ///< its absolute path
    std::string title;
    std::time_t time = 0;  ///< seconds since 1970
};

/// The listed files that still exist, the latest first. None where the list is faulty.
[[nodiscard]] std::vector<RecentFile> recentFiles(const std::filesystem::path& folder);

/// Puts a file at the head of the list, which other windows may change at the same time. Errors: of
/// the system.
[[nodiscard]] Result<void> rememberFile(const std::filesystem::path& folder,
                                        const std::string& file, const std::string& title);

/// Takes a file off the list. Errors: of the system.
[[nodiscard]] Result<void> forgetFile(const std::filesystem::path& folder, const std::string& file);

}  // namespace lookback
