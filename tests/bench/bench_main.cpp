// Runs the benchmarks, and says how many of ImGui's demo windows a frame of ours is worth.
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

constexpr const char* kYardstick = "demoWindow";
constexpr const char* kLongYardstick = "demoWindowOpen";  ///< with its sections open

class RatioReporter : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs) {
            const bool counts = run.aggregate_name.empty() || run.aggregate_name == "median";
            if (!run.error_occurred && counts) {
                times_.emplace_back(run.benchmark_name(), run.GetAdjustedCPUTime());
            }
        }
    }

    void Finalize() override {
        const double yardstick = timeOf(kYardstick);
        const double long_yardstick = timeOf(kLongYardstick);
        if (yardstick <= 0 || long_yardstick <= 0) return;
        std::printf("\nProcessor time of a frame over that of ImGui's demo window:\n");
        std::printf("  %-32s %11s %11s\n", "", "as it opens", "all open");
        for (const auto& [name, time] : times_) {
            if (!name.starts_with("lab")) continue;
            std::printf("  %-32s %11.2f %11.2f\n", name.c_str(), time / yardstick,
                        time / long_yardstick);
        }
    }

private:
    [[nodiscard]] double timeOf(std::string_view wanted) const {
        for (const auto& [name, time] : times_) {
            if (name == wanted) return time;
        }
        return 0;
    }

    std::vector<std::pair<std::string, double>> times_;
};

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    RatioReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    return 0;
}
