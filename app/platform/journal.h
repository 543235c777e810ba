#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/program/host.h"
#include "app/state/kept/session.h"
#include "app/state/kept/session_text.h"
#include "core/base/result.h"

namespace lookback {

/// Saves the session of a window repeatedly into one file, and its progress in lessons into that of
/// all windows, in a thread of its own. Each write is whole or does nothing: the file always has
/// the session of one moment. A failed write is tried again every five seconds.
class Journal {
public:
    /// @param folder of the progress @param lessons progress of the window as it opened
    /// @param tell is called from that thread after a write that fails, or succeeds again
    Journal(std::filesystem::path file, std::filesystem::path folder,
            std::vector<LessonProgress> lessons, std::function<void()> tell);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    /// Drops a session that is not written yet.
    ~Journal();

    /// Writes the session soon: it is on the disk within a quarter of a second where it was edited,
    /// also while edits go on, else within two seconds. A later session before that replaces it.
    void keep(Session session, bool is_edited);

    /// Writes the last session and ends. @return what could not be written
    [[nodiscard]] std::vector<NotKept> close(const Session& session);

    /// The reason of a failed write, once for each new reason.
    [[nodiscard]] std::optional<Error> takeTrouble();

    /// The reason why the last write failed; nothing where it did not.
    [[nodiscard]] std::optional<Error> trouble();

private:
    using Clock = std::chrono::steady_clock;

    void work();
    void stop();
    [[nodiscard]] std::vector<NotKept> write(const Session& session);
    void report(const std::vector<NotKept>& faults);

    const std::filesystem::path file_;
    const std::filesystem::path folder_;
    const std::function<void()> tell_;
    SessionWriter writer_;                 ///< used by the thread, and after its end by `close`
    std::vector<LessonProgress> lessons_;  ///< as they were merged last; used likewise

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Session> next_;  ///< to be written
    Clock::time_point due_;        ///< time of the write
    std::optional<Error> trouble_;
    std::optional<Error> told_;  ///< of the last write; the reason that was reported
    bool stopping_ = false;
    std::thread thread_;  ///< since the first `keep`
};

}  // namespace lookback
