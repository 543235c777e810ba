// Jobs beside the frames: a short one is finished, a long one makes room, and none is lost that
// was asked for last.
#include "app/program/worker.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <doctest/doctest.h>

using namespace lookback;

namespace {

using namespace std::chrono_literals;

/// The answer, once there is one.
std::string awaitAnswer(Worker& worker) {
    for (int k = 0; k < 20000; ++k) {
        if (const auto answer = worker.takeAnswer()) return answer->as<FileExported>()->path;
        std::this_thread::sleep_for(1ms);
    }
    return "none came";
}

/// A job that goes on until it is given up.
Job endless(std::atomic<bool>& has_begun, std::atomic<bool>& was_given_up) {
    return [&](const GivesUp& gives_up) -> Action {
        has_begun = true;
        while (!gives_up()) std::this_thread::sleep_for(1ms);
        was_given_up = true;
        return FileExported{"endless"};
    };
}

Job saying(const std::string& text) {
    return [text](const GivesUp&) -> Action { return FileExported{text}; };
}

void await(const std::atomic<bool>& flag) {
    while (!flag) std::this_thread::sleep_for(1ms);
}

}  // namespace

TEST_CASE("a job is answered, and the window is told") {
    std::atomic<int> told = 0;
    Worker worker([&] { ++told; });
    CHECK_FALSE(worker.takeAnswer());
    worker.ask(saying("one"));
    CHECK(awaitAnswer(worker) == "one");
    CHECK(told == 1);
    CHECK_FALSE(worker.takeAnswer());
    worker.ask(saying("two"));
    CHECK(awaitAnswer(worker) == "two");
}

TEST_CASE("a job that takes long is given up for the next") {
    Worker worker([] {});
    std::atomic<bool> has_begun = false;
    std::atomic<bool> was_given_up = false;
    worker.ask(endless(has_begun, was_given_up));
    await(has_begun);
    CHECK_FALSE(was_given_up);
    worker.ask(saying("next"));
    CHECK(awaitAnswer(worker) == "next");
    CHECK(was_given_up);
}

TEST_CASE("of jobs that wait only the newest is done, and one that has begun is finished") {
    Worker worker([] {});
    std::atomic<bool> has_begun = false;
    std::atomic<bool> may_end = false;
    std::atomic<bool> was_asked_for = false;
    worker.ask([&](const GivesUp& gives_up) -> Action {
        has_begun = true;
        await(may_end);
        was_asked_for = !gives_up();
        return FileExported{"first"};
    });
    await(has_begun);
    std::atomic<bool> was_done = false;
    worker.ask([&](const GivesUp&) -> Action {
        was_done = true;
        return FileExported{"second"};
    });
    worker.ask(saying("third"));
    may_end = true;
    const std::string first = awaitAnswer(worker);
    // A slow machine may have let more than its time pass: then it had to make room.
    if (was_asked_for) {
        CHECK((first == "first" || first == "third"));
    }
    CHECK((first == "third" || awaitAnswer(worker) == "third"));
    CHECK_FALSE(was_done);
}

TEST_CASE("a worker that ends gives up what it does") {
    std::atomic<bool> has_begun = false;
    std::atomic<bool> was_given_up = false;
    {
        Worker worker([] {});
        worker.ask(endless(has_begun, was_given_up));
        await(has_begun);
    }
    CHECK(was_given_up);
}

TEST_CASE("a job that does not ask whether it is given up is left behind") {
    struct Told {
        std::atomic<bool> has_begun = false;
        std::atomic<bool> may_end = false;
        std::atomic<bool> has_ended = false;
    };
    const auto told = std::make_shared<Told>();
    std::atomic<bool> was_told = false;
    {
        Worker worker([&] { was_told = true; });
        worker.ask([told](const GivesUp&) -> Action {
            told->has_begun = true;
            while (!told->may_end) std::this_thread::sleep_for(1ms);
            told->has_ended = true;
            return FileExported{"late"};
        });
        await(told->has_begun);
        CHECK_FALSE(worker.stop());
        CHECK(worker.stop());
    }
    told->may_end = true;
    await(told->has_ended);
    CHECK_FALSE(was_told);
}

TEST_CASE("a worker without a job stops at once") {
    Worker idle([] {});
    CHECK(idle.stop());
    Worker worker([] {});
    worker.ask(saying("one"));
    CHECK(awaitAnswer(worker) == "one");
    CHECK(worker.stop());
}
