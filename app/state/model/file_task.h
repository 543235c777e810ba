#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/state/model/mode.h"
#include "core/base/message.h"
#include "core/compare/difference.h"

namespace lookback {

/// Titles of documents are kept so long in lists.
inline constexpr std::size_t kLongestListedTitle = 200;  ///< characters

/// A document that one worked on lately.
struct RecentDocument {
    std::string id;     ///< of the draft; empty for a file
    std::string file;   ///< its path; empty for a draft
    std::string title;  ///< "Write a poem"
    std::string when;   ///< it was touched last, in words: "14:05", "21 Nov"

    [[nodiscard]] bool isDraft() const { return !id.empty(); }
    bool operator==(const RecentDocument&) const = default;
};

struct ExperimentSnapshot;
struct ImportQuestion;
struct ImportSheet;
struct GuidedLesson;
struct Snapshot;
struct LeakQuestion;
struct TrainingQuestion;

/// What can be written about what is on screen: a document, or the training of an experiment.
enum class ExportKind : std::uint8_t {
    picture,
    text,
    training,
    losses,
    training_script,
    summary,
    answers,  ///< to the tasks of the lesson on the screen
    formats   ///< and those after it: the rows of kExportFormats, in their order
};

struct ExportFormat;

struct ExportInfo {
    ExportKind kind;
    bool of_document;
    bool of_experiment;
    bool of_lesson;                     ///< also of a lesson with tasks, about either of them
    std::string_view name;              ///< in ids of controls
    Message (*label)();                 ///< as the menu shows it
    Message (*line)();                  ///< the contents of the file, a sentence
    std::string_view ending;            ///< of the file's name
    std::string_view format;            ///< as traces and trainings call it; empty: none of theirs
    const ExportFormat* row = nullptr;  ///< of kExportFormats; null: none of them

    /// True for a picture of the window, of pixels or of vectors.
    [[nodiscard]] bool isPicture() const;
};

/// The exports of the window: a picture, all rows of kExportFormats, and what only the window
/// writes. The menu and the file sheet iterate them.
[[nodiscard]] std::span<const ExportInfo> exports();
/// The export of this name.
[[nodiscard]] ExportKind exportOf(std::string_view name);
[[nodiscard]] const ExportInfo& info(ExportKind kind);

inline constexpr std::string_view kDocumentEnding = ".lookback.json";
inline constexpr std::string_view kExperimentEnding = ".experiment.json";
inline constexpr std::string_view kLessonEnding = ".lesson.json";
/// Of the data that a link carries, which the page opens as a file.
inline constexpr std::string_view kLinkEnding = ".link";

/// The last part of an ending, by which files of a kind are listed: `.json`.
[[nodiscard]] constexpr std::string_view lastPart(std::string_view ending) {
    return ending.substr(ending.rfind('.'));
}

/// True for the name of a file that holds numbers and no document, or that is refused as such.
/// @param subject experiment: a file that may be a text is none, since it is learned from
[[nodiscard]] bool isNumberFile(std::string_view name, SubjectKind subject);

/// What a file is wanted for.
struct FileTask {
    enum class Kind : std::uint8_t { open, save, export_as, compare, save_lesson, numbers };
    Kind kind = Kind::open;
    Side side = Side::b;  ///< of Compare that shows it
    ExportKind as = ExportKind::picture;
    SubjectKind subject = SubjectKind::document;  ///< what is opened or saved

    bool operator==(const FileTask&) const = default;
};

/// Of the files that a task is about: `.lookback.json`.
[[nodiscard]] std::string_view endingOf(const FileTask& task);

/// Endings of the files that are listed for a task; none: all files are, since an experiment learns
/// from any text.
[[nodiscard]] std::vector<std::string_view> listedEndings(const FileTask& task);
/// True for a file with one of them.
[[nodiscard]] bool isListed(const FileTask& task, std::string_view name);

/// True for a task that reads a file; the others write one.
[[nodiscard]] bool isRead(const FileTask& task);
/// True for an export of answers: the sheet asks for the name of the student, too.
[[nodiscard]] bool asksName(const FileTask& task);

/// The heading of the sheet or dialog that asks for a file.
[[nodiscard]] Message fileTaskTitle(const FileTask& task);
/// The label of the button that takes the file.
[[nodiscard]] Message acceptLabel(const FileTask& task);

/// The name of the file that is written where somebody types `typed`: with the ending by which it
/// is found again, if it has none. What is to be opened keeps its name.
[[nodiscard]] std::string fileName(const FileTask& task, const std::string& typed);

/// A file or a folder in a listing.
struct FolderEntry {
    std::string name;
    bool is_folder = false;

