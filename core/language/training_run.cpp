#include "core/language/training_run.h"

#include <algorithm>
#include <utility>

#include "core/base/shared_loop.h"
#include "core/language/floor.h"
#include "core/language/mean_loss.h"
#include "core/language/training.h"

namespace lookback {
namespace {

std::shared_ptr<const TrainingSource> sourceOf(std::shared_ptr<const Experiment> experiment,
                                               const GivesUp& gives_up) {
    UnitText text = cutText(*experiment);
    const Index vocabulary = text.vocabularySize();
    std::vector<Index> measured = measuredWindows(*experiment, vocabulary, text.train_starts);
    std::vector<Index> held_out = measuredWindows(*experiment, vocabulary, text.held_out_starts);
    const LossFloors floors = lossFloors(text, experiment->context, measured, gives_up);
    TrainingSource source{.experiment = std::move(experiment), .floor = floors.all};
    source.measured_floor = floors.some;
    source.text = std::move(text);
    source.measured = std::move(measured);
    source.held_out_measured = std::move(held_out);
    return std::make_shared<const TrainingSource>(std::move(source));
}

/// The number of steps between two calls of `gives_up`: some milliseconds.
Index stepsTogether(double step_work) {
    constexpr double kMultiplications = 3e7;
    return static_cast<Index>(std::clamp(kMultiplications / step_work, 1.0, 50.0));
}

}  // namespace

TrainingRun::TrainingRun(std::shared_ptr<const Experiment> experiment, std::size_t kept_bytes,
                         const GivesUp& gives_up)
    : source_(sourceOf(std::move(experiment), gives_up)) {
    const std::size_t each = kept_bytes / std::max<std::size_t>(twins(), 1);
    const auto begin = [&]<class Scalar>(Histories<Scalar> histories) {
        for (std::size_t place = 0; place < twins(); ++place) {
            histories.emplace_back(source_, place, each);
        }
        histories_ = std::move(histories);
    };
    this->experiment().dtype == DType::float32 ? begin(Histories<float>())
                                               : begin(Histories<double>());
}

double TrainingRun::stepWork() const {
    const Experiment& e = experiment();
    return 3 * placeWork(e, text().vocabularySize(), e.context) *
           static_cast<double>(e.batch * e.context);
}

void TrainingRun::advance(Index steps, const GivesUp& gives_up, const GivesUp& is_enough) {
    const Index end = std::min(this->steps() + steps, experiment().steps);
    std::visit([&](auto& histories) { advanceAll(histories, end, gives_up, is_enough); },
               histories_);
}

TrainingRun TrainingRun::upTo(Index steps) const {
    TrainingRun first = *this;
    const auto drop = [&](auto& histories) {
        for (auto& history : histories) history.dropAfter(steps);
    };
    std::visit(drop, first.histories_);
    return first;
}

template <class Scalar>
void TrainingRun::advanceAll(Histories<Scalar>& histories, Index end, const GivesUp& gives_up,
                             const GivesUp& is_enough) const {
    const Index begun = histories.front().steps();
    std::vector<Training<Scalar>> trainings;
    trainings.reserve(histories.size());
    for (const TwinHistory<Scalar>& history : histories)
        trainings.push_back(history.continuedTraining());
    const Index together = stepsTogether(stepWork());
    while (measureHeldOut(histories, trainings, gives_up) && !isGivenUp(gives_up)) {
        const Index taken = histories.front().steps();
        if (taken == end || (taken > begun && isGivenUp(is_enough))) return;
        const Index measured = (taken / kHeldOutEvery + 1) * kHeldOutEvery;
        const Index until = std::min({taken + together, measured, end});
        shareLoop(std::ssize(histories), [&](Index place) {
            const auto k = static_cast<std::size_t>(place);
            for (Index step = taken; step < until; ++step) {
                const double loss = trainings[k].step();
                histories[k].add(loss, trainings[k].state());
            }
            histories[k].keepLastState(trainings[k].state());
        });
    }
}

/// Measures the held-out loss where it is due. @return false where it was given up
template <class Scalar>
bool TrainingRun::measureHeldOut(Histories<Scalar>& histories,
                                 const std::vector<Training<Scalar>>& trainings,
                                 const GivesUp& gives_up) const {
    const Index steps = histories.front().steps();
    if (text().held_out_starts.empty() || steps % kHeldOutEvery != 0) return true;
    for (std::size_t k = 0; k < histories.size(); ++k) {
        if (std::ssize(histories[k].heldOut()) > steps / kHeldOutEvery) continue;
        const double loss = trainings[k].heldOutLoss(gives_up);
        if (isGivenUp(gives_up)) return false;
        histories[k].addHeldOut(loss);
    }
    return true;
}

}  // namespace lookback
