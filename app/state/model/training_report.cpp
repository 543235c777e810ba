#include "app/state/model/training_report.h"

#include <algorithm>
#include <chrono>

namespace lookback {
namespace {

/// A job ends after so long, and the curves grow.
constexpr std::chrono::milliseconds kMoment{120};
constexpr Index kFirstSteps = 8;

void train(TrainingRun& run, const GivesUp& gives_up) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begun = Clock::now();
    // Ever more steps at once, so that asking for the time takes none.
    const double first = std::clamp<double>(kMostAtOnce / run.stepWork(), 1, kFirstSteps);
    for (auto steps = static_cast<Index>(first); !run.isFinished(); steps *= 2) {
        run.advance(steps, gives_up);
        if (Clock::now() - begun > kMoment / 2 || isGivenUp(gives_up)) break;
    }
}

}  // namespace

TrainingReport trainingReport(const TrainingQuestion& question, const GivesUp& gives_up) {
    TrainingReport report{
        .run = question.so_far ? question.so_far->run : TrainingRun(question.experiment),
        .number = question.number};
    const TrainingRun& run = report.run;
    train(report.run, gives_up);
    if (question.moment && !isGivenUp(gives_up)) {
        TrainWish wish = *question.moment;
        wish.step = std::clamp<Index>(wish.step, 0, run.steps());
        if (momentWork(run, wish) > kMostAtOnce) {
            report.moment = std::make_shared<const TrainMoment>(
                trainMoment(run, wish, !question.is_first_moment, gives_up));
        }
    }
    if (question.writing && !isGivenUp(gives_up)) {
        WritingWish wish = *question.writing;
        wish.step = std::clamp<Index>(wish.step, 0, run.steps());
        if (writingWork(run, wish) > kMostAtOnce) {
            report.writing =
                std::make_shared<const WritingMoment>(writingMoment(run, wish, gives_up));
        }
    }
    return report;
}

}  // namespace lookback
