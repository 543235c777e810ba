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

/// Writes what a window shows into one file, again and again, from a thread of its own: whole or
/// not at all, so that the file always holds what was on screen at one moment.
class Journal {
public:
    /// @param tell is called from that thread where a write has failed that the person should know
    Journal(std::filesystem::path file, std::function<void()> tell);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    /// What was not written yet is given up.
    ~Journal();

    /// Has it written soon: within a quarter of a second where it was edited, else within two. What
    /// comes in the meantime takes its place.
    void keep(Session session, bool is_edited);

    /// Writes the last of it and ends. Errors: what the system says.
    [[nodiscard]] Result<void> close(const Session& session);

    /// Why it could not be written, once for each new reason.
    [[nodiscard]] std::optional<Error> takeTrouble();

private:
    using Clock = std::chrono::steady_clock;

    void work();
    void stop();
    [[nodiscard]] Result<void> write(const Session& session);

    const std::filesystem::path file_;
    const std::function<void()> tell_;
    SessionWriter writer_;  ///< of whoever writes: the thread, and when that has ended `close`

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Session> next_;  ///< what is to be written
    Clock::time_point due_;        ///< when
    std::optional<Error> trouble_;
    std::optional<Error> told_;  ///< the reason that was told last, until a write succeeds
    bool stopping_ = false;
    std::thread thread_;  ///< since the first `keep`
};

}  // namespace lookback
