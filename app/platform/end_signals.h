/// The signals by which a system asks a program to end.
#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

namespace lookback {

/// Makes a closed pipe and a too large file ordinary write errors, instead of signals that end the
/// program.
void reportFailedWrites();

/// While this object exists, SIGTERM, SIGINT and SIGHUP do not end the program: the first is
/// reported, so that the program can save its state. Signals soon after the first are ignored,
/// later signals end the program at once. So does the first where the program does not respond
/// (`hush`) within that time. A signal that the program was started to ignore (nohup)
/// stays ignored.
///
/// Construct it before any other thread: threads, and programs that are started, inherit the
/// blocked signals.
class EndSignals {
public:
    /// @param patience time after the first signal in which others are ignored
    explicit EndSignals(std::chrono::milliseconds patience = std::chrono::seconds(5));
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;
    ~EndSignals();

    /// Begins to wait for signals, also for one that came before. @param tell is called once, from
    /// another thread, after `came` has become true.
    void listen(std::function<void()> tell);

    /// Ends the calls of `tell`: the program responds.
    void hush() {
        responds_ = true;
        listen([] {});
    }

    [[nodiscard]] bool came() const { return came_; }

private:
    void stop();
    void wait(const std::function<void()>& tell);
    [[nodiscard]] int next();

    const std::chrono::milliseconds patience_;
    sigset_t awaited_{};
    sigset_t before_{};
    std::atomic<bool> came_ = false;
    std::atomic<bool> responds_ = false;
    std::chrono::steady_clock::time_point first_;  ///< time of the first signal
    int first_signal_ = 0;
    std::atomic<bool> stopping_ = false;
    std::thread waiting_;
};

}  // namespace lookback
