#include "app/state/model/training_report.h"

#include <algorithm>
#include <chrono>

namespace lookback {
namespace {

/// A job ends after so long, and the curves grow.
constexpr std::chrono::milliseconds kMoment{120};

/// Half of the time is for training, the other half for what is shown of it.
void train(TrainingRun& run, const GivesUp& gives_up) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begun = Clock::now();
    run.advance(run.experiment().steps, gives_up,
                [&] { return Clock::now() - begun > kMoment / 2; });
}

}  // namespace

TrainingReport trainingReport(const TrainingQuestion& question, const GivesUp& gives_up) {
    TrainingReport report{.run = question.so_far
                                     ? question.so_far->run
                                     : TrainingRun(question.experiment, kMostKeptBytes, gives_up),
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
