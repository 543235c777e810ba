/// The signals by which a system asks a program to end.
#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

namespace lookback {

/// From now on a closed pipe and a file that becomes too large are errors of writing like any
/// other, and no signals to end.
void reportFailedWrites();

/// While it lives, SIGTERM, SIGINT and SIGHUP do not end the program: it is told of the first, and
/// can put everything in order. Others soon after it change nothing, later ones end it at once.
/// A signal that the program was started to ignore (nohup) stays ignored.
///
/// It must be made before the program has any other thread, for those inherit what they block; so
/// do programs that it starts.
class EndSignals {
public:
    /// @param patience how long after the first signal others change nothing
    explicit EndSignals(std::chrono::milliseconds patience = std::chrono::seconds(5));
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;
    ~EndSignals();

    /// Begins to wait for signals, also for one that came before. @param tell is called once, from
    /// another thread, after `came` has become true.
    void listen(std::function<void()> tell);

    /// From now on nothing is told.
    void hush() {
        listen([] {});
    }

    [[nodiscard]] bool came() const { return came_; }

private:
    void stop();
    void wait(const std::function<void()>& tell);

    const std::chrono::milliseconds patience_;
    sigset_t awaited_{};
    sigset_t before_{};
    std::atomic<bool> came_ = false;
    std::chrono::steady_clock::time_point first_;  ///< when it came
    std::atomic<bool> stopping_ = false;
    std::thread waiting_;
};

}  // namespace lookback
