#include "core/io/file.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lookback {
namespace {

namespace fs = std::filesystem;

/// An open file that closes itself.
class Descriptor {
public:
    explicit Descriptor(int number, bool owned = true) : number_(number), owned_(owned) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }

    [[nodiscard]] bool good() const { return number_ >= 0; }
    [[nodiscard]] int number() const { return number_; }

    /// Some systems tell only here that writing failed.
    bool close() {
        const bool closed = !good() || !owned_ || ::close(number_) == 0;
        number_ = -1;
        return closed;
    }

private:
    int number_;
    bool owned_;
};

tl::unexpected<Error> failure(const std::string& path, std::string_view what, int reason) {
    return tl::unexpected(
        Error{path, fmt::format("{}: {}", what, std::generic_category().message(reason))});
}

tl::unexpected<Error> isFolder(const std::string& path) {
    return tl::unexpected(Error{path, "is a folder, expected a file"});
}

bool writeAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// The file that a chain of links leads to, also where it does not exist yet.
fs::path linkTarget(fs::path path) {
    constexpr int kMostLinks = 40;
    for (int k = 0; k < kMostLinks; ++k) {
        std::error_code error;
        const fs::path target = fs::read_symlink(path, error);
        if (error) break;
        path = target.is_absolute() ? target : path.parent_path() / target;
    }
    return path;
}

/// A new file beside another one; its name is kept in `path`.
Descriptor createDraft(const fs::path& folder, fs::path& path) {
    constexpr int kMostTries = 1000;
    for (int k = 0; k < kMostTries; ++k) {
        path = folder / fmt::format(".lookback-{}-{}.tmp", ::getpid(), k);
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return Descriptor(file);
    }
    return Descriptor(-1);
}

/// Writes the draft to the end, with the permissions of the file that it will replace.
bool finishDraft(Descriptor& draft, std::string_view bytes, const struct stat* old) {
    if (!writeAll(draft.number(), bytes)) return false;
    if (old != nullptr) {
        // Giving a file away needs rights one may not have: then it belongs to who wrote it.
        static_cast<void>(::fchown(draft.number(), old->st_uid, old->st_gid) == 0);
        if (::fchmod(draft.number(), old->st_mode & 07777) != 0) return false;
    }
    return ::fsync(draft.number()) == 0 && draft.close();
}

/// Has the folder's list of names reach the disk; file systems that cannot are left alone.
void syncFolder(const fs::path& folder) {
    const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.good()) static_cast<void>(::fsync(directory.number()) == 0);
}

Result<void> replaceFile(const std::string& path, std::string_view bytes, const struct stat* old) {
    constexpr std::string_view kFailed = "cannot be written";
    const fs::path target = linkTarget(path);
    const fs::path folder = target.parent_path().empty() ? fs::path(".") : target.parent_path();
    if (old != nullptr && ::access(target.c_str(), W_OK) != 0) return failure(path, kFailed, errno);
    fs::path draft_path;
    Descriptor draft = createDraft(folder, draft_path);
    if (!draft.good()) return failure(path, kFailed, errno);
    if (!finishDraft(draft, bytes, old) || ::rename(draft_path.c_str(), target.c_str()) != 0) {
        const int reason = errno;
        ::unlink(draft_path.c_str());
        return failure(path, kFailed, reason);
    }
    syncFolder(folder);
    return {};
}

}  // namespace

Result<std::string> readFile(const std::string& path, std::size_t limit) {
    const bool is_input = path == "-";
    const std::string name = is_input ? "standard input" : path;
    const Descriptor file(is_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC),
                          !is_input);
    if (!file.good()) return failure(name, "cannot be opened", errno);
    struct stat status {};
    if (::fstat(file.number(), &status) == 0 && S_ISDIR(status.st_mode)) return isFolder(name);
    std::string bytes;
    std::array<char, 1 << 16> buffer{};
    while (true) {
        const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return failure(name, "cannot be read", errno);
        if (count == 0) return bytes;
        bytes.append(buffer.data(), static_cast<std::size_t>(count));
        if (bytes.size() > limit) {
            return tl::unexpected(Error{name, fmt::format("is larger than {} MiB", limit >> 20)});
        }
    }
}

Result<void> writeFileAtomically(const std::string& path, std::string_view bytes) {
    struct stat old {};
    const bool exists = ::stat(path.c_str(), &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) return isFolder(path);
    if (!exists || S_ISREG(old.st_mode)) {
        return replaceFile(path, bytes, exists ? &old : nullptr);
    }
    Descriptor device(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    const bool written = device.good() && writeAll(device.number(), bytes) && device.close();
    if (!written) return failure(path, "cannot be written", errno);
    return {};
}

}  // namespace lookback
