#pragma once

#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace lookback {

/// A file that this process alone holds, until the lock or the process ends.
class FileLock {
public:
    /// Makes the file where it is missing. @return nothing where another process holds it, or it
    /// cannot be made
    [[nodiscard]] static std::optional<FileLock> take(const std::filesystem::path& path);

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;
    ~FileLock();

    /// Lets go, and takes the file away.
    void remove();

private:
    FileLock(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
    void release();

    std::filesystem::path path_;
    int file_ = -1;  ///< its descriptor; -1: lets go already
};

/// A file and when it was written last.
struct DatedFile {
    std::filesystem::path path;
    std::time_t time = 0;  ///< seconds since 1970
};

/// The files of a folder with this ending, the latest first; none where there is no such folder.
[[nodiscard]] std::vector<DatedFile> filesIn(const std::filesystem::path& folder,
                                             std::string_view ending);

/// Makes the folder and those above it; what is new is for this person alone.
std::error_code makeFolder(const std::filesystem::path& folder);

/// A name that no other window has given anything.
[[nodiscard]] std::string newName();

/// A moment as a list shows it: "14:05" where it is today, else "21 Nov" or "21 Nov 2025".
[[nodiscard]] std::string inWords(std::time_t time);

}  // namespace lookback
