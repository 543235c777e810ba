#include "app/platform/journal.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/platform/kept_file.h"

namespace lookback {
namespace {

using namespace std::chrono_literals;

constexpr auto kDelayOfEdits = 100ms;  // leaves the write 150 ms
constexpr auto kDelayOfPlaces = 2s;

}  // namespace

Journal::Journal(std::filesystem::path file, std::function<void()> tell)
    : file_(std::move(file)), tell_(std::move(tell)) {}

Journal::~Journal() { stop(); }

void Journal::keep(Session session, bool is_edited) {
    const Clock::time_point due = Clock::now() + (is_edited ? kDelayOfEdits : kDelayOfPlaces);
    {
        const std::lock_guard lock(mutex_);
        due_ = next_ ? std::min(due_, due) : due;
        next_ = std::move(session);
    }
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    changed_.notify_one();
}

Result<void> Journal::close(const Session& session) {
    stop();
    return write(session);
}

std::optional<Error> Journal::takeTrouble() {
    const std::lock_guard lock(mutex_);
    return std::exchange(trouble_, std::nullopt);
}

void Journal::work() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        if (!next_) {
            changed_.wait(lock);
        } else if (Clock::now() < due_) {
            changed_.wait_until(lock, due_);
        } else {
            const Session session = *std::exchange(next_, std::nullopt);
            lock.unlock();
            const Result<void> written = write(session);
            lock.lock();
            if (written) {
                told_.reset();
            } else if (told_ != written.error()) {
                told_ = trouble_ = written.error();
                tell_();
            }
        }
    }
}

void Journal::stop() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

Result<void> Journal::write(const Session& session) {
    return writeKept(file_, writer_.write(session));
}

}  // namespace lookback
