#include "app/state/model/training_report.h"

#include <chrono>

namespace lookback {
namespace {

/// A job ends after so long, and the curves grow.
constexpr std::chrono::milliseconds kMoment{120};
constexpr Index kFirstSteps = 8;

}  // namespace

TrainingReport trainingReport(const TrainingQuestion& question, const GivesUp& gives_up) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begun = Clock::now();
    TrainingReport report{
        .run = question.so_far ? question.so_far->run : TrainingRun(question.experiment),
        .number = question.number};
    // Ever more steps at once, so that asking for the time takes none.
    for (Index steps = kFirstSteps; !report.run.isFinished(); steps *= 2) {
        report.run.advance(steps, gives_up);
        if (Clock::now() - begun > kMoment / 2 || isGivenUp(gives_up)) break;
    }
    return report;
}

}  // namespace lookback
