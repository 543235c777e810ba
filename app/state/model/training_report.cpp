#include "app/state/model/training_report.h"

#include <algorithm>
#include <chrono>

#include "core/language/training_findings.h"

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

/// Finds by halving where the mean training loss of a twin falls below the floor, among the steps
/// whose states are kept; nothing where it ends above. A loss that is NaN is not below.
std::optional<Index> stepBelowFloor(const TrainingRun& run, std::size_t twin,
                                    const GivesUp& gives_up) {
    return run.twin(twin, [&](const auto& history) -> std::optional<Index> {
        const Index every = history.keptEvery();
        const auto is_below = [&](Index place) {
            const Index step = std::min(place * every, run.steps());
            return isClearlyBelow(history.trainLossAfter(step, gives_up), run.measuredFloor());
        };
        Index below = (run.steps() + every - 1) / every;
        if (!is_below(below)) return std::nullopt;
        Index above = -1;
        while (below - above > 1) {
            const Index middle = above + (below - above) / 2;
            (is_below(middle) ? below : above) = middle;
        }
        return std::min(below * every, run.steps());
    });
}

std::vector<Index> stepsBelowFloor(const TrainingRun& run, const GivesUp& gives_up) {
    std::vector<Index> steps;
    for (std::size_t twin = 0; twin < run.twins(); ++twin) {
        if (const auto step = stepBelowFloor(run, twin, gives_up)) steps.push_back(*step);
    }
    return steps;
}

}  // namespace

TrainingReport trainingReport(const TrainingQuestion& question, const GivesUp& gives_up) {
    TrainingReport report{.run = question.so_far
                                     ? question.so_far->run
                                     : TrainingRun(question.experiment, kMostKeptBytes, gives_up),
                          .number = question.number};
    const TrainingRun& run = report.run;
    if (question.so_far) report.floor_crossed = question.so_far->floor_crossed;
    train(report.run, gives_up);
    if (run.isFinished() && !report.floor_crossed) {
        std::vector<Index> steps = stepsBelowFloor(run, gives_up);
        if (!isGivenUp(gives_up)) report.floor_crossed = std::move(steps);
    }
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
