/// The signals by which a system asks a program to end.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace lookback {

/// From now on a closed pipe is an error of writing like any other, and no signal to end.
void reportClosedPipes();

/// While it lives, SIGTERM, SIGINT and SIGHUP do not end the program: it is told of the first, and
/// can put everything in order. The second ends it at once. A signal that the program was started
/// to ignore (nohup) stays ignored.
///
/// It must be made before the program has any other thread, for those inherit what they block; so
/// do programs that it starts.
class EndSignals {
public:
    EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;
    ~EndSignals();

    /// Begins to wait for signals, also for one that came before. @param tell is called once, from
    /// another thread, after `came` has become true.
    void listen(std::function<void()> tell);

    /// Waits no longer: from now on nothing is told.
    void stop();

    [[nodiscard]] bool came() const { return came_; }

private:
    void wait(const std::function<void()>& tell);

    sigset_t awaited_{};
    sigset_t before_{};
    std::atomic<bool> came_ = false;
    std::atomic<bool> stopping_ = false;
    std::thread waiting_;
};

}  // namespace lookback
