#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/platform/folder_files.h"
#include "app/platform/journal.h"
#include "app/program/host.h"

namespace lookback {

/// A session as it was left, and what the person should read about it.
struct LoadedSession {
    std::optional<Session> session;
    std::string notice;  ///< one line; empty where all is well
};

/// What a session of its own takes over from one that was left.
struct NewSession {
    std::string notice;                                ///< what the person should read about it
    std::optional<KeptWork<Experiment>> experiment{};  ///< one that was not saved, with its undo
};

/// The sessions of all windows of this person, in one folder: `sessions/` holds a file for each
/// window and a lock while it is open, `drafts/` what had to make room, `recent.json` the files.
class SessionFolder final : public SessionStore {
public:
    /// @param tell is called, from any thread, when there are news
    SessionFolder(std::filesystem::path folder, std::function<void()> tell);
    /// A session of which nothing was kept leaves nothing.
    ~SessionFolder() override;

    /// Takes over the latest session that no window has; a new one where there is none. A file that
    /// cannot be used is set aside.
    [[nodiscard]] LoadedSession openLast();

    /// Begins a session of its own. What other sessions that no window has left unsaved becomes a
    /// draft; an experiment stands in the new session, below what is opened there.
    [[nodiscard]] NewSession openNew();

    void keep(Session session, bool is_edited) override;
    [[nodiscard]] Result<std::string> putAside(const Session& session) override;
    [[nodiscard]] Checked<Session> draft(const std::string& id) override;
    void dropDraft(const std::string& id) override;
    void remember(const std::string& file, const std::string& title) override;
    [[nodiscard]] std::vector<RecentDocument> recents() override;
    [[nodiscard]] std::string takeNews() override;

    /// Keeps the session of a window that was closed. Errors: what the system says.
    [[nodiscard]] Result<void> close(Session session);

private:
    /// A session of the folder that this process may have.
    struct FreeSession {
        std::filesystem::path file;
        FileLock lock;
    };

    [[nodiscard]] std::filesystem::path sessions() const { return folder_ / "sessions"; }
    [[nodiscard]] std::filesystem::path drafts() const { return folder_ / "drafts"; }
    [[nodiscard]] std::vector<FreeSession> freeSessions() const;
    void begin(std::filesystem::path file, std::optional<FileLock> lock);
    void beginNew();
    void dropOldDrafts() const;
    void removeEmptyLocks() const;

    std::filesystem::path folder_;
    std::function<void()> tell_;
    std::filesystem::path file_;  ///< of this window's session
    std::optional<FileLock> lock_;
    std::unique_ptr<Journal> journal_;
};

}  // namespace lookback
