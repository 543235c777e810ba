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

/// A session of an earlier window, with a notice for the user.
struct LoadedSession {
    std::optional<Session> session;
    std::vector<Message> notice;            ///< empty where all is well
    std::vector<LessonProgress> lessons{};  ///< progress of all windows
};

/// The parts of an earlier session that a new session takes over.
struct NewSession {
    std::vector<Message> notice;                       ///< for the user
    std::optional<KeptWork<Experiment>> experiment{};  ///< unsaved, with its undo steps
    std::vector<LessonProgress> lessons{};             ///< progress of all windows
};

/// The sessions of all windows of this user, in one folder: `sessions/` has a file for each window
/// and a lock while it is open, `drafts/` unsaved work that was replaced, `progress.json` the
/// progress in lessons, `recent.json` the files.
class SessionFolder final : public SessionStore {
public:
    /// @param tell is called, from any thread, when there is news (`takeNews`)
    SessionFolder(std::filesystem::path folder, std::function<void()> tell);
    /// Removes the files of a session of which nothing was kept.
    ~SessionFolder() override;

    /// Takes over the latest session that no window has; a new one where there is none. A file that
    /// cannot be used is set aside.
    [[nodiscard]] LoadedSession openLast();

    /// Begins a new session. Unsaved work of sessions that no window has becomes drafts; an unsaved
    /// experiment moves into the new session.
    [[nodiscard]] NewSession openNew();

    void keep(Session session, bool is_edited) override;
    [[nodiscard]] Result<std::string> putAside(const Session& session) override;
    [[nodiscard]] Checked<Session> draft(const std::string& id) override;
    void dropDraft(const std::string& id) override;
    void remember(const std::string& file, const std::string& title) override;
    [[nodiscard]] std::vector<RecentDocument> recents() override;
    void forget(const std::string& file) override;
    [[nodiscard]] std::optional<Error> trouble() override;
    [[nodiscard]] std::vector<Message> takeNews() override;

    /// Writes the session of a window before it closes. @return the parts that could not be
    /// written; the window may stay, so `keep` may be called again
    [[nodiscard]] std::vector<NotKept> close(Session session);

private:
    /// A session of the folder that no window has, locked by this process.
    struct FreeSession {
        std::filesystem::path file;
        FileLock lock;
        std::time_t time;  ///< of its last change
    };

    [[nodiscard]] std::filesystem::path sessions() const { return folder_ / "sessions"; }
    [[nodiscard]] std::filesystem::path drafts() const { return folder_ / "drafts"; }
    [[nodiscard]] std::vector<FreeSession> freeSessions() const;
    void begin(std::filesystem::path file, std::optional<FileLock> lock,
               const std::vector<LessonProgress>& lessons);
    void beginNew(const std::vector<LessonProgress>& lessons);
    [[nodiscard]] std::vector<LessonProgress> progress(std::vector<Message>& notice) const;
    void findTaken() const;
    void dropOldDrafts() const;
    void removeEmptyLocks() const;

    std::filesystem::path folder_;
    std::function<void()> tell_;
    std::filesystem::path file_;  ///< of this window's session
    std::optional<FileLock> lock_;
    std::unique_ptr<Journal> journal_;
};

}  // namespace lookback
