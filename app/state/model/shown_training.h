#pragma once

#include <optional>

#include "app/state/model/training_report.h"

namespace lookback {

/// The training of an experiment, as views show it. What it takes is found by jobs; what was found
/// of the experiment before is shown until then.
class ShownTraining {
public:
    /// The experiment is another one.
    void forget();

    /// Finds the moment where one stands, or at the last step that was reached, where that takes
    /// less than a frame; else it is to be asked for, and the moment before is shown meanwhile.
    void settle(const TrainPlace& place);
    /// No moment is shown.
    void settle() { wish_.reset(); }

    /// Whether something is to be asked, to be answered beside the frames.
    [[nodiscard]] bool hasQuestion() const;
    /// Whether an answer is on its way.
    [[nodiscard]] bool isAsked() const { return is_asked_; }
    [[nodiscard]] TrainingQuestion takeQuestion(std::shared_ptr<const Experiment> experiment);

    /// What the question was answered with; of an older question it is not taken.
    void take(std::shared_ptr<const TrainingReport> report);

    /// Nothing until something was found.
    [[nodiscard]] const TrainingReport* report() const { return report_.get(); }
    /// What is shown is of the experiment as it stands.
    [[nodiscard]] bool isCurrent() const { return report_ && report_->number == number_; }

    /// The twins at the step where one stands, or at the last one that was measured of this
    /// training; nullptr until there is one.
    [[nodiscard]] const TrainMoment* moment() const { return moment_.get(); }
    /// Whether the moment where one stands is still to come, or what takes long of it.
    [[nodiscard]] bool isMeasuring(const TrainPlace& place) const;
    /// Call only where there is a report.
    [[nodiscard]] Index stepOf(const TrainPlace& place) const;

private:
    [[nodiscard]] TrainWish wishAt(const TrainPlace& place) const;
    /// Whether the training goes on and has not come far since the moment that is shown.
    [[nodiscard]] bool isTooEarly(const TrainWish& wish) const;

    std::shared_ptr<const TrainingReport> report_;
    std::uint64_t number_ = 1;  ///< of the experiment as it stands
    bool is_asked_ = false;
    std::shared_ptr<const TrainMoment> moment_;  ///< of the report's training
    std::optional<TrainWish> wish_;              ///< a moment that is to be asked for
};

}  // namespace lookback
