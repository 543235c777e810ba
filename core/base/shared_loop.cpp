#include "core/base/shared_loop.h"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

namespace lookback {
namespace {

/// The number of cores that the program may use.
Index coreCount() {
#ifdef __linux__
    // The library counts the cores of the machine, also where `taskset` or a container allows
    // fewer.
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0) return CPU_COUNT(&allowed);
#endif
    return static_cast<Index>(std::thread::hardware_concurrency());
}

/// Waits until `value` differs from `old`: spins for some 50 microseconds, about the time of a
/// wake-up, then blocks. Other threads can use the core meanwhile.
template <class Value>
void awaitOther(const std::atomic<Value>& value, Value old) {
    constexpr int kLooks = 150;
    for (int look = 0; look < kLooks; ++look) {
        if (value.load() != old) return;
        std::this_thread::yield();
    }
    value.wait(old);
}

/// The threads that help with loops.
class Helpers {
public:
    Helpers() {
        try {
            for (Index k = 1; k < coreCount(); ++k) threads_.emplace_back([this] { help(); });
        } catch (const std::system_error&) {
            // The system allows no more threads: the existing ones are enough.
        }
    }
    ~Helpers() {
        is_over_ = true;
        ++loops_;
        loops_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    void share(Index count, const std::function<void(Index)>& work) {
        if (threads_.empty() || is_shared_.exchange(true)) {
            for (Index k = 0; k < count; ++k) work(k);
            return;
        }
        work_ = &work;
        count_ = count;
        next_ = 0;
        helping_ = 0;
        ++loops_;
        const auto wanted = std::min<std::size_t>(threads_.size(), static_cast<std::size_t>(count));
        for (std::size_t k = 1; k <= wanted; ++k) loops_.notify_one();
        takePart();
        for (int helping = 0; !helping_.compare_exchange_strong(helping, kClosed); helping = 0) {
            awaitOther(helping_, helping);
        }
        is_shared_ = false;
    }

private:
    static constexpr int kClosed = -1;

    /// The main loop of a helper thread.
    void help() {
        for (std::uint32_t seen = 0;;) {
            awaitOther(loops_, seen);
            seen = loops_;
            if (is_over_) return;
            if (!enter()) continue;
            takePart();
            --helping_;
            helping_.notify_one();
        }
    }
    /// Registers a helper in the loop; false where the loop has ended.
    bool enter() {
        int helping = helping_;
        while (helping != kClosed) {
            if (helping_.compare_exchange_weak(helping, helping + 1)) return true;
        }
        return false;
    }
    void takePart() {
        for (Index k = next_++; k < count_; k = next_++) (*work_)(k);
    }

    std::atomic<bool> is_shared_ = false;   ///< a loop is running
    std::atomic<std::uint32_t> loops_ = 0;  ///< number of loops begun
    std::atomic<int> helping_ = kClosed;    ///< threads in the loop beside its caller
    std::atomic<bool> is_over_ = false;
    // Data of the loop; written while no helper can enter.
    const std::function<void(Index)>* work_ = nullptr;
    Index count_ = 0;
    std::atomic<Index> next_ = 0;
    std::vector<std::thread> threads_;  // the last member: they use all others
};

}  // namespace

void shareLoop(Index count, const std::function<void(Index)>& work) {
    // One set of threads for the process, as its cores are shared; started by the first loop.
    static Helpers helpers;
    helpers.share(count, work);
}

}  // namespace lookback
