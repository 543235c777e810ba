#pragma once

#include <string>
#include <vector>

#include "app/state/model/app_state.h"
#include "app/views/shared/scene.h"
#include "core/language/unit_text.h"

namespace lookback {

/// The parameter of the views of a moment of the training: the scene and the parts of its state
/// that they read.
struct TrainScene {
    /// Requires a moment of the training.
    explicit TrainScene(const Scene& shown)
        : scene(shown),
          look(shown.look),
          place(shown.state.train_place),
          run(shown.state.training.report()->run),
          moment(*shown.state.training.moment()) {}

    const Scene& scene;
    const Look& look;
    const TrainPlace& place;
    const TrainingRun& run;
    const TrainMoment& moment;

    /// Returns a unit of the vocabulary as it is shown.
    [[nodiscard]] std::string unitName(Unit unit) const {
        return shownUnit(run.text().vocabulary[static_cast<std::size_t>(unit)]);
    }
    /// Returns the names of the units of the probe sentence.
    [[nodiscard]] std::vector<std::string> probeLabels() const {
        std::vector<std::string> labels;
        for (const Unit unit : moment.probe) labels.push_back(unitName(unit));
        return labels;
    }
    [[nodiscard]] TextUnit unit() const { return run.experiment().unit; }
    /// Says a message in plain characters.
    [[nodiscard]] std::string said(const Message& message) const { return scene.said(message); }
};

}  // namespace lookback
