// Runs the benchmarks, and says how many of ImGui's demo windows a frame of ours is worth.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

constexpr const char* kYardstick = "demoWindow";

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
        double yardstick = 0;
        for (const auto& [name, time] : times_) {
            if (name == kYardstick) yardstick = time;
        }
        if (yardstick <= 0) return;
        std::printf("\nProcessor time of a frame over that of ImGui's demo window:\n");
        for (const auto& [name, time] : times_) {
            const bool is_frame = name.rfind("lab", 0) == 0;
            if (is_frame) std::printf("  %-32s %5.2f\n", name.c_str(), time / yardstick);
        }
    }

private:
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
