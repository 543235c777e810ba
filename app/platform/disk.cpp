#include "app/platform/disk.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "app/platform/font_files.h"
#include "app/platform/own_lessons.h"
#include "core/io/file.h"
#include "messages/files.h"

namespace lookback {

namespace fs = std::filesystem;

namespace {

bool isPipeOrDevice(const fs::path& path) {
    std::error_code ignored;
    return fs::is_other(fs::status(path, ignored));
}

tl::unexpected<Error> notAFile(const std::string& path) {
    return tl::unexpected(Error{path, say::files::Pipe{}});
}

}  // namespace

std::string Disk::meantPath(const std::string& typed) const {
    const char* const home = std::getenv("HOME");
    if (home == nullptr || !(typed == "~" || typed.starts_with("~/"))) return typed;
    return home + typed.substr(1);
}

Result<std::string> Disk::read(const std::string& path) {
    if (isPipeOrDevice(path)) return notAFile(path);
    return readFile(path);
}

std::optional<std::string> Disk::fingerprint(const std::string& path) {
    std::error_code ignored;
    if (!fs::exists(path, ignored)) return std::nullopt;
    const Result<std::string> bytes = read(path);
    return bytes ? fileFingerprint(*bytes) : "unreadable";
}

Result<void> Disk::write(const std::string& path, std::string_view bytes) {
    if (isPipeOrDevice(path)) return notAFile(path);
    return writeFileAtomically(path, bytes);
}

Result<FolderListing> Disk::list(const std::string& path) {
    std::error_code fault;
    const fs::path folder =
        fs::weakly_canonical(path.empty() ? fs::current_path(fault) : fs::path(path), fault);
    FolderListing listing{folder.string(), {}};
    fs::directory_iterator at(folder, fault);
    if (fault) {
        return tl::unexpected(
            Error{listing.folder, say::files::NotRead{.reason = Verbatim{fault.message()}}});
    }
    for (const fs::directory_iterator end; at != end && !fault; at.increment(fault)) {
        const std::string name = at->path().filename().string();
        std::error_code gone;
        if (name.starts_with('.')) continue;
        listing.entries.push_back({name, at->is_directory(gone)});
    }
    return listing;
}

std::vector<std::string> Disk::ownLessonPaths() {
    std::vector<std::string> paths;
    for (OwnLesson& lesson : ownLessons()) paths.push_back(std::move(lesson.path));
    return paths;
}

std::string Disk::ownLessonsFolder() { return lookback::ownLessonsFolder(); }

std::vector<FontBytes> Disk::fallbackFonts() { return loadFallbackFonts(); }

}  // namespace lookback
