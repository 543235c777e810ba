#include "core/io/system_file.h"

#include <cerrno>
#include <mutex>
#include <utility>

namespace lookback {
namespace {

/// What a test refuses.
struct Refusal {
    std::mutex mutex;
    std::function<std::error_code(WriteStep)> refuses;
};

Refusal& refusal() {
    static Refusal only;
    return only;
}

std::error_code refused(WriteStep step) {
    Refusal& now = refusal();
    const std::lock_guard lock(now.mutex);
    return now.refuses ? now.refuses(step) : std::error_code();
}

/// True where the step is not refused; else the reason is in errno.
bool mayTake(WriteStep step) {
    const std::error_code reason = refused(step);
    if (reason) errno = reason.value();
    return !reason;
}

}  // namespace

void refuseWrites(std::function<std::error_code(WriteStep)> refuses) {
    const std::lock_guard lock(refusal().mutex);
    refusal().refuses = std::move(refuses);
}

bool writeBytes(std::FILE* file, std::string_view bytes) {
    return mayTake(WriteStep::write) &&
           std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() &&
           std::fflush(file) == 0;
}

std::error_code renameFile(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (const std::error_code reason = refused(WriteStep::rename)) return reason;
    std::error_code error;
    std::filesystem::rename(from, to, error);
    return error;
}

}  // namespace lookback

#if __has_include(<unistd.h>)
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lookback {

bool syncFile(std::FILE* file) { return mayTake(WriteStep::sync) && ::fsync(::fileno(file)) == 0; }

void syncFolder(const std::filesystem::path& folder) {
    const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    static_cast<void>(::fsync(directory));
    ::close(directory);
}

void takeOwner(const std::filesystem::path& file, const std::filesystem::path& from) {
    struct stat status {};
    if (::stat(from.c_str(), &status) != 0) return;
    static_cast<void>(::chown(file.c_str(), status.st_uid, status.st_gid) == 0);
}

bool cutFile(std::FILE* file, std::size_t bytes) {
    return ::ftruncate(::fileno(file), static_cast<off_t>(bytes)) == 0;
}

long processId() { return ::getpid(); }

bool isRunning(long process) {
    return process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM);
}

}  // namespace lookback

#else

namespace lookback {

bool syncFile(std::FILE*) { return true; }
void syncFolder(const std::filesystem::path&) {}
void takeOwner(const std::filesystem::path&, const std::filesystem::path&) {}
bool cutFile(std::FILE*, std::size_t) { return true; }
long processId() { return 1; }
bool isRunning(long) { return false; }

}  // namespace lookback

#endif
