#include "app/platform/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>
#include <utility>

namespace lookback {
namespace {

/// False where somebody took the file away between the moments it was opened and locked: whoever
/// comes next would lock another one of the same name.
bool isStillThere(int file, const char* path) {
    struct stat opened {};
    struct stat found {};
    return ::fstat(file, &opened) == 0 && ::stat(path, &found) == 0 &&
           opened.st_ino == found.st_ino && opened.st_dev == found.st_dev;
}

}  // namespace

std::optional<FileLock> FileLock::take(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return std::nullopt;
    FileLock lock(path, file);
    const bool is_mine = ::flock(file, LOCK_EX | LOCK_NB) == 0 && isStillThere(file, path.c_str());
    return is_mine ? std::optional(std::move(lock)) : std::nullopt;
}

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
    release();
    path_ = std::move(other.path_);
    file_ = std::exchange(other.file_, -1);
    return *this;
}

FileLock::~FileLock() { release(); }

void FileLock::remove() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
    release();
}

void FileLock::release() {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
}

}  // namespace lookback
