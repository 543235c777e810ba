#include "app/state/workshop.h"

#include <limits>

#include "core/io/experiment_library.h"

namespace lookback {

bool ExperimentSnapshot::operator==(const ExperimentSnapshot& other) const {
    const bool is_same = experiment == other.experiment || *experiment == *other.experiment;
    return is_same && origin == other.origin;
}

Workshop::Workshop() : history(*openedExperiment(experiments().front().id)) {
    place.step = std::numeric_limits<Index>::max();
}

Checked<ExperimentSnapshot> openedExperiment(const std::string& id) {
    return openShippedExperiment(id).map([&](const Experiment& opened) {
        return ExperimentSnapshot{
            .experiment = std::make_shared<const Experiment>(opened),
            .origin = std::make_shared<const ExperimentOrigin>(ExperimentOrigin{opened, id})};
    });
}

}  // namespace lookback
