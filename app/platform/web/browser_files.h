/// The files of a page: those that its reader gave it, and those that it gave to its reader.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/program/host.h"

namespace lookback {

/// Files in memory, in no folder: their paths are their names. The browser downloads each file that
/// is written.
class BrowserFiles final : public Files {
public:
    /// Keeps a file that the reader gave. @return its path
    std::string take(const std::string& name, std::string bytes);

    [[nodiscard]] std::string meantPath(const std::string& typed) const override { return typed; }
    [[nodiscard]] Result<std::string> read(const std::string& path) override;
    [[nodiscard]] std::optional<std::string> fingerprint(const std::string& path) override;
    [[nodiscard]] Result<void> write(const std::string& path, std::string_view bytes) override;
    [[nodiscard]] Result<FolderListing> list(const std::string& path) override;
    [[nodiscard]] std::vector<std::string> ownLessonPaths() override;
    [[nodiscard]] std::string ownLessonsFolder() override { return {}; }
    [[nodiscard]] std::vector<FontBytes> fallbackFonts() override { return {}; }

private:
    std::map<std::string, std::string> files_;
};

/// The browser's own dialog for files to read. Files to write need none: they are downloaded under
/// the names that the program proposes.
class BrowserDialogs final : public FileDialogs {
public:
    [[nodiscard]] bool ask(const FileQuestion& question) override;
    void close() override { asked_.reset(); }
    [[nodiscard]] std::optional<Action> takeAnswer() override;

    /// Takes the files that the reader chose; none where the dialog was closed.
    /// @return false: no question is open
    bool take(std::vector<std::string> paths);

private:
    std::optional<std::uint64_t> asked_;  ///< number of the open question
    std::optional<Action> answer_;
};

}  // namespace lookback
