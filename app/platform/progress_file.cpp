#include "app/platform/progress_file.h"

#include <utility>

#include "app/platform/folder_files.h"
#include "app/platform/kept_file.h"
#include "app/state/kept/progress_text.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;
using Progress = std::vector<LessonProgress>;

fs::path progressIn(const fs::path& folder) { return folder / "progress.json"; }

Result<std::optional<Progress>> kept(const fs::path& folder) {
    const Result<std::optional<std::string>> text = readKept(progressIn(folder));
    if (!text) return tl::unexpected(text.error());
    if (!*text) return std::nullopt;
    return readProgress(**text).map([](Progress read) { return std::optional(std::move(read)); });
}

}  // namespace

std::optional<Progress> loadProgress(const fs::path& folder, std::vector<Message>& notice) {
    Result<std::optional<Progress>> found = kept(folder);
    if (found) return *std::move(found);
    notice.push_back(setAside(progressIn(folder), found.error()));
    return Progress();
}

Result<void> addProgress(const fs::path& folder, const Progress& before, const Progress& now) {
    if (const std::error_code error = makeFolder(folder)) return folderNotMade(folder, error);
    fs::path lock_path = progressIn(folder);
    const std::optional<FileLock> lock = FileLock::await(lock_path += ".lock");
    Result<std::optional<Progress>> shared = kept(folder);
    if (!shared) return tl::unexpected(shared.error());
    const Progress all = mergedProgress(std::move(*shared).value_or(Progress()), before, now);
    return writeKept(progressIn(folder), writeProgress(all));
}

}  // namespace lookback
