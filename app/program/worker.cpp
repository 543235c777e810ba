#include "app/program/worker.h"

#include <utility>

namespace lookback {
namespace {

constexpr std::chrono::milliseconds kFinished{200};

}  // namespace

Worker::Worker(std::function<void()> tell) : tell_(std::move(tell)) {}

Worker::~Worker() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void Worker::ask(Job job) {
    {
        const std::lock_guard lock(mutex_);
        next_ = std::move(job);
        has_next_ = true;
    }
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    changed_.notify_one();
}

std::optional<Action> Worker::takeAnswer() {
    const std::lock_guard lock(mutex_);
    return std::exchange(answer_, std::nullopt);
}

void Worker::work() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        if (!next_) {
            changed_.wait(lock);
            continue;
        }
        const Job job = *std::exchange(next_, std::nullopt);
        has_next_ = false;
        lock.unlock();
        const Clock::time_point begun = Clock::now();
        bool was_given_up = false;
        Action answer = job([&] { return was_given_up = was_given_up || isGivenUp(begun); });
        lock.lock();
        if (was_given_up || stopping_) continue;
        answer_ = std::move(answer);
        tell_();
    }
}

bool Worker::isGivenUp(Clock::time_point begun) const {
    return stopping_ || (has_next_ && Clock::now() - begun > kFinished);
}

}  // namespace lookback
