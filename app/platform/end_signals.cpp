#include "app/platform/end_signals.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace lookback {
namespace {

/// Wakes the thread that waits for signals.
constexpr int kRouse = SIGUSR1;
constexpr int kSignalled = 128;  ///< plus the signal: the exit code by convention of shells

bool isIgnored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void reportFailedWrites() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

EndSignals::EndSignals(std::chrono::milliseconds patience) : patience_(patience) {
    sigemptyset(&awaited_);
    sigaddset(&awaited_, kRouse);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        if (!isIgnored(signal)) sigaddset(&awaited_, signal);
    }
    pthread_sigmask(SIG_BLOCK, &awaited_, &before_);
}

EndSignals::~EndSignals() {
    stop();
    // Once the program was asked to end, further signals stay blocked until it has ended in order.
    if (!came_) pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void EndSignals::listen(std::function<void()> tell) {
    stop();
    stopping_ = false;
    waiting_ = std::thread([this, tell = std::move(tell)] { wait(tell); });
}

void EndSignals::stop() {
    if (!waiting_.joinable()) return;
    stopping_ = true;
    pthread_kill(waiting_.native_handle(), kRouse);
    waiting_.join();
}

/// The next signal. While the program does not respond to the first, a signal that comes too late
/// is that one again.
int EndSignals::next() {
    int signal = 0;
    if (!came_ || responds_) return sigwait(&awaited_, &signal) == 0 ? signal : kRouse;
    const auto rest = first_ + patience_ - std::chrono::steady_clock::now();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(rest);
    const std::chrono::nanoseconds parts = rest - seconds;
    const timespec wait{std::max<std::time_t>(seconds.count(), 0),
                        std::max<long>(parts.count(), 0)};
    signal = sigtimedwait(&awaited_, nullptr, &wait);
    if (signal >= 0) return signal;
    return errno == EAGAIN ? first_signal_ : kRouse;
}

void EndSignals::wait(const std::function<void()>& tell) {
    while (!stopping_) {
        const int signal = next();
        if (signal == kRouse) continue;
        const auto now = std::chrono::steady_clock::now();
        if (came_) {
            if (now - first_ > patience_) std::_Exit(kSignalled + signal);
            continue;
        }
        first_ = now;
        first_signal_ = signal;
        came_ = true;
        tell();
    }
}

}  // namespace lookback
