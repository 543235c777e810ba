#include "app/platform/end_signals.h"

#include <future>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lookback {
namespace {

/// How a child process ends that does this: its exit code, or 128 and the signal.
template <class Act>
int endOf(Act act) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        alarm(60);  // a child that hangs fails
        for (const int signal : {SIGTERM, SIGINT, SIGHUP}) std::signal(signal, SIG_DFL);
        act();
        _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Sends the process a signal; the one it listens to must arrive. Exit code 1: it did not.
void receive(int signal, bool before_listening) {
    EndSignals signals;
    std::promise<void> told;
    if (before_listening) kill(getpid(), signal);
    signals.listen([&] { told.set_value(); });
    if (!before_listening) kill(getpid(), signal);
    told.get_future().wait();
    if (!signals.came()) _exit(1);
}

TEST_CASE("a signal to end is told and does not end the program") {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        CAPTURE(signal);
        CHECK(endOf([&] { receive(signal, false); }) == 0);
        CHECK(endOf([&] { receive(signal, true); }) == 0);
    }
}

TEST_CASE("other signals soon after the first change nothing, also after the listener has gone") {
    const auto act = [] {
        EndSignals signals;
        std::promise<void> told;
        signals.listen([&] { told.set_value(); });
        kill(getpid(), SIGTERM);
        told.get_future().wait();
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) kill(getpid(), signal);
        signals.hush();
        kill(getpid(), SIGTERM);
        usleep(50'000);
    };
    CHECK(endOf(act) == 0);
}

TEST_CASE("a signal after some seconds ends a program that has not ended yet") {
    const auto act = [] {
        EndSignals signals(std::chrono::milliseconds(200));
        std::promise<void> told;
        signals.listen([&] { told.set_value(); });
        kill(getpid(), SIGTERM);
        told.get_future().wait();
        signals.hush();
        usleep(250'000);
        kill(getpid(), SIGINT);
        pause();
    };
    CHECK(endOf(act) == 128 + SIGINT);
}

TEST_CASE("a program that does not respond to the first signal is ended") {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        const auto act = [signal] {
            EndSignals signals(std::chrono::milliseconds(50));
            signals.listen([] {});
            kill(getpid(), signal);
            while (true) pause();
        };
        CHECK(endOf(act) == 128 + signal);
    }
}

TEST_CASE("a signal that is ignored stays ignored, and without a listener it ends the program") {
    const auto ignore = [] {
        std::signal(SIGHUP, SIG_IGN);
        EndSignals signals(std::chrono::milliseconds(200));
        std::promise<void> told;
        signals.listen([&] { told.set_value(); });
        kill(getpid(), SIGHUP);
        kill(getpid(), SIGTERM);
        told.get_future().wait();
        signals.hush();
        usleep(250'000);
        kill(getpid(), SIGHUP);  // a second signal, if it counted
        usleep(20'000);
    };
    CHECK(endOf(ignore) == 0);
    CHECK(endOf([] {
              { const EndSignals signals; }
              kill(getpid(), SIGTERM);
              pause();
          }) == 128 + SIGTERM);
}

}  // namespace
}  // namespace lookback
