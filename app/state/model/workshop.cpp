#include "app/state/model/workshop.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/io/experiment_library.h"

namespace lookback {
namespace {

/// How many of the oldest steps are too many.
std::size_t stepsTooMany(const History<ExperimentSnapshot>& history) {
    const auto steps = history.steps().first;
    std::size_t bytes = 0;
    for (std::size_t left = steps.size(); left > 0; --left) {
        bytes += steps[left - 1]->experiment->text.size();
        if (bytes > kMostUndoneText) return left;
    }
    return 0;
}

}  // namespace

bool ExperimentSnapshot::operator==(const ExperimentSnapshot& other) const {
    const bool is_same = experiment == other.experiment || *experiment == *other.experiment;
    return is_same && origin == other.origin;
}

Workshop::Workshop() : history(*openedExperiment(experiments().front().id)) {
    place.step = std::numeric_limits<Index>::max();
}

Workshop::Workshop(const KeptWorkshop& kept) : history(kept.steps, kept.at) {
    place.step = std::numeric_limits<Index>::max();
    settle(*this);
}

KeptWorkshop Workshop::kept() const {
    auto [steps, at] = history.steps();
    return {std::move(steps), at};
}

Checked<ExperimentSnapshot> openedExperiment(const std::string& id) {
    return openShippedExperiment(id).map(
        [&](Experiment opened) { return openedExperiment(std::move(opened), id); });
}

ExperimentSnapshot openedExperiment(Experiment experiment, std::string id) {
    const auto opened = std::make_shared<const Experiment>(std::move(experiment));
    return {opened, std::make_shared<const ExperimentOrigin>(
                        ExperimentOrigin{.experiment = opened, .id = std::move(id)})};
}

ExperimentSnapshot openedExperiment(Experiment experiment, std::string file,
                                    std::string fingerprint) {
    const auto opened = std::make_shared<const Experiment>(std::move(experiment));
    return {opened, std::make_shared<const ExperimentOrigin>(
                        ExperimentOrigin{.experiment = opened,
                                         .file = std::move(file),
                                         .saved = opened,
                                         .fingerprint = std::move(fingerprint)})};
}

bool isSaved(const ExperimentSnapshot& snapshot) {
    const auto is = [&](const std::shared_ptr<const Experiment>& other) {
        return snapshot.experiment == other || *snapshot.experiment == *other;
    };
    const ExperimentOrigin& origin = *snapshot.origin;
    if (origin.saved && is(origin.saved)) return true;
    return (!origin.saved || !origin.id.empty()) && is(origin.experiment);
}

/// Whoever stood at the end stands there again.
void settle(Workshop& workshop) {
    workshop.training.forget();
    TrainPlace& place = workshop.place;
    place.head = std::clamp<Index>(place.head, 0, workshop.experiment().model.heads - 1);
    workshop.history.forgetOldest(stepsTooMany(workshop.history));
    workshop.is_saved = isSaved(workshop.history.current());
}

std::optional<TrainingQuestion> settlePlace(Workshop& workshop, bool is_generate) {
    ShownTraining& training = workshop.training;
    ShownWriting& writing = workshop.writing;
    if (is_generate) {
        training.settle();
        writing.settle(training, workshop.place, workshop.generate);
    } else {
        training.settle(workshop.place);
        writing.settle();
    }
    if (training.isAsked() || !isWaiting(workshop)) return std::nullopt;
    TrainingQuestion question = training.takeQuestion(workshop.history.current().experiment);
    question.writing = writing.wish();
    return question;
}

bool isWaiting(const Workshop& workshop) {
    const ShownTraining& training = workshop.training;
    return training.isAsked() || training.hasQuestion() || workshop.writing.wish();
}

void openIn(Workshop& workshop, ExperimentSnapshot opened) {
    workshop.history.commit(std::move(opened));
    workshop.place = {.step = std::numeric_limits<Index>::max(), .speed = workshop.place.speed};
    workshop.generate.prompt.clear();
    settle(workshop);
}

}  // namespace lookback
