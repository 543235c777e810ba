#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/shared_loop.h"

namespace lookback {
namespace {

/// How often a shared loop makes the call of every number.
std::vector<int> callsOf(Index count) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
    shareLoop(count, [&](Index k) { ++calls[static_cast<std::size_t>(k)]; });
    return {calls.begin(), calls.end()};
}

std::vector<int> onceEach(Index count) {
    return std::vector<int>(static_cast<std::size_t>(count), 1);
}

TEST_CASE("a shared loop makes every call once, and has made all when it returns") {
    for (int round = 0; round < 200; ++round) {
        for (const Index count : {0, 1, 2, 3, 50}) REQUIRE(callsOf(count) == onceEach(count));
    }
    CHECK(callsOf(100000) == onceEach(100000));
}

TEST_CASE("what a shared loop wrote is there for the next one") {
    std::vector<Index> numbers(64);
    for (int round = 0; round < 500; ++round) {
        shareLoop(64, [&](Index k) { ++numbers[static_cast<std::size_t>(63 - k)]; });
    }
    CHECK(numbers == std::vector<Index>(64, 500));
}

TEST_CASE("loops are shared within loops and by several threads at a time") {
    std::atomic<int> right = 0;
    shareLoop(20, [&](Index) { right += callsOf(30) == onceEach(30) ? 1 : 0; });
    CHECK(right == 20);
    const auto many = [&] {
        for (int round = 0; round < 300; ++round) right += callsOf(30) == onceEach(30) ? 1 : 0;
    };
    std::thread one(many);
    std::thread other(many);
    one.join();
    other.join();
    CHECK(right == 620);
}

}  // namespace
}  // namespace lookback
