#include "app/platform/end_signals.h"

#include <cstdlib>
#include <utility>

namespace lookback {
namespace {

/// Rouses the thread that waits for the others.
constexpr int kRouse = SIGUSR1;
constexpr int kSignalled = 128;  ///< and the signal: the exit code that shells give

bool isIgnored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void reportClosedPipes() { std::signal(SIGPIPE, SIG_IGN); }

EndSignals::EndSignals() {
    sigemptyset(&awaited_);
    sigaddset(&awaited_, kRouse);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        if (!isIgnored(signal)) sigaddset(&awaited_, signal);
    }
    pthread_sigmask(SIG_BLOCK, &awaited_, &before_);
}

EndSignals::~EndSignals() {
    stop();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
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

void EndSignals::wait(const std::function<void()>& tell) {
    while (!stopping_) {
        int signal = 0;
        if (sigwait(&awaited_, &signal) != 0 || signal == kRouse) continue;
        if (came_) std::_Exit(kSignalled + signal);
        came_ = true;
        tell();
    }
}

}  // namespace lookback
