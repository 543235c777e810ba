#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/state/model/file_task.h"
#include "app/state/model/work.h"
#include "core/base/message.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"
#include "core/document/shape.h"
#include "core/language/experiment.h"

namespace lookback {

struct ImportReading;

// What is shipped, by its id.
struct OpenLesson {
    std::string id;
    bool has_tasks = true;  ///< false: its document alone
};
struct OpenExperiment {
    std::string id;
};

/// A document is made from nothing, and shown as if it were opened.
struct MakeDocument {
    std::string sentence;  ///< as it was typed
    std::string title{};   ///< as it was typed, may be empty
    DocumentShape shape;
    std::string library;  ///< that draws the weights, as files spell it
    std::string seed;
};

// The history of what the mode is about.
struct Undo {};
struct Redo {};
/// Makes one step of a drag.
struct FinishDrag {};
/// Gives what was dragged or painted back, and only that.
struct CancelDrag {};

// Files. The wishes become effects, the program answers with the actions that follow them.
struct OpenFile {
    std::string path;
    bool is_numbers = false;  ///< is read as numbers, whatever its name ends with
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
    std::variant<Document, Experiment> work;
    std::string fingerprint;
};
struct FileSaved {
    std::string path;
    std::variant<std::shared_ptr<const Document>, std::shared_ptr<const Experiment>> saved;
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
    ExportKind kind = ExportKind::picture;
};
struct FileExported {
    std::string path;
    std::optional<Message> left_out;  ///< what is not in the file
};
struct FileFailed {
    Error error;
};
struct FolderListed {
    std::string path;
    std::vector<FolderEntry> entries;
};
/// A file of numbers, for the sheet on which they are placed.
struct NumbersOpened {
    std::string path;
    std::shared_ptr<const std::string> bytes;
};

// Numbers of one's own.

/// Opens the sheet on which one brings them. @param text of the sheet
struct ShowImport {
    std::string text{};
};
/// Text with numbers was pasted: they fill a matrix of their shape, else the sheet opens with them.
struct PasteNumbers {
    std::string text;
    std::optional<MatrixId> target{};  ///< nothing: where their names and shapes say
};
/// The inputs of the sheet, or what is wished of them, have changed.
struct ReadImport {};
struct ImportRead {
    std::shared_ptr<const ImportReading> reading;
};
/// Opens the document that the sheet shows, or changes the one on the screen into it.
struct OpenImport {};

/// A lesson with tasks.
struct LessonRead {
    std::string path;  ///< empty: it is shipped
    std::shared_ptr<const GuidedLesson> lesson;
    std::optional<LessonStand> stand{};  ///< one of its steps; nothing: where one stood last
};
/// A text that the experiment is to learn from.
struct TextOpened {
    std::shared_ptr<const Experiment> experiment;  ///< with the text
};
struct ShowFileSheet {
    std::optional<FileTask> task;  ///< nothing: closes it
};
/// A dialog of the system asks in the place of the sheet with this number.
struct FileDialogShown {
    std::uint64_t number = 0;
};
/// What became of a dialog of the system: absolute paths, and URIs of files without a path on this
/// computer. Empty: none was chosen; nothing: no dialog came up, or it broke.
using ChosenFiles = std::optional<std::vector<std::string>>;
/// The answer of a dialog of the system.
struct FilesChosen {
    std::uint64_t number = 0;  ///< of the sheet
    ChosenFiles files{};
};
struct CloseConflict {};
/// The probe sentence of Train with what a twin has learned becomes a document.
struct OpenProbe {
    std::size_t twin = 0;
    std::string title;  ///< of the document
};

// Drafts.
struct OpenDraft {
    std::string id;
};
/// A draft comes with its own history: all steps up to the one that is shown, oldest first.
struct DraftOpened {
    std::string id;
    std::variant<std::vector<std::shared_ptr<const Snapshot>>,
                 std::vector<std::shared_ptr<const ExperimentSnapshot>>>
        steps;
};
/// The work became a draft.
/// The work that was replaced could not become a draft: it is in the undo alone.
struct DraftFailed {
    Error reason;
};
/// Takes a file off the list of recent ones.
struct ForgetFile {
    std::string path;
};
struct DraftKept {
    std::variant<std::shared_ptr<const Origin<Document>>, std::shared_ptr<const Origin<Experiment>>>
        work;
    std::string id;
};
struct LookForRecents {};
struct RecentsListed {
    std::vector<RecentDocument> recents;
    std::vector<LessonSource> lessons{};  ///< of one's own that can be read
};

}  // namespace lookback
