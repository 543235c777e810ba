#include "app/state/model/work.h"

#include <algorithm>

namespace lookback {

bool ExperimentSnapshot::operator==(const ExperimentSnapshot& other) const {
    const bool is_same = experiment == other.experiment || *experiment == *other.experiment;
    return is_same && origin == other.origin;
}

Snapshot openedSnapshot(Origin<Document> origin) {
    const Document& document = *origin.opened;
    return {.document = document,
            .token = std::clamp<Index>(1, 0, std::max<Index>(document.n() - 1, 0)),
            .origin = std::make_shared<const Origin<Document>>(std::move(origin))};
}

ExperimentSnapshot openedSnapshot(Origin<Experiment> origin) {
    const auto experiment = origin.opened;
    return {experiment, std::make_shared<const Origin<Experiment>>(std::move(origin))};
}

void boundUndoneText(Work<Experiment>& work) {
    const auto steps = work.history.steps().first;
    std::size_t bytes = 0;
    for (std::size_t left = steps.size(); left > 0; --left) {
        bytes += steps[left - 1]->experiment->text.size();
        if (bytes > kMostUndoneText) return work.history.forgetOldest(left);
    }
}

}  // namespace lookback
