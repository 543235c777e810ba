#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

#include <benchmark/benchmark.h>

namespace lookback {

/// Calls that are not timed, as in peers.py: the first ones take new memory from the system, which
/// costs up to three times as much as all else that a step of a training does.
inline constexpr int kUntimedCalls = 2;

/// Measures a call as peers.py does: after some untimed calls each one by itself, and the least
/// time, in seconds, is the counter `least`. compare.py takes it rather than the mean, which other
/// programs on the same machine only ever make larger.
template <class Call>
void measureLeast(benchmark::State& state, Call call) {
    using Clock = std::chrono::steady_clock;
    for (int k = 0; k < kUntimedCalls; ++k) call();
    double least = std::numeric_limits<double>::infinity();
    for (auto _ : state) {
        const Clock::time_point begun = Clock::now();
        call();
        const std::chrono::duration<double> time = Clock::now() - begun;
        least = std::min(least, time.count());
    }
    state.counters["least"] = least;
}

}  // namespace lookback
