#pragma once

#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace lookback {

/// A lock file, held by this process until the lock or the process ends.
class FileLock {
public:
    /// Takes the lock, and creates the file where it is missing. @return nothing where another
    /// process holds the lock, or the file cannot be created
    [[nodiscard]] static std::optional<FileLock> take(const std::filesystem::path& path);

    /// As `take`, but waits for the process that holds the lock, two seconds at most.
    [[nodiscard]] static std::optional<FileLock> await(const std::filesystem::path& path);

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;
    ~FileLock();

    /// Releases the lock and removes the file.
    void remove();

private:
    FileLock(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
    void release();

    std::filesystem::path path_;
    int file_ = -1;  ///< its descriptor; -1: released
};

/// A file and the time of its last change.
struct DatedFile {
    std::filesystem::path path;
    std::time_t time = 0;  ///< seconds since 1970
};

/// The files of a folder with this ending, the latest first; none where there is no such folder.
[[nodiscard]] std::vector<DatedFile> filesIn(const std::filesystem::path& folder,
                                             std::string_view ending);

/// Creates the folder and its parents, readable by this user alone.
std::error_code makeFolder(const std::filesystem::path& folder);

/// A new name, unique among windows.
[[nodiscard]] std::string newName();

/// A time for a list: "14:05" where it is today, else "21 Nov" or "21 Nov 2025".
[[nodiscard]] std::string inWords(std::time_t time);

}  // namespace lookback
