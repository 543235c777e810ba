#include "app/platform/journal.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/platform/kept_file.h"
#include "app/platform/progress_file.h"

namespace lookback {
namespace {

using namespace std::chrono_literals;

constexpr auto kDelayOfEdits = 100ms;  // leaves the write 150 ms
constexpr auto kDelayOfPlaces = 2s;
constexpr auto kDelayOfRepeats = 5s;  // after a failed write

}  // namespace

Journal::Journal(std::filesystem::path file, std::filesystem::path folder,
                 std::vector<LessonProgress> lessons, std::function<void()> tell)
    : file_(std::move(file)),
      folder_(std::move(folder)),
      tell_(std::move(tell)),
      lessons_(std::move(lessons)) {}

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

std::vector<NotKept> Journal::close(const Session& session) {
    stop();
    std::vector<NotKept> faults = write(session);
    const std::lock_guard lock(mutex_);
    told_ = faults.empty() ? std::nullopt : std::optional(faults.front().reason);
    return faults;
}

std::optional<Error> Journal::trouble() {
    const std::lock_guard lock(mutex_);
    return told_;
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
            const std::vector<NotKept> faults = write(session);
            lock.lock();
            if (!faults.empty() && !next_) {
                next_ = session;
                due_ = Clock::now() + kDelayOfRepeats;
            }
            report(faults);
        }
    }
}

/// Reports a reason that was not reported last, and the first write after it that succeeds.
void Journal::report(const std::vector<NotKept>& faults) {
    const auto reason = faults.empty() ? std::nullopt : std::optional(faults.front().reason);
    if (reason == told_) return;
    told_ = reason;
    if (reason) trouble_ = reason;
    tell_();
}

void Journal::stop() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_one();
    thread_.join();
    stopping_ = false;
    next_.reset();
}

std::vector<NotKept> Journal::write(const Session& session) {
    std::vector<NotKept> faults;
    if (const auto kept = writeKept(file_, writer_.write(session)); !kept) {
        faults.push_back({KeptPart::work, kept.error()});
    }
    if (!session.place || session.place->lessons == lessons_) return faults;
    if (const auto kept = addProgress(folder_, lessons_, session.place->lessons)) {
        lessons_ = session.place->lessons;
    } else {
        faults.push_back({KeptPart::progress, kept.error()});
    }
    return faults;
}

}  // namespace lookback