    bool operator==(const FolderEntry&) const = default;
};

/// The sheet on which one chooses a file.
struct FileSheet {
    FileTask task;
    std::string text;    ///< what stands in the field: a name in the folder, or a path
    std::string folder;  ///< whose entries are listed; empty until the first listing came
    std::vector<FolderEntry> entries;
    std::vector<Message> message;  ///< why the last wish was not carried out
    std::string replacing;         ///< the path that the next Enter replaces
    std::string student{};         ///< the name in a file of answers, as it is typed
    bool fresh = true;             ///< drawn for the first time: the field takes the keyboard
    /// The sheet of numbers that wants the file, and comes back; null: none does.
    std::shared_ptr<const ImportSheet> below{};
    std::uint64_t number = 0;   ///< counts the sheets of a window
    bool is_elsewhere = false;  ///< a dialog of the system asks; the sheet only says so

    bool operator==(const FileSheet&) const = default;
};

/// The sheet on which one chooses what becomes of a file that others have changed.
struct ConflictSheet {
    std::string path;
    bool is_there = true;  ///< false: somebody deleted it

    bool operator==(const ConflictSheet&) const = default;
};

/// The files of a window that the next start reads.
enum class KeptPart : std::uint8_t { work, progress, settings };

/// A part that could not be kept.
struct NotKept {
    KeptPart part = KeptPart::work;
    Error reason;

    bool operator==(const NotKept&) const = default;
};

/// The sheet on which one chooses what becomes of parts that cannot be kept.
struct KeepSheet {
    std::vector<NotKept> parts;  ///< at least one

    bool operator==(const KeepSheet&) const = default;
};

/// What a file that is written must hold, so that nobody's work is overwritten unasked.
struct FileExpected {
    bool anything = false;                   ///< whatever it holds: somebody has said so
    std::optional<std::string> fingerprint;  ///< nothing: there must be no file
};

/// What the world outside is asked to do; the program carries it out after the frame. What is read
/// is a document or an experiment, as the file says; while one is about an experiment, also a text.
struct ReadDocument {
    std::string path;
    bool is_numbers = false;  ///< is read as numbers, whatever its name ends with
};
/// Reads and places numbers, beside the frames.
struct ReadNumbers {
    std::shared_ptr<const ImportQuestion> question;
};
/// A document to be compared with.
struct ReadVariant {
    std::string path;
    Side side = Side::b;
};
/// Writes the document or the experiment.
struct WriteWork {
    std::string path;
    FileExpected expected{};
    SubjectKind subject = SubjectKind::document;
};
struct WriteExport {
    std::string path;
    ExportKind kind = ExportKind::picture;
    FileExpected expected;
};
/// Writes a lesson that was written in the window.
struct WriteLessonFile {
    std::string path;
    std::shared_ptr<const GuidedLesson> lesson;
    std::string saved;  ///< the draft's text, for the answer
    FileExpected expected{};
};
/// Of the next frame.
struct TakePicture {
    std::string path;
    ExportKind kind = ExportKind::picture;
};
struct SetClipboard {
    std::string text;
};
/// A link that opens what is on the screen; the answer copies it.
struct MakeLink {
    std::string page;  ///< address of the page that it leads to
};
struct ListFolder {
    std::string path;                ///< empty: where one works, or where one's lessons are
    FileTask task{};                 ///< decides which files are listed
    bool begins_at_lessons = false;  ///< an empty path is the folder of one's own lessons
};
/// Work that makes room for another document or experiment becomes a draft.
struct PutAside {
    std::variant<std::shared_ptr<const Snapshot>, std::shared_ptr<const ExperimentSnapshot>> work;
};
struct ReadDraft {
    std::string id;
};
struct ForgetRecent {
    std::string file;
};
struct DropDraft {
    std::string id;
};
struct ListRecents {};
/// What a Leak test asks, to be answered beside the frames.
struct FindLeaks {
    std::shared_ptr<const LeakQuestion> question;
};
/// A training, for a moment of it.
struct Train {
    std::shared_ptr<const TrainingQuestion> question;
};
/// A lesson that is being written, to be played beside the frames.
struct CheckLesson {
    std::shared_ptr<const GuidedLesson> lesson;
};
using Effect =
    std::variant<FindLeaks, Train, CheckLesson, ReadNumbers, ReadDocument, ReadVariant, WriteWork,
                 WriteExport, WriteLessonFile, TakePicture, SetClipboard, MakeLink, ListFolder,
                 PutAside, ReadDraft, ForgetRecent, DropDraft, ListRecents>;

}  // namespace lookback
