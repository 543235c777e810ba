#include "app/state/model/train_moment.h"

#include <algorithm>

#include "core/language/mean_loss.h"
#include "core/language/probe.h"

namespace lookback {
namespace {

template <class Scalar>
void measure(const TrainingRun& run, std::size_t place, Index step,
             const TwinHistory<Scalar>& history, const Parameters<Scalar>& parameters,
             const GivesUp& gives_up, TwinMoment& moment) {
    const Experiment& experiment = run.experiment();
    moment.loss = history.trainLossAfter(step, gives_up);
    if (!run.heldOutMeasured().empty()) {
        moment.held_out = meanLoss(experiment, history.twin(), run.text(), run.heldOutMeasured(),
                                   parameters, gives_up);
    }
    moment.lines = linesWritten(experiment, history.twin(), run.text(), parameters, gives_up);
    moment.findings = findingsOf({.place = place,
                                  .train_loss = moment.loss,
                                  .floor = run.measuredFloor(),
                                  .windows = run.areAllMeasured() ? 0 : std::ssize(run.measured()),
                                  .shares = moment.shares,
                                  .lost = history.lostAfter(step, moment.loss, gives_up)});
}

/// Whether all twins were given the same.
void compareTwins(const TrainingRun& run, TrainMoment& moment, const GivesUp& gives_up) {
    const Index step = moment.wish.step;
    run.twin(0, [&]<class Scalar>(const TwinHistory<Scalar>& first) {
        for (std::size_t place = 1; place < run.twins(); ++place) {
            run.twin(place, [&]<class Other>(const TwinHistory<Other>& other) {
                if constexpr (std::is_same_v<Scalar, Other>) {
                    const auto state_a = first.stateAfter(0);
                    const auto state_b = other.stateAfter(0);
                    const Parameters<Scalar>& a = state_a->parameters;
                    const Parameters<Scalar>& b = state_b->parameters;
                    moment.began_alike &= std::all_of(
                        kParameters<Scalar>.begin(), kParameters<Scalar>.end(),
                        [&](const auto& row) { return a.*row.matrix == b.*row.matrix; });
                    // Batches are drawn one after the other: who stands at the same place drew the
                    // same ones.
                    moment.saw_the_same &= first.stateAfter(step, gives_up)->generator ==
                                           other.stateAfter(step, gives_up)->generator;
                }
            });
        }
    });
}

}  // namespace

double momentWork(const TrainingRun& run, const TrainWish& wish) {
    const Experiment& experiment = run.experiment();
    const Index vocabulary = run.text().vocabularySize();
    const auto n = std::ssize(probeOf(run, wish.probe));
    const double of_place = placeWork(experiment, vocabulary, experiment.context);
    const auto windows = static_cast<double>(run.measured().size() + run.heldOutMeasured().size());
    const auto written = static_cast<double>(unitsToWrite(run.text()));
    const auto context = static_cast<double>(experiment.context);
    // Attention in double and the model's pass, and lines whose rows are all computed anew.
    double work = 3 * static_cast<double>(n) * placeWork(experiment, vocabulary, n) +
                  (windows + written) * context * of_place;
    run.twin(0, [&](const auto& history) {
        // Each twin's state is looked up for what it reads, its losses and the comparison.
        Index steps = 4 * history.stepsAgain(wish.step);
        if (wish.number && wish.step > 0) steps += 1 + 2 * history.stepsAgain(wish.step - 1);
        work += static_cast<double>(steps) * run.stepWork();
    });
    return work * static_cast<double>(run.twins());
}

TrainMoment trainMoment(const TrainingRun& run, const TrainWish& wish, bool is_measured,
                        const GivesUp& gives_up) {
    TrainMoment moment{.wish = wish, .probe = probeOf(run, wish.probe), .is_measured = is_measured};
    const Experiment& experiment = run.experiment();
    compareTwins(run, moment, gives_up);
    for (std::size_t place = 0; place < run.twins() && !isGivenUp(gives_up); ++place) {
        run.twin(place, [&](const auto& history) {
            const auto state = history.stateAfter(wish.step, gives_up);
            const Parameters<double> parameters = converted<double>(state->parameters);
            TwinMoment& mine = moment.twins.emplace_back();
            mine.probe.show(
                probeDocument(experiment, history.twin(), run.text(), parameters, moment.probe),
                false);
            mine.chances = nextChances(experiment, history.twin(), state->parameters, moment.probe);
            mine.shares = probeShares(mine.probe.trace());
            if (is_measured) {
                measure(run, place, wish.step, history, state->parameters, gives_up, mine);
            }
            if (wish.number && wish.step > 0) {
                moment.number_steps.push_back(
                    numberStep(history, wish.step - 1, *wish.number, gives_up));
            }
        });
    }
    return moment;
}

std::vector<Unit> probeOf(const TrainingRun& run, const std::string& typed) {
    const auto shortened = [&](std::vector<Unit> units) {
        const double of_place = placeWork(run.experiment(), run.text().vocabularySize(),
                                          std::min(run.experiment().context, kMostProbe));
        const auto most =
            std::clamp<Index>(static_cast<Index>(kMostProbeWork / of_place), 1, kMostProbe);
        if (std::ssize(units) > most) units.resize(static_cast<std::size_t>(most));
        return units;
    };
    if (auto units = probeUnits(run.experiment(), run.text(), typed)) return shortened(*units);
    const std::vector<Unit>& all = run.text().units;
    const auto first = all.begin() + run.text().train_starts.front();
    return shortened({first, first + run.experiment().context});
}

std::string typedUnits(const TrainingRun& run, std::span<const Unit> units) {
    return typedText(run.experiment(), run.text(), units);
}

}  // namespace lookback
