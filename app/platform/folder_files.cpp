#include "app/platform/folder_files.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/io/system_file.h"

namespace lookback {
namespace {

/// False where the file was removed between opening and locking: the next process would lock a new
/// file of the same name.
bool isStillThere(int file, const char* path) {
    struct stat opened {};
    struct stat found {};
    return ::fstat(file, &opened) == 0 && ::stat(path, &found) == 0 &&
           opened.st_ino == found.st_ino && opened.st_dev == found.st_dev;
}

namespace fs = std::filesystem;

std::string formatted(const std::tm& time, const char* format) {
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), format, &time)};
}

std::tm localTime(std::time_t time) {
    std::tm local{};
    ::localtime_r(&time, &local);
    return local;
}

}  // namespace

std::optional<FileLock> FileLock::take(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return std::nullopt;
    FileLock lock(path, file);
    const bool is_mine = ::flock(file, LOCK_EX | LOCK_NB) == 0 && isStillThere(file, path.c_str());
    return is_mine ? std::optional(std::move(lock)) : std::nullopt;
}

std::optional<FileLock> FileLock::await(const std::filesystem::path& path) {
    using namespace std::chrono_literals;
    for (const auto end = std::chrono::steady_clock::now() + 2s;;) {
        std::optional<FileLock> lock = take(path);
        if (lock || std::chrono::steady_clock::now() > end) return lock;
        std::this_thread::sleep_for(5ms);
    }
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

std::vector<DatedFile> filesIn(const fs::path& folder, std::string_view ending) {
    struct StampedFile {
        DatedFile file;
        long nanoseconds;
    };
    std::vector<StampedFile> found;
    std::error_code fault;
    fs::directory_iterator at(folder, fault);
    for (const fs::directory_iterator end; !fault && at != end; at.increment(fault)) {
        const fs::path path = at->path();
        struct stat status {};
        if (!path.filename().string().ends_with(ending) || ::stat(path.c_str(), &status) != 0) {
            continue;
        }
        if (S_ISREG(status.st_mode)) {
            found.push_back({{path, status.st_mtim.tv_sec}, status.st_mtim.tv_nsec});
        }
    }
    std::sort(found.begin(), found.end(), [](const StampedFile& a, const StampedFile& b) {
        return std::pair(a.file.time, a.nanoseconds) > std::pair(b.file.time, b.nanoseconds);
    });
    std::vector<DatedFile> files;
    for (StampedFile& each : found) files.push_back(std::move(each.file));
    return files;
}

std::error_code makeFolder(const fs::path& folder) {
    std::error_code error;
    if (folder.empty() || fs::is_directory(folder, error)) return {};
    if ((error = makeFolder(folder.parent_path()))) return error;
    if (fs::create_directory(folder, error)) {
        fs::permissions(folder, fs::perms::owner_all, error);
    }
    // An existing file that is not a folder is reported when a file is created in it.
    return error == std::errc::file_exists ? std::error_code() : error;
}

std::string newName() {
    using Clock = std::chrono::system_clock;
    const Clock::time_point now = Clock::now();
    const auto nanoseconds =
        std::chrono::duration_cast<std::chrono::nanoseconds>(now.time_since_epoch()).count();
    return fmt::format("{}-{:09}-{}", formatted(localTime(Clock::to_time_t(now)), "%Y%m%d-%H%M%S"),
                       nanoseconds % 1'000'000'000, processId());
}

std::string inWords(std::time_t time) {
    const std::tm then = localTime(time);
    const std::tm now = localTime(std::time(nullptr));
    if (then.tm_year != now.tm_year) return formatted(then, "%-d %b %Y");
    return formatted(then, then.tm_yday == now.tm_yday ? "%H:%M" : "%-d %b");
}

}  // namespace lookback
