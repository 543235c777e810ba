/// The interfaces of the program to screen, files, sessions and worker. app/platform implements
/// them with a window, a picture and the disk; tests with their own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/font_data.h"
#include "app/program/image.h"
#include "app/state/kept/session.h"
#include "app/state/model/file_task.h"
#include "app/state/update/action.h"
#include "core/base/message.h"
#include "core/base/result.h"

struct ImDrawData;
struct ImVec4;

namespace lookback {

class Worker;

/// Two sides in pixels.
struct PixelSize {
    int width = 0;
    int height = 0;

    bool operator==(const PixelSize&) const = default;
};

/// A window with its input, its clock and its clipboard. It belongs to the ImGui context that is
/// current when it opens, and must end before that context. ImGui's unit is one of its pixels.
class Screen {
public:
    Screen() = default;
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    virtual ~Screen() = default;

    /// The present size of the area to draw on.
    [[nodiscard]] virtual PixelSize pixels() const = 0;

    /// Pixels a point: 1 on an ordinary screen, 2 on one with twice the density. It may change when
    /// a window is moved to another screen.
    [[nodiscard]] virtual float contentScale() const = 0;

    [[nodiscard]] virtual bool isFullScreen() const = 0;
    virtual void setFullScreen(bool full) = 0;

    /// Sets the title bar's text.
    virtual void setTitle(const std::string& title) = 0;

    /// Seconds since some moment.
    [[nodiscard]] virtual double seconds() const = 0;

    [[nodiscard]] virtual std::string clipboard() = 0;
    virtual void setClipboard(const std::string& text) = 0;

    /// Takes ImGui's font atlas, which has just been built. Called between frames, and before the
    /// first one.
    virtual void takeFonts() = 0;

    /// Passes new input to ImGui. Called before each frame.
    virtual void beginFrame() = 0;

    /// Draws a frame. @param ground the background colour
    virtual void draw(ImDrawData& frame, const ImVec4& ground) = 0;

    /// The frame that was drawn and is not shown yet.
    [[nodiscard]] virtual Image picture() = 0;

    /// Shows the drawn frame.
    virtual void show() = 0;
};

/// The content of a folder.
struct FolderListing {
    std::string folder;  ///< its absolute path
    std::vector<FolderEntry> entries;
};

/// Files, named by paths.
class Files {
public:
    Files() = default;
    Files(const Files&) = delete;
    Files& operator=(const Files&) = delete;
    virtual ~Files() = default;

    /// The path that a typed text means.
    [[nodiscard]] virtual std::string meantPath(const std::string& typed) const = 0;

    // Errors have the path in `where` and the reason in words.

    [[nodiscard]] virtual Result<std::string> read(const std::string& path) = 0;

    /// An identifier of the bytes of a file (`fileFingerprint`); nothing where there is no file.
    [[nodiscard]] virtual std::optional<std::string> fingerprint(const std::string& path) = 0;

    /// Writes a file whole or not at all.
    [[nodiscard]] virtual Result<void> write(const std::string& path, std::string_view bytes) = 0;

    /// The entries of a folder, without hidden ones. @param path empty: the working folder
    [[nodiscard]] virtual Result<FolderListing> list(const std::string& path) = 0;

    /// Paths of the lessons with tasks in one's own folder.
    [[nodiscard]] virtual std::vector<std::string> ownLessonPaths() = 0;

    /// The folder of one's own lessons, made where it is missing; empty where that fails.
    [[nodiscard]] virtual std::string ownLessonsFolder() = 0;

    /// Fonts for scripts that the usual fonts lack; none where there are none.
    [[nodiscard]] virtual std::vector<FontBytes> fallbackFonts() = 0;
};

/// What a dialog of the system asks for: a file to read or to write. All texts are UTF-8.
struct FileQuestion {
    std::uint64_t number = 0;            ///< for the answer
    bool is_save = false;                ///< else a file is read
    bool takes_several = false;          ///< of files that are read
    std::string title;                   ///< "Open a document"
    std::string accept;                  ///< the label of the button: "Open"
    std::string name{};                  ///< a proposal, of a file that is written
    std::string folder{};                ///< to begin in: an absolute path
    std::string suitable_label{};        ///< of the files with an ending below
    std::string all_label{};             ///< of all files
    std::vector<std::string> endings{};  ///< ".json"; none: all files are suitable
};

/// The file dialogs of the system. One at a time is open.
class FileDialogs {
public:
    FileDialogs() = default;
    FileDialogs(const FileDialogs&) = delete;
    FileDialogs& operator=(const FileDialogs&) = delete;
    virtual ~FileDialogs() = default;

    /// Opens a dialog beside the frames, in the place of the one before; returns at once.
    /// @return false: the system has no dialogs
    [[nodiscard]] virtual bool ask(const FileQuestion& question) = 0;

    /// Closes the open dialog, without an answer.
    virtual void close() = 0;

    /// The answer that came since the last call: `FilesChosen`.
    [[nodiscard]] virtual std::optional<Action> takeAnswer() = 0;
};

/// Keeps work while a window is open, between two starts, and as a draft when other work replaces
/// it.
class SessionStore {
public:
    SessionStore() = default;
    SessionStore(const SessionStore&) = delete;
    SessionStore& operator=(const SessionStore&) = delete;
    virtual ~SessionStore() = default;

    /// Keeps the session of the window, within a quarter of a second where it was edited; returns
    /// at once.
    virtual void keep(Session session, bool is_edited) = 0;

    /// Keeps replaced work as a draft. @return the draft's id
    [[nodiscard]] virtual Result<std::string> putAside(const Session& session) = 0;

    /// The session of a draft. Errors: the file and the line.
    [[nodiscard]] virtual Checked<Session> draft(const std::string& id) = 0;

    /// Removes a draft.
    virtual void dropDraft(const std::string& id) = 0;

    /// Remembers a file that was opened or saved.
    virtual void remember(const std::string& file, const std::string& title) = 0;

    /// Drafts and files, the latest first.
    [[nodiscard]] virtual std::vector<RecentDocument> recents() = 0;

    /// Takes a file off the list.
    virtual void forget(const std::string& file) = 0;

    /// Why the last write of the session failed; nothing where all is kept.
    [[nodiscard]] virtual std::optional<Error> trouble() = 0;

    /// New notices for the user since the last call; mostly none.
    [[nodiscard]] virtual std::vector<Message> takeNews() = 0;
};

/// The environment of a program; all parts must outlive it.
struct Host {
    Screen& screen;
    Files& files;
    SessionStore* store = nullptr;   ///< null: nothing is kept
    Worker* worker = nullptr;        ///< null: the frame waits for long jobs
    Worker* passes = nullptr;        ///< for numbers of large documents; null: the frame waits
    Worker* reads = nullptr;         ///< for numbers of one's own; null: the frame waits
    FileDialogs* dialogs = nullptr;  ///< null: files are chosen on the sheet of the window
};

}  // namespace lookback
