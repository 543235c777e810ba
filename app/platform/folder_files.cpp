#include "app/platform/folder_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>

#include <fmt/format.h>

#include "core/io/system_file.h"

namespace lookback {
namespace {

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

std::vector<DatedFile> filesIn(const fs::path& folder, std::string_view ending) {
    struct Found {
        DatedFile file;
        long nanoseconds;
    };
    std::vector<Found> found;
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
    std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
        return std::pair(a.file.time, a.nanoseconds) > std::pair(b.file.time, b.nanoseconds);
    });
    std::vector<DatedFile> files;
    for (Found& each : found) files.push_back(std::move(each.file));
    return files;
}

std::error_code makeFolder(const fs::path& folder) {
    std::error_code error;
    if (folder.empty() || fs::is_directory(folder, error)) return {};
    if ((error = makeFolder(folder.parent_path()))) return error;
    if (fs::create_directory(folder, error)) {
        fs::permissions(folder, fs::perms::owner_all, error);
    }
    // What is there and is no folder says so when something is made in it.
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
