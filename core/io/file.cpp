#include "core/io/file.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "core/io/system_file.h"
#include "core/words/say.h"
#include "messages/files.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDraftBegin = ".lookback-";
constexpr std::string_view kDraftEnd = ".tmp";

/// An open file that closes itself.
struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Opens a file, in a mode of the C library. @return nothing, with the reason in errno
File openFile(const fs::path& path, const char* mode) {
    return File(std::fopen(path.string().c_str(), mode));
}

/// Closes a file. Some systems report only here that writing failed.
bool closeFile(File file) { return std::fclose(file.release()) == 0; }

/// The last error of the C library.
std::error_code lastError() { return {errno, std::generic_category()}; }

/// The error of a file, with the report of the system. @tparam Said the message, as NotRead
template <class Said>
tl::unexpected<Error> failure(const std::string& path, const std::error_code& reason) {
    return tl::unexpected(Error{path, Said{.reason = Verbatim{reason.message()}}});
}

tl::unexpected<Error> isFolder(const std::string& path) {
    return tl::unexpected(Error{path, say::files::Folder{}});
}

/// The file at the end of a chain of links, which need not exist.
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
File createDraft(const fs::path& folder, fs::path& path) {
    constexpr int kMostTries = 1000;
    for (int k = 0; k < kMostTries; ++k) {
        path = folder / fmt::format("{}{}-{}{}", kDraftBegin, processId(), k, kDraftEnd);
        File file = openFile(path, "wbx");
        if (file || errno != EEXIST) return file;
    }
    return nullptr;
}

/// Changes the content of a file, under all of its names.
bool writeInto(const fs::path& path, std::string_view bytes) {
    File file = openFile(path, "r+b");
    if (!file || !writeBytes(file.get(), bytes) || !cutFile(file.get(), bytes.size())) return false;
    return syncFile(file.get()) && closeFile(std::move(file));
}

/// Writes all bytes into the draft, gives it the owner and permissions of the file that it
/// replaces, and renames it; a file with several names is written into instead.
std::error_code finishDraft(File draft, const fs::path& draft_path, std::string_view bytes,
                            const fs::path& target, const fs::file_status& old) {
    std::error_code error;
    if (!writeBytes(draft.get(), bytes)) return lastError();
    if (fs::exists(old)) {
        takeOwner(draft_path, target);
        fs::permissions(draft_path, old.permissions(), error);
        if (error) return error;
    }
    if (!syncFile(draft.get()) || !closeFile(std::move(draft))) return lastError();
    if (fs::exists(old) && fs::hard_link_count(target, error) > 1) {
        if (!writeInto(target, bytes)) return lastError();
        fs::remove(draft_path, error);
        return {};
    }
    return renameFile(draft_path, target);
}

Result<void> replaceFile(const std::string& path, std::string_view bytes,
                         const fs::file_status& old) {
    using Failed = say::files::NotWritten;
    const fs::path target = linkTarget(path);
    const fs::path folder = target.parent_path().empty() ? fs::path(".") : target.parent_path();
    const bool may_write = !fs::exists(old) || openFile(target, "r+b") != nullptr;
    if (!may_write) return failure<Failed>(path, lastError());
    fs::path draft_path;
    File draft = createDraft(folder, draft_path);
    if (!draft) return failure<Failed>(path, lastError());
    if (const auto error = finishDraft(std::move(draft), draft_path, bytes, target, old)) {
        std::error_code ignored;
        fs::remove(draft_path, ignored);
        return failure<Failed>(path, error);
    }
    syncFolder(folder);
    return {};
}

}  // namespace

std::string inputName(const std::string& path) {
    return path == "-" ? english().text(say::files::StandardInput{}) : path;
}

Result<std::string> readFile(const std::string& path, std::size_t limit) {
    const bool is_input = path == "-";
    const std::string name = inputName(path);
    std::error_code ignored;
    if (!is_input && fs::is_directory(path, ignored)) return isFolder(name);
    const File opened = is_input ? nullptr : openFile(path, "rb");
    std::FILE* const file = is_input ? stdin : opened.get();
    if (file == nullptr) return failure<say::files::NotOpened>(name, lastError());
    std::string bytes;
    std::array<char, 1 << 16> buffer{};
    while (true) {
        const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file);
        if (std::ferror(file) != 0) return failure<say::files::NotRead>(name, lastError());
        bytes.append(buffer.data(), count);
        if (bytes.size() > limit) {
            return tl::unexpected(
                Error{name, say::files::TooLarge{.n = Count{static_cast<Index>(limit >> 20)}}});
        }
        if (count < buffer.size()) return bytes;
    }
}

std::string fileFingerprint(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037u;
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
    }
    return fmt::format("{}-{:016x}", bytes.size(), hash);
}

void removeLeftovers(const fs::path& folder) {
    std::error_code fault;
    std::vector<fs::path> found;
    fs::directory_iterator at(folder, fault);
    for (const fs::directory_iterator end; !fault && at != end; at.increment(fault)) {
        const std::string name = at->path().filename().string();
        if (!name.starts_with(kDraftBegin) || !name.ends_with(kDraftEnd)) continue;
        const std::string owner = name.substr(kDraftBegin.size());
        if (!isRunning(std::strtol(owner.c_str(), nullptr, 10))) found.push_back(at->path());
    }
    for (const fs::path& leftover : found) fs::remove(leftover, fault);
}

Result<void> writeFileAtomically(const std::string& path, std::string_view bytes) {
    std::error_code ignored;
    const fs::file_status old = fs::status(path, ignored);
    if (fs::is_directory(old)) return isFolder(path);
    if (!fs::exists(old) || fs::is_regular_file(old)) return replaceFile(path, bytes, old);
    File device = openFile(path, "wb");
    const bool written = device && writeBytes(device.get(), bytes) && closeFile(std::move(device));
    if (!written) return failure<say::files::NotWritten>(path, lastError());
    return {};
}

}  // namespace lookback
