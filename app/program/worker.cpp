#include "app/program/worker.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace lookback {
namespace {

constexpr std::chrono::milliseconds kFinished{200};
constexpr std::chrono::milliseconds kPatience{100};  ///< with a job that is given up

}  // namespace

struct Worker::Desk {
    using Clock = std::chrono::steady_clock;

    std::function<void()> tell;
    std::mutex mutex{};
    std::condition_variable changed{};
    std::optional<Job> next{};
    std::optional<Action> answer{};
    std::atomic<bool> has_next = false;
    std::atomic<bool> stopping = false;
    bool has_ended = false;

    [[nodiscard]] bool isGivenUp(Clock::time_point begun) const {
        return stopping || (has_next && Clock::now() - begun > kFinished);
    }
};

Worker::Worker(std::function<void()> tell) : desk_(std::make_shared<Desk>()) {
    desk_->tell = std::move(tell);
}

Worker::~Worker() { stop(); }

bool Worker::stop() {
    if (!thread_.joinable()) return true;
    std::unique_lock lock(desk_->mutex);
    desk_->stopping = true;
    desk_->changed.notify_all();
    const bool has_ended =
        desk_->changed.wait_for(lock, kPatience, [this] { return desk_->has_ended; });
    lock.unlock();
    has_ended ? thread_.join() : thread_.detach();
    return has_ended;
}

void Worker::ask(Job job) {
    {
        const std::lock_guard lock(desk_->mutex);
        desk_->next = std::move(job);
        desk_->has_next = true;
    }
    if (!thread_.joinable()) thread_ = std::thread([desk = desk_] { work(*desk); });
    desk_->changed.notify_all();
}

std::optional<Action> Worker::takeAnswer(std::chrono::milliseconds patience) {
    std::unique_lock lock(desk_->mutex);
    desk_->changed.wait_for(lock, patience, [this] { return desk_->answer.has_value(); });
    return std::exchange(desk_->answer, std::nullopt);
}

void Worker::work(Desk& desk) {
    std::unique_lock lock(desk.mutex);
    while (!desk.stopping) {
        if (!desk.next) {
            desk.changed.wait(lock);
            continue;
        }
        const Job job = *std::exchange(desk.next, std::nullopt);
        desk.has_next = false;
        lock.unlock();
        const Desk::Clock::time_point begun = Desk::Clock::now();
        bool was_given_up = false;
        Action answer = job([&] { return was_given_up = was_given_up || desk.isGivenUp(begun); });
        lock.lock();
        if (was_given_up || desk.stopping) continue;
        desk.answer = std::move(answer);
        desk.changed.notify_all();
        desk.tell();
    }
    desk.has_ended = true;
    desk.changed.notify_all();
}

}  // namespace lookback
