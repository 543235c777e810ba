#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/model/file_task.h"
#include "core/document/document.h"

namespace lookback {

struct Origin;

// Files. The wishes become effects, the program answers with the actions that follow them.
struct OpenFile {
    std::string path;
};
struct SaveFile {
    std::string path;
    bool replaces = false;  ///< whatever the file holds
};
struct ExportFile {
    std::string path;
    ExportKind kind = ExportKind::picture;
    bool replaces = false;  ///< whatever the file holds
};
struct LookInFolder {
    std::string path;
};
struct FileOpened {
    std::string path;
    Document document;
    std::string fingerprint;
};
struct FileSaved {
    std::string path;
    Document document;
    std::string fingerprint;
};
/// It was not written, for it does not hold what was expected.
struct FileInTheWay {
    std::string path;
    bool is_there = true;
};
/// The picture of the next frame may be written there.
struct PictureAllowed {
    std::string path;
};
struct FileExported {
    std::string path;
};
struct FileFailed {
    std::string message;  ///< one line: the place, and what was expected
};
struct FolderListed {
    std::string path;
    std::vector<FolderEntry> entries;
};
struct ShowFileSheet {
    std::optional<FileTask> task;  ///< nothing: closes it
};
struct CloseConflict {};

// Drafts.
struct OpenDraft {
    std::string id;
};
struct DraftOpened {
    std::string id;
    std::vector<std::shared_ptr<const Snapshot>> steps;  ///< up to what is shown
};
/// The work became a draft.
struct DraftKept {
    std::shared_ptr<const Origin> work;
    std::string id;
};
struct LookForRecents {};
struct RecentsListed {
    std::vector<RecentDocument> recents;
};

}  // namespace lookback
