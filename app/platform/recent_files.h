/// The files that were opened or saved last, in `recent.json`.
#pragma once

#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace lookback {

struct RecentFile {
    std::string file;  ///< its path from the root on
    std::string title;
    std::time_t time = 0;  ///< seconds since 1970
};

/// Those that are still there, the latest first. None where the list cannot be used.
[[nodiscard]] std::vector<RecentFile> recentFiles(const std::filesystem::path& folder);

/// Puts a file at the head of the list. Errors: what the system says.
[[nodiscard]] Result<void> rememberFile(const std::filesystem::path& folder,
                                        const std::string& file, const std::string& title);

}  // namespace lookback
