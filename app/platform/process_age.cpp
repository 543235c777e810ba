#include "app/platform/process_age.h"

#ifdef __linux__
#include <unistd.h>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace lookback {
namespace {

/// The start of this process, in ticks since the start of the machine.
std::optional<double> startInTicks() {
    std::ifstream file("/proc/self/stat");
    const std::string stat{std::istreambuf_iterator<char>(file), {}};
    // The second field is the program's name, in brackets; it may contain any character.
    const std::size_t name_end = stat.rfind(')');
    if (name_end == std::string::npos) return std::nullopt;
    std::istringstream fields(stat.substr(name_end + 1));
    constexpr int kStart = 22 - 2;  // of those behind the name, as proc(5) counts them
    std::string field;
    for (int k = 0; k < kStart; ++k) fields >> field;
    return fields ? std::optional(std::stod(field)) : std::nullopt;
}

}  // namespace

std::optional<double> processAge() {
    const std::optional<double> start = startInTicks();
    timespec now{};
    if (!start || clock_gettime(CLOCK_BOOTTIME, &now) != 0) return std::nullopt;
    constexpr double kNanosecond = 1e-9;
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * kNanosecond -
           *start / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace lookback

#else

namespace lookback {

std::optional<double> processAge() { return std::nullopt; }

}  // namespace lookback

#endif
