#include "app/platform/recent_files.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "app/platform/folder_files.h"
#include "app/platform/kept_file.h"
#include "app/state/model/file_task.h"
#include "core/base/text.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "messages/expected.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRecentFilesVersionField = "lookback_recent";
constexpr std::size_t kMostFiles = 20;

fs::path listIn(const fs::path& folder) { return folder / "recent.json"; }

std::optional<RecentFile> readEntry(const Json& json, const std::string& path, Faults& faults) {
    constexpr std::array<std::string_view, 3> kKnown{"file", "title", "time"};
    const Fields fields(json, path, kKnown, faults);
    const auto text = [&](std::string_view name) {
        const Json* const field = fields.need(name, say::expected::AnyText{});
        return field ? readString(*field, fields.path(name), faults).value_or("") : "";
    };
    RecentFile entry{.file = text("file"), .title = text("title")};
    if (const Json* const time = fields.need("time", say::expected::Time{})) {
        entry.time = static_cast<std::time_t>(
            std::clamp(readNumber(*time, fields.path("time"), faults).value_or(0), 0.0, 1e12));
    }
    return entry;
}

std::vector<RecentFile> readList(const fs::path& folder) {
    const Result<std::optional<std::string>> text = readKept(listIn(folder));
    if (!text || !*text) return {};
    const Result<Json> json = keptJson(**text, kRecentFilesVersionField);
    if (!json) return {};
    Faults faults;
    constexpr std::array<std::string_view, 2> kKnown{kRecentFilesVersionField, "files"};
    const Fields fields(*json, "", kKnown, faults);
    const Json* const files = fields.find("files");
    if (files == nullptr) return {};
    const auto read = [&](const Json& entry, const std::string& path) {
        return readEntry(entry, path, faults);
    };
    auto list = lookback::readList<RecentFile>(*files, "files", faults, read);
    return list && faults.empty() ? *std::move(list) : std::vector<RecentFile>();
}

std::string writeEntry(const RecentFile& entry) {
    return jsonInline({{"file", jsonString(entry.file)},
                       {"title", jsonString(entry.title)},
                       {"time", std::to_string(entry.time)}});
}

/// Changes the list on the disk while no other window does.
template <class Change>
Result<void> changeList(const fs::path& folder, Change change) {
    makeFolder(folder);
    fs::path lock_path = listIn(folder);
    const std::optional<FileLock> lock = FileLock::await(lock_path += ".lock");
    std::vector<RecentFile> files = recentFiles(folder);
    change(files);
    if (files.size() > kMostFiles) files.resize(kMostFiles);
    const std::string list = jsonLines(jsonItems(files, writeEntry), 2);
    return writeKept(listIn(folder),
                     jsonObject({{kRecentFilesVersionField, "1"}, {"files", list}}, 0) + "\n");
}

}  // namespace

std::vector<RecentFile> recentFiles(const fs::path& folder) {
    std::vector<RecentFile> files = readList(folder);
    std::erase_if(files, [](const RecentFile& entry) {
        std::error_code ignored;
        return !fs::is_regular_file(entry.file, ignored);
    });
    return files;
}

Result<void> rememberFile(const fs::path& folder, const std::string& file,
                          const std::string& title) {
    if (!isUtf8(file)) return {};  // JSON cannot name it
    std::error_code ignored;
    const std::string path = fs::absolute(file, ignored).string();
    return changeList(folder, [&](std::vector<RecentFile>& files) {
        std::erase_if(files, [&](const RecentFile& entry) { return entry.file == path; });
        files.insert(files.begin(),
                     {path, shortenedTo(title, kLongestListedTitle), std::time(nullptr)});
    });
}

Result<void> forgetFile(const fs::path& folder, const std::string& file) {
    return changeList(folder, [&](std::vector<RecentFile>& files) {
        std::erase_if(files, [&](const RecentFile& entry) { return entry.file == file; });
    });
}

}  // namespace lookback
