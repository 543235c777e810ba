#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "app/state/update/action.h"
#include "core/base/gives_up.h"

namespace lookback {

/// What takes longer than a frame: a pure function of a value. Its answer is an action.
using Job = std::function<Action(const GivesUp&)>;

/// Does jobs beside the frames, one at a time. One that has begun and takes less than 0.2 s is
/// finished, whatever is asked meanwhile; only the newest of the others waits, and a longer one is
/// given up for it.
class Worker {
public:
    /// @param tell is called from the worker's thread when there is an answer
    explicit Worker(std::function<void()> tell);
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    /// What was not finished is given up.
    ~Worker();

    void ask(Job job);

    /// The answer that came since the last call.
    [[nodiscard]] std::optional<Action> takeAnswer();

private:
    using Clock = std::chrono::steady_clock;

    void work();
    [[nodiscard]] bool isGivenUp(Clock::time_point begun) const;

    const std::function<void()> tell_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Job> next_;
    std::optional<Action> answer_;
    std::atomic<bool> has_next_ = false;
    std::atomic<bool> stopping_ = false;
    std::thread thread_;  ///< since the first job
};

}  // namespace lookback
