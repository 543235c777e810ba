#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/gives_up.h"
#include "core/language/lost_loss.h"
#include "core/language/training_state.h"

namespace lookback {

template <class Scalar>
class Training;

/// The kept states of a training: after every k-th step, k = 1 at first. Where they take too much
/// memory, every other state is dropped and k doubles. A copy shares the states.
template <class Scalar>
class KeptStates {
public:
    using State = std::shared_ptr<const TrainingState<Scalar>>;

    explicit KeptStates(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Whether the state after this number of steps is kept.
    [[nodiscard]] bool isDue(Index steps) const { return steps % every_ == 0; }
    /// Keeps a state that is due; to be called for each of them in order. The first is never
    /// dropped.
    void keep(State state);

    /// The last kept state after at most `steps` steps.
    [[nodiscard]] const State& before(Index steps) const {
        const auto place = static_cast<std::size_t>(steps / every_);
        return states_[std::min(place, states_.size() - 1)];
    }

    /// Drops the states after more than `steps` steps.
    void dropAfter(Index steps);

    /// k: 1 where every state is kept.
    [[nodiscard]] Index every() const { return every_; }

private:
    std::size_t most_bytes_;
    Index every_ = 1;
    std::vector<State> states_;  // after 0, k, 2k ... steps
};

/// An experiment with the values that follow from it before the training.
struct TrainingSource {
    std::shared_ptr<const Experiment> experiment;
    UnitText text{};
    double floor = 0;                        ///< of the training windows
    std::vector<Index> measured{};           ///< training windows (`measuredWindows`)
    double measured_floor = 0;               ///< of these alone
    std::vector<Index> held_out_measured{};  ///< held-out windows (`measuredWindows`)
};

/// The mean loss over all held-out windows after some steps.
struct HeldOutLoss {
    Index steps = 0;
    double loss = 0;

    bool operator==(const HeldOutLoss&) const = default;
};

/// One step with its batch, its gradients and the parameters before and after.
template <class Scalar>
struct StepTaken {
    std::vector<std::int64_t> batch;  ///< numbers of the training windows
    double loss = 0;                  ///< over the batch, before the step
    Parameters<Scalar> before;
    Parameters<Scalar> gradients;
    TrainingState<Scalar> after;  ///< its moments are those that the step was taken with
};

/// The states, steps and losses of a twin after any number of steps that it has taken. A copy is
/// cheap: it shares the states and copies the losses, 8 bytes a step.
template <class Scalar>
class TwinHistory {
public:
    using State = typename KeptStates<Scalar>::State;

    /// @param place of the twin in the experiment @param kept_bytes for the states
    TwinHistory(std::shared_ptr<const TrainingSource> source, std::size_t place,
                std::size_t kept_bytes);

    /// For each step, the loss of its batch before it was taken.
    [[nodiscard]] const std::vector<double>& losses() const { return losses_; }
    /// The held-out losses after 0, 50, 100 ... steps; empty where nothing is held out.
    [[nodiscard]] const std::vector<HeldOutLoss>& heldOut() const { return held_out_; }
    [[nodiscard]] Index steps() const { return std::ssize(losses_); }
    [[nodiscard]] const Twin& twin() const { return source_->experiment->twins[place_]; }
    [[nodiscard]] const Optimizer& optimizer() const { return source_->experiment->optimizer; }

    /// The state after `steps`, at most `steps()`, steps. A state that is not kept is recomputed,
    /// bit for bit.
    [[nodiscard]] State stateAfter(Index steps, const GivesUp& gives_up = {}) const;
    /// The number of steps that `stateAfter` recomputes.
    [[nodiscard]] Index stepsAgain(Index steps) const;
    /// One step in full. @param step below `steps()`; the first is 0
    [[nodiscard]] StepTaken<Scalar> taken(Index step, const GivesUp& gives_up = {}) const;
    /// The mean loss over the measured training windows after this number of steps.
    [[nodiscard]] double trainLossAfter(Index steps, const GivesUp& gives_up = {}) const;

    /// The first loss that is not finite among the first `steps` batches, else the mean loss over
    /// the training windows after them, with the reason. Nothing while all are finite.
    /// @param train_loss `trainLossAfter` these steps
    [[nodiscard]] std::optional<LostLoss> lostAfter(Index steps, double train_loss,
                                                    const GivesUp& gives_up = {}) const;

    /// Every k-th state is kept.
    [[nodiscard]] Index keptEvery() const { return kept_.every(); }

    // Used by a run:

    /// A training that continues from the last state.
    [[nodiscard]] Training<Scalar> continuedTraining() const { return from(last_); }
    /// @param loss of the step that led to this state
    void add(double loss, const TrainingState<Scalar>& state);
    /// Keeps the last state after steps were added: `stateAfter` and `continuedTraining` begin
    /// there.
    void keepLastState(const TrainingState<Scalar>& last);
    /// Drops all that came after `steps`, at most `steps()`, steps.
    void dropAfter(Index steps);
    void addHeldOut(double loss) { held_out_.push_back({steps(), loss}); }

private:
    [[nodiscard]] Training<Scalar> from(const State& state) const;

    std::shared_ptr<const TrainingSource> source_;
    std::size_t place_;
    std::vector<double> losses_;
    std::vector<HeldOutLoss> held_out_;
    KeptStates<Scalar> kept_;
    State last_;  // after all steps
    std::optional<Index> lost_step_;
};

}  // namespace lookback
