#include "core/io/system_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "core/base/limits.h"

#ifdef __EMSCRIPTEN__
#include <emscripten/heap.h>
#elif __has_include(<sys/resource.h>)
#include <sys/resource.h>
#endif

namespace lookback {
namespace {

/// Bytes that programs can take before the machine swaps; known on Linux only.
double freeMemory() {
#ifndef __EMSCRIPTEN__
    constexpr double kKibibyte = 1024;
    std::ifstream lines("/proc/meminfo");
    for (std::string name; lines >> name;) {
        double amount = 0;
        if (name == "MemAvailable:" && lines >> amount) return amount * kKibibyte;
        lines.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
#endif
    return std::numeric_limits<double>::infinity();
}

/// Bytes that this program may take in all (`ulimit -v`).
double ownMemory() {
#ifdef __EMSCRIPTEN__
    return static_cast<double>(emscripten_get_heap_max());
#elif defined(RLIMIT_AS)
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        return static_cast<double>(limit.rlim_cur);
    }
#endif
    return std::numeric_limits<double>::infinity();
}

}  // namespace

double allowedMemory() { return std::min(kMaxMemory, std::min(freeMemory(), ownMemory()) / 2); }

}  // namespace lookback
