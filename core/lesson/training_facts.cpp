#include "core/lesson/training_facts.h"

#include <algorithm>

#include "core/language/writing.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

tl::unexpected<Error> notKnown(Message why) { return tl::unexpected(Error{"", std::move(why)}); }

}  // namespace

TrainingFacts::TrainingFacts(std::shared_ptr<const Experiment> experiment, GivesUp gives_up)
    : experiment_(std::move(experiment)), may_train_(true), gives_up_(std::move(gives_up)) {}

TrainingFacts::TrainingFacts(TrainingRun run)
    : experiment_(std::make_shared<const Experiment>(run.experiment())),
      may_train_(false),
      run_(std::make_unique<TrainingRun>(std::move(run))) {}

TrainingRun& TrainingFacts::run() const {
    if (run_ == nullptr) {
        run_ = std::make_unique<TrainingRun>(experiment_, kMostKeptBytes, gives_up_);
    }
    return *run_;
}

/// @param last greatest number that the quantity has @param taken steps that it needs
Result<void> TrainingFacts::needs(std::size_t model, Index step, Index last, Index taken) const {
    if (model >= experiment_->twins.size()) return notKnown(say::lesson::OneModel{});
    if (step < 0 || step > last) {
        return notKnown(say::lesson::NoStep{.step = Count{step}, .last = Count{last}});
    }
    const Index missing = taken - run().steps();
    if (missing > 0 && may_train_) run().advance(missing, gives_up_);
    if (run().steps() < taken) return notKnown(say::lesson::NotTrained{.step = Count{taken}});
    return {};
}

Result<double> TrainingFacts::loss(std::size_t model, Index step) const {
    return needs(model, step, experiment_->steps - 1, step + 1).map([&] {
        return run().losses(model)[asSize(step)];
    });
}

Result<double> TrainingFacts::trainingLoss(std::size_t model, Index steps) const {
    return needs(model, steps, experiment_->steps, steps).map([&] {
        return run().twin(
            model, [&](const auto& history) { return history.trainLossAfter(steps, gives_up_); });
    });
}

Result<double> TrainingFacts::heldOutLoss(std::size_t model, Index steps) const {
    return needs(model, steps, experiment_->steps, steps).and_then([&]() -> Result<double> {
        const std::vector<HeldOutLoss>& measured = run().heldOut(model);
        const auto found = std::find_if(measured.begin(), measured.end(),
                                        [&](const auto& row) { return row.steps == steps; });
        if (found != measured.end()) return found->loss;
        return notKnown(
            say::lesson::NotMeasured{.step = Count{steps}, .every = Count{kHeldOutEvery}});
    });
}

Result<std::vector<std::string>> TrainingFacts::written(std::size_t model) const {
    const Index steps = experiment_->steps;
    return needs(model, steps, steps, steps).and_then([&]() -> Result<std::vector<std::string>> {
        std::vector<std::string>& known = written_[model];
        if (!known.empty()) return known;
        const UnitText& text = run().text();
        std::vector<Unit> prompt(
            text.units.begin(),
            text.units.begin() + std::min<std::ptrdiff_t>(2, std::ssize(text.units)));
        if (!experiment_->prompt.empty()) {
            const auto given = unitsOfSentence(*experiment_, text, experiment_->prompt);
            if (!given) return tl::unexpected(given.error());
            prompt = *given;
        }
        const Written all = run().twin(model, [&](const auto& history) {
            return generate(*experiment_, history.twin(), history.stateAfter(steps)->parameters,
                            prompt, kWrittenTokens, Sampling{});
        });
        for (std::size_t k = prompt.size(); k < all.units.size(); ++k) {
            known.push_back(shownUnit(text.vocabulary[static_cast<std::size_t>(all.units[k])]));
        }
        return known;
    });
}

}  // namespace lookback
