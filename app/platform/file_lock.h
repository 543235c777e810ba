#pragma once

#include <filesystem>
#include <optional>

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

}  // namespace lookback
