#pragma once

#include <variant>

#include "core/language/twin_history.h"

namespace lookback {

/// Bytes of states that a run keeps for going back to any step; beyond this, every k-th is kept.
inline constexpr std::size_t kMostKeptBytes = std::size_t{256} << 20;

/// Steps between two measurements of the held-out loss.
inline constexpr Index kHeldOutEvery = 50;

/// The training of all twins of an experiment up to some step: a function of the experiment and of
/// the number of steps. A copy is cheap and independent.
class TrainingRun {
public:
    /// @param experiment without `faults` @param kept_bytes for the states of all twins together
    /// @param gives_up is asked while the floors are found, which takes seconds for the longest
    /// text
    explicit TrainingRun(std::shared_ptr<const Experiment> experiment,
                         std::size_t kept_bytes = kMostKeptBytes, const GivesUp& gives_up = {});

    /// Takes `steps` more steps with every twin, at most up to the last step of the experiment;
    /// each twin on a core of its own where there are several.
    /// @param gives_up called after some steps and while held-out windows are measured: steps taken
    /// stay, and the measurement is repeated by the next call
    /// @param is_enough called after some steps, when every due measurement is made: true ends the
    /// call early. One call with it is faster than many short calls: each call allocates models,
    /// whose first use takes up to three times as long as a step.
    void advance(Index steps, const GivesUp& gives_up = {}, const GivesUp& is_enough = {});

    /// The run as it was after its first `steps`, at most `steps()`, steps.
    [[nodiscard]] TrainingRun upTo(Index steps) const;

    [[nodiscard]] const Experiment& experiment() const { return *source_->experiment; }
    [[nodiscard]] const UnitText& text() const { return source_->text; }
    /// Windows that mean losses after a step are measured over (`measuredWindows`): training
    /// windows, and held-out ones.
    [[nodiscard]] const std::vector<Index>& measured() const { return source_->measured; }
    [[nodiscard]] const std::vector<Index>& heldOutMeasured() const {
        return source_->held_out_measured;
    }
    [[nodiscard]] bool areAllMeasured() const {
        return measured().size() == text().train_starts.size();
    }
    /// The floor of the measured training windows alone.
    [[nodiscard]] double measuredFloor() const { return source_->measured_floor; }
    /// Work of one step of one twin, in multiplications (`placeWork`).
    [[nodiscard]] double stepWork() const;
    /// The least mean loss that can be reached without looking ahead (`lossFloor`).
    [[nodiscard]] double floor() const { return source_->floor; }

    /// Calls `read` with the TwinHistory of a twin, in the scalar that it computes in.
    template <class Read>
    decltype(auto) twin(std::size_t place, Read read) const {
        return std::visit(
            [&](const auto& histories) -> decltype(auto) { return read(histories[place]); },
            histories_);
    }

    /// The losses of a twin (twin_history.h).
    [[nodiscard]] const std::vector<double>& losses(std::size_t place) const {
        return twin(
            place, [](const auto& history) -> const auto& { return history.losses(); });
    }
    [[nodiscard]] const std::vector<HeldOutLoss>& heldOut(std::size_t place) const {
        return twin(
            place, [](const auto& history) -> const auto& { return history.heldOut(); });
    }

    /// The steps that every twin has taken.
    [[nodiscard]] Index steps() const {
        return twin(0, [](const auto& history) { return history.steps(); });
    }
    [[nodiscard]] bool isFinished() const { return steps() == experiment().steps; }
    [[nodiscard]] std::size_t twins() const { return experiment().twins.size(); }

private:
    template <class Scalar>
    using Histories = std::vector<TwinHistory<Scalar>>;
    template <class Scalar>
    void advanceAll(Histories<Scalar>& histories, Index end, const GivesUp& gives_up,
                    const GivesUp& is_enough) const;
    template <class Scalar>
    [[nodiscard]] bool measureHeldOut(Histories<Scalar>& histories,
                                      const std::vector<Training<Scalar>>& trainings,
                                      const GivesUp& gives_up) const;

    std::shared_ptr<const TrainingSource> source_;
    std::variant<Histories<float>, Histories<double>> histories_;
};

}  // namespace lookback
