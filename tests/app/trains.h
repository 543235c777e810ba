#pragma once

#include <memory>

#include "app/state/model/training_report.h"
#include "tests/app/lab_under_test.h"

namespace lookback::test {

/// What was asked to be trained is trained for a moment. @return true where something was asked
inline bool trainForAMoment(LabUnderTest& lab) {
    bool was_asked = false;
    for (const Effect& effect : lab.takeEffects()) {
        const auto* const train = std::get_if<Train>(&effect);
        if (train == nullptr) continue;
        was_asked = true;
        lab.act(
            TwinsTrained{std::make_shared<const TrainingReport>(trainingReport(*train->question))});
    }
    return was_asked;
}

/// The same to the end of the training.
inline void trainToTheEnd(LabUnderTest& lab) {
    for (int moment = 0; moment < 200; ++moment) {
        const bool was_asked = trainForAMoment(lab);
        lab.ui.step();
        if (!was_asked && !lab.state().training.hasQuestion()) break;
    }
    lab.ui.step(2);
}

}  // namespace lookback::test
