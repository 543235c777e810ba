/// What the program needs of the world outside. Whoever runs it fills this in: app/platform with a
/// window, a picture or the disk; a test with whatever it wants to look at.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/font_data.h"
#include "app/program/image.h"
#include "app/state/kept/session.h"
#include "app/state/model/file_task.h"
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

/// A window with its hands, its clock and its clipboard. It belongs to the ImGui context that is
/// current when it opens, and must end before that does. ImGui's unit is one of its pixels.
class Screen {
public:
    Screen() = default;
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    virtual ~Screen() = default;

    /// What can be drawn on, as it is just now.
    [[nodiscard]] virtual PixelSize pixels() const = 0;

    /// Pixels a point: 1 on an ordinary screen, 2 on one with twice the density. It may change when
    /// a window is moved to another screen.
    [[nodiscard]] virtual float contentScale() const = 0;

    [[nodiscard]] virtual bool isFullScreen() const = 0;
    virtual void setFullScreen(bool full) = 0;

    /// What stands above the window.
    virtual void setTitle(const std::string& title) = 0;

    /// Seconds since some moment.
    [[nodiscard]] virtual double seconds() const = 0;

    [[nodiscard]] virtual std::string clipboard() = 0;
    virtual void setClipboard(const std::string& text) = 0;

    /// Takes ImGui's font atlas, which has just been built. Called between frames, and before the
    /// first one.
    virtual void takeFonts() = 0;

    /// Hands ImGui the input that came. Called before each frame.
    virtual void beginFrame() = 0;

    /// Takes a frame. @param ground the colour of what it leaves free
    virtual void draw(ImDrawData& frame, const ImVec4& ground) = 0;

    /// The frame that was drawn and is not shown yet.
    [[nodiscard]] virtual Image picture() = 0;

    /// Shows what was drawn.
    virtual void show() = 0;
};

/// What a folder holds.
struct FolderListing {
    std::string folder;  ///< its path from the root on
    std::vector<FolderEntry> entries;
};

/// Files, named by paths.
class Files {
public:
    Files() = default;
    Files(const Files&) = delete;
    Files& operator=(const Files&) = delete;
    virtual ~Files() = default;

    /// The path that a person means by what was typed.
    [[nodiscard]] virtual std::string meantPath(const std::string& typed) const = 0;

    // Errors name the path in `where`, and say in words for people what went wrong.

    [[nodiscard]] virtual Result<std::string> read(const std::string& path) = 0;

    /// A short text that tells the bytes of a file from all others; nothing where no file is there.
    [[nodiscard]] virtual std::optional<std::string> fingerprint(const std::string& path) = 0;

    /// Writes a file whole or not at all.
    [[nodiscard]] virtual Result<void> write(const std::string& path, std::string_view bytes) = 0;

    /// All that is in a folder, without what is hidden. @param path empty: where one works
    [[nodiscard]] virtual Result<FolderListing> list(const std::string& path) = 0;

    /// Fonts for scripts that the usual fonts lack; none where there are none.
    [[nodiscard]] virtual std::vector<FontBytes> fallbackFonts() = 0;
};

/// Where work lies while a window is open, between two starts, and when it had to make room for
/// other work.
class SessionStore {
public:
    SessionStore() = default;
    SessionStore(const SessionStore&) = delete;
    SessionStore& operator=(const SessionStore&) = delete;
    virtual ~SessionStore() = default;

    /// Keeps what the window shows, within a second where it was edited, without being waited for.
    virtual void keep(Session session, bool is_edited) = 0;

    /// Keeps as a draft what makes room. @return the draft's id
    [[nodiscard]] virtual Result<std::string> putAside(const Session& session) = 0;

    /// What is in a draft. Errors: the file and the line.
    [[nodiscard]] virtual Checked<Session> draft(const std::string& id) = 0;

    /// The draft is of no use any more.
    virtual void dropDraft(const std::string& id) = 0;

    /// Remembers a file that was opened or saved.
    virtual void remember(const std::string& file, const std::string& title) = 0;

    /// Drafts and files, the latest first.
    [[nodiscard]] virtual std::vector<RecentDocument> recents() = 0;

    /// What the person should read, since it was asked last: one line, mostly empty.
    [[nodiscard]] virtual std::string takeNews() = 0;
};

/// The world outside; all of it must outlive whoever uses it.
struct Host {
    Screen& screen;
    Files& files;
    SessionStore* store = nullptr;  ///< none: nothing is kept
    Worker* worker = nullptr;       ///< none: what takes long is waited for
    Worker* passes = nullptr;       ///< computes the numbers of large documents; none: the same
};

}  // namespace lookback
