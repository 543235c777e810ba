#pragma once

#include <optional>
#include <string>

#include "app/state/model/experiment_place.h"
#include "app/state/model/training_report.h"
#include "app/state/model/variant.h"
#include "core/language/line_writing.h"
#include "core/language/number_step.h"
#include "core/language/training_findings.h"

namespace lookback {

/// One twin after so many steps.
struct TwinMoment {
    Variant probe;                     ///< its attention over the probe sentence
    Matrix<double> chances;            ///< (units of the probe, vocabulary), of what follows each
    double loss = 0;                   ///< the mean over all training windows
    std::optional<double> held_out{};  ///< the same over those held out; none without any
    std::vector<LineWritten> lines;
    ProbeShares shares;                       ///< of the weight, where it goes
    std::vector<TrainingFinding> findings{};  ///< what matters most first
};

/// Both twins after so many steps, reading a sentence.
struct TrainMoment {
    std::vector<Unit> probe;
    std::vector<TwinMoment> twins;
    bool began_alike = true;   ///< with the same numbers
    bool saw_the_same = true;  ///< batches, until now
};

/// The training of an experiment, as views ask for it. What it takes is found by jobs; what was
/// found of the experiment before is shown until then.
class ShownTraining {
public:
    /// The experiment is another one.
    void forget();

    /// Whether something is to be asked, to be answered beside the frames.
    [[nodiscard]] bool hasQuestion() const;
    /// Call only where there is one.
    [[nodiscard]] TrainingQuestion takeQuestion(std::shared_ptr<const Experiment> experiment);

    /// What the question was answered with; of an older question it is not taken.
    void take(std::shared_ptr<const TrainingReport> report);

    /// Nothing until something was found.
    [[nodiscard]] const TrainingReport* report() const { return report_.get(); }
    /// What is shown is of the experiment as it stands.
    [[nodiscard]] bool isCurrent() const { return report_ && report_->number == number_; }

    /// The twins at the step where one stands, or at the last one that was reached. Call only where
    /// there is a report.
    [[nodiscard]] const TrainMoment& at(const TrainPlace& place) const;
    [[nodiscard]] Index stepOf(const TrainPlace& place) const;
    /// What the step that led there did to a number of each twin; empty before the first step.
    [[nodiscard]] const std::vector<NumberStep>& numberSteps(const TrainPlace& place) const;

private:
    std::shared_ptr<const TrainingReport> report_;
    std::uint64_t number_ = 1;  ///< of the experiment as it stands
    bool is_asked_ = false;
    mutable std::optional<TrainMoment> moment_;
    mutable std::shared_ptr<const TrainingReport> moment_of_;
    mutable Index moment_step_ = 0;
    mutable std::string moment_probe_;
    mutable std::vector<NumberStep> number_steps_;
    mutable std::shared_ptr<const TrainingReport> number_steps_of_;
    mutable Index number_steps_at_ = 0;
    mutable NumberPlace number_steps_place_;
};

/// The sentence that twins read: as it was typed, or the text's own first window where that cannot
/// be read.
[[nodiscard]] std::vector<Unit> probeOf(const TrainingRun& run, const std::string& typed);

/// Units as they are typed: words with spaces between them, characters without.
[[nodiscard]] std::string typedUnits(const TrainingRun& run, std::span<const Unit> units);

}  // namespace lookback
