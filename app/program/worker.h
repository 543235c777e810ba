#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "app/state/update/action.h"
#include "core/base/gives_up.h"

namespace lookback {

/// A computation that takes longer than a frame: a pure function. Its answer is an action.
using Job = std::function<Action(const GivesUp&)>;

/// Does jobs beside the frames, one at a time. Of the jobs that arrive meanwhile, only the newest
/// waits; the running job is given up for it once it has taken 0.2 s.
class Worker {
public:
    /// @param tell is called from the worker's thread when there is an answer
    explicit Worker(std::function<void()> tell);
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    /// As `stop`.
    ~Worker();

    void ask(Job job);

    /// The answer that came since the last call. @param patience how long one is waited for
    [[nodiscard]] std::optional<Action> takeAnswer(std::chrono::milliseconds patience = {});

    /// Gives up the running job and the waiting one. A job that does not ask within 0.1 s whether
    /// it is given up keeps its thread, which is detached and touches only memory of its own.
    /// @return false: a thread was detached, and the process must end without waiting for it
    bool stop();

private:
    struct Desk;

    static void work(Desk& desk);

    std::shared_ptr<Desk> desk_;  ///< shared with the thread; a detached thread keeps it alive
    std::thread thread_;          ///< since the first job
};

}  // namespace lookback
