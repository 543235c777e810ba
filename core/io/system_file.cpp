#include "core/io/system_file.h"

#include <cerrno>

#if __has_include(<unistd.h>)
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lookback {

bool syncFile(std::FILE* file) { return ::fsync(::fileno(file)) == 0; }

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
