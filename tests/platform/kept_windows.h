/// Windows that keep their sessions in a folder.
#pragma once

#include <chrono>
#include <filesystem>
#include <string_view>
#include <thread>

#include "app/platform/session_folder.h"
#include "tests/platform/temporary_folder.h"

namespace lookback::test {

/// A window as the folder sees it. It goes without a word, as after kill -9, unless it is closed.
struct OpenWindow {
    explicit OpenWindow(const TemporaryFolder& folder) : store(folder.path(), [] {}) {}

    SessionFolder store;
};

/// How many entries of a folder have this ending.
inline std::size_t count(const std::filesystem::path& folder, std::string_view ending) {
    std::size_t found = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().string().ends_with(ending)) ++found;
    }
    return found;
}

/// Waits until it holds, four seconds at most.
template <class Holds>
bool comesTrue(Holds holds) {
    for (int k = 0; k < 400; ++k) {
        if (holds()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

}  // namespace lookback::test
