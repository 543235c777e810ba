#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/state/kept/session.h"
#include "app/state/kept/session_text.h"
#include "core/base/result.h"

namespace lookback {

/// Saves the session of a window repeatedly into one file, in a thread of its own. Each write is
/// whole or does nothing: the file always has the session of one moment.
class Journal {
public:
    /// @param tell is called from that thread after a failed write that must be reported
    Journal(std::filesystem::path file, std::function<void()> tell);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    /// Drops a session that is not written yet.
    ~Journal();

    /// Writes the session soon: it is on the disk within a quarter of a second where it was edited,
    /// also while edits go on, else within two seconds. A later session before that replaces it.
    void keep(Session session, bool is_edited);

    /// Writes the last session and ends. Errors: of the system.
    [[nodiscard]] Result<void> close(const Session& session);

    /// The reason of a failed write, once for each new reason.
    [[nodiscard]] std::optional<Error> takeTrouble();

private:
    using Clock = std::chrono::steady_clock;

    void work();
    void stop();
    [[nodiscard]] Result<void> write(const Session& session);

    const std::filesystem::path file_;
    const std::function<void()> tell_;
    SessionWriter writer_;  ///< used by the thread, and after its end by `close`

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Session> next_;  ///< to be written
    Clock::time_point due_;        ///< time of the write
    std::optional<Error> trouble_;
    std::optional<Error> told_;  ///< the reason reported last; cleared by a successful write
    bool stopping_ = false;
    std::thread thread_;  ///< since the first `keep`
};

}  // namespace lookback
