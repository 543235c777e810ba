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

/// States of a training on its way: every one, or every k-th, as many as some memory holds. Where
/// they become too many, every other one is dropped and k doubles. A copy shares them.
template <class Scalar>
class KeptStates {
public:
    using State = std::shared_ptr<const TrainingState<Scalar>>;

    explicit KeptStates(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Whether the state after so many steps is one that is kept.
    [[nodiscard]] bool isDue(Index steps) const { return steps % every_ == 0; }
    /// To be called with every state that is due, from the first one on, which stays for good.
    void keep(State state);

    /// The last one that is kept of those after no more than so many steps.
    [[nodiscard]] const State& before(Index steps) const {
        const auto place = static_cast<std::size_t>(steps / every_);
        return states_[std::min(place, states_.size() - 1)];
    }

    /// k: 1 where every state is kept.
    [[nodiscard]] Index every() const { return every_; }

private:
    std::size_t most_bytes_;
    Index every_ = 1;
    std::vector<State> states_;  // after 0, k, 2k ... steps
};

/// An experiment with what follows from it before anything is trained.
struct TrainingSource {
    std::shared_ptr<const Experiment> experiment;
    UnitText text{};
    double floor = 0;                        ///< of the training windows
    std::vector<Index> measured{};           ///< training windows (`measuredWindows`)
    double measured_floor = 0;               ///< of these alone
    std::vector<Index> held_out_measured{};  ///< held-out windows (`measuredWindows`)
};

/// The mean loss over all held-out windows after so many steps.
struct HeldOutLoss {
    Index steps = 0;
    double loss = 0;

    bool operator==(const HeldOutLoss&) const = default;
};

/// What one step did, number by number.
template <class Scalar>
struct StepTaken {
    std::vector<std::int64_t> batch;  ///< numbers of the training windows
    double loss = 0;                  ///< over the batch, before the step
    Parameters<Scalar> before;
    Parameters<Scalar> gradients;
    TrainingState<Scalar> after;  ///< its moments are those that the step was taken with
};

/// All that can be asked of a twin after any number of steps that it has taken. A copy is cheap: it
/// shares the states, and has the losses, 8 bytes a step.
template <class Scalar>
class TwinHistory {
public:
    using State = typename KeptStates<Scalar>::State;

    /// @param place of the twin in the experiment @param kept_bytes for the states
    TwinHistory(std::shared_ptr<const TrainingSource> source, std::size_t place,
                std::size_t kept_bytes);

    /// Of each step over its batch, before it was taken.
    [[nodiscard]] const std::vector<double>& losses() const { return losses_; }
    /// After 0, 50, 100 ... steps; empty where nothing is held out.
    [[nodiscard]] const std::vector<HeldOutLoss>& heldOut() const { return held_out_; }
    [[nodiscard]] Index steps() const { return std::ssize(losses_); }
    [[nodiscard]] const Twin& twin() const { return source_->experiment->twins[place_]; }
    [[nodiscard]] const Optimizer& optimizer() const { return source_->experiment->optimizer; }

    /// After so many steps, at most `steps()`. What is not kept is computed anew, bit for bit.
    [[nodiscard]] State stateAfter(Index steps, const GivesUp& gives_up = {}) const;
    /// Steps that `stateAfter` takes again.
    [[nodiscard]] Index stepsAgain(Index steps) const;
    /// @param step below `steps()`; the first one is 0
    [[nodiscard]] StepTaken<Scalar> taken(Index step, const GivesUp& gives_up = {}) const;
    /// The mean loss over the measured training windows after so many steps.
    [[nodiscard]] double trainLossAfter(Index steps, const GivesUp& gives_up = {}) const;

    /// The first loss that is not finite, and why: of a batch up to so many steps, else the mean
    /// over the training windows after them, which only the last step may have spoilt. Nothing
    /// while all are finite. @param train_loss `trainLossAfter` these steps
    [[nodiscard]] std::optional<LostLoss> lostAfter(Index steps, double train_loss,
                                                    const GivesUp& gives_up = {}) const;

    /// Every k-th state is kept.
    [[nodiscard]] Index keptEvery() const { return kept_.every(); }

    // What a run adds:

    /// A training that goes on from the last state.
    [[nodiscard]] Training<Scalar> continuedTraining() const { return from(last_); }
    /// @param loss of the step that led to this state
    void add(double loss, const TrainingState<Scalar>& state);
    /// Keeps the last state after steps were added: `stateAfter` and `continuedTraining` begin
    /// there.
    void keepLastState(const TrainingState<Scalar>& last);
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
