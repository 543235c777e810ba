#include "app/platform/web/browser_files.h"

#include <utility>

#include "app/platform/web/browser.h"
#include "app/state/model/file_task.h"
#include "core/io/file.h"
#include "core/io/path.h"
#include "messages/platform.h"

namespace lookback {

std::string BrowserFiles::take(const std::string& name, std::string bytes) {
    std::string path = lastName(name);
    files_[path] = std::move(bytes);
    return path;
}

Result<std::string> BrowserFiles::read(const std::string& path) {
    const auto found = files_.find(path);
    if (found == files_.end()) return tl::unexpected(Error{path, say::platform::NotGiven{}});
    return found->second;
}

std::optional<std::string> BrowserFiles::fingerprint(const std::string& path) {
    const auto found = files_.find(path);
    if (found == files_.end()) return std::nullopt;
    return fileFingerprint(found->second);
}

Result<void> BrowserFiles::write(const std::string& path, std::string_view bytes) {
    files_[path] = bytes;
    browser::download(path, bytes);
    return {};
}

Result<FolderListing> BrowserFiles::list(const std::string&) {
    FolderListing listing;
    for (const auto& [path, bytes] : files_) listing.entries.push_back({path, false});
    return listing;
}

std::vector<std::string> BrowserFiles::ownLessonPaths() {
    std::vector<std::string> paths;
    for (const auto& [path, bytes] : files_) {
        if (path.ends_with(kLessonEnding)) paths.push_back(path);
    }
    return paths;
}

bool BrowserDialogs::ask(const FileQuestion& question) {
    if (question.is_save) {
        answer_ = FilesChosen{question.number, std::vector{question.name}};
        return true;
    }
    std::string accept;
    for (const std::string& ending : question.endings) {
        accept += (accept.empty() ? "" : ",") + ending;
    }
    asked_ = question.number;
    browser::pickFiles(accept, question.takes_several);
    return true;
}

std::optional<Action> BrowserDialogs::takeAnswer() { return std::exchange(answer_, std::nullopt); }

bool BrowserDialogs::take(std::vector<std::string> paths) {
    if (!asked_) return false;
    answer_ = FilesChosen{*std::exchange(asked_, std::nullopt), std::move(paths)};
    return true;
}

}  // namespace lookback
