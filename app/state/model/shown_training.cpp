#include "app/state/model/shown_training.h"

#include <algorithm>

#include "core/language/probe.h"

namespace lookback {
namespace {

TwinMoment momentOf(const TrainingRun& run, std::size_t place, Index step,
                    std::span<const Unit> probe) {
    const Experiment& experiment = run.experiment();
    const UnitText& text = run.text();
    return run.twin(place, [&](const auto& history) {
        const auto state = history.stateAfter(step);
        const Parameters<double> parameters = converted<double>(state->parameters);
        const Twin& mine = history.twin();
        TwinMoment moment;
        moment.probe.show(probeDocument(experiment, mine, text, parameters, probe), false);
        moment.chances = nextChances(experiment, mine, state->parameters, probe);
        moment.loss = history.trainLossAfter(step);
        if (!text.held_out_starts.empty()) {
            moment.held_out =
                meanLoss(experiment, mine, text, text.held_out_starts, state->parameters);
        }
        moment.lines = linesWritten(experiment, mine, text, state->parameters);
        moment.shares = probeShares(moment.probe.trace());
        moment.findings = findingsOf({.place = place,
                                      .train_loss = moment.loss,
                                      .floor = run.floor(),
                                      .shares = moment.shares,
                                      .lost = history.lostAfter(step, moment.loss)});
        return moment;
    });
}

/// Whether all twins were given the same.
void compareTwins(const TrainingRun& run, Index step, TrainMoment& moment) {
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
                    moment.saw_the_same &=
                        first.stateAfter(step)->generator == other.stateAfter(step)->generator;
                }
            });
        }
    });
}

}  // namespace

std::vector<Unit> probeOf(const TrainingRun& run, const std::string& typed) {
    if (auto units = probeUnits(run.experiment(), run.text(), typed)) return *units;
    const std::vector<Unit>& all = run.text().units;
    const auto first = all.begin() + run.text().train_starts.front();
    return {first, first + run.experiment().context};
}

std::string typedUnits(const TrainingRun& run, std::span<const Unit> units) {
    const bool has_spaces = run.experiment().unit == TextUnit::words;
    std::string typed;
    for (const Unit unit : units) {
        if (has_spaces && !typed.empty()) typed += ' ';
        typed += run.text().vocabulary[static_cast<std::size_t>(unit)];
    }
    return typed;
}

void ShownTraining::forget() {
    ++number_;
    is_asked_ = false;
}

bool ShownTraining::hasQuestion() const {
    if (is_asked_) return false;
    return !isCurrent() || !report_->run.isFinished();
}

TrainingQuestion ShownTraining::takeQuestion(std::shared_ptr<const Experiment> experiment) {
    is_asked_ = true;
    return {.experiment = std::move(experiment),
            .number = number_,
            .so_far = isCurrent() ? report_ : nullptr};
}

void ShownTraining::take(std::shared_ptr<const TrainingReport> report) {
    if (report->number > number_) return;
    const bool is_current = report->number == number_;
    if (is_current) is_asked_ = false;
    // While somebody drags, what was found of the moment before is shown.
    if (is_current || !report_ || report->number > report_->number) report_ = std::move(report);
}

Index ShownTraining::stepOf(const TrainPlace& place) const {
    return std::clamp<Index>(place.step, 0, report_->run.steps());
}

const std::vector<NumberStep>& ShownTraining::numberSteps(const TrainPlace& place) const {
    const TrainingRun& run = report_->run;
    const Index step = stepOf(place);
    const NumberPlace number =
        nearestPlace(place.number, run.experiment(), run.text().vocabularySize());
    const bool is_same =
        number_steps_of_ == report_ && number_steps_at_ == step && number_steps_place_ == number;
    if (is_same) return number_steps_;
    number_steps_of_ = report_;
    number_steps_at_ = step;
    number_steps_place_ = number;
    number_steps_.clear();
    for (std::size_t twin = 0; twin < run.twins() && step > 0; ++twin) {
        number_steps_.push_back(run.twin(
            twin, [&](const auto& history) { return numberStep(history, step - 1, number); }));
    }
    return number_steps_;
}

const TrainMoment& ShownTraining::at(const TrainPlace& place) const {
    const Index step = stepOf(place);
    const bool is_same =
        moment_ && moment_of_ == report_ && moment_step_ == step && moment_probe_ == place.probe;
    if (is_same) return *moment_;
    moment_of_ = report_;
    moment_step_ = step;
    moment_probe_ = place.probe;
    moment_ = TrainMoment{.probe = probeOf(report_->run, place.probe), .twins = {}};
    compareTwins(report_->run, step, *moment_);
    for (std::size_t twin = 0; twin < report_->run.twins(); ++twin) {
        moment_->twins.push_back(momentOf(report_->run, twin, step, moment_->probe));
    }
    return *moment_;
}

}  // namespace lookback
