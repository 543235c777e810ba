#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace lookback {

/// Undo and redo by snapshots. A drag, from `begin` to `finish`, is one step however often it
/// updates. Steps never change: every thread may read a step that it holds.
/// @tparam State a value that is cheap to copy and can be compared.
template <class State>
class History {
public:
    using Step = std::shared_ptr<const State>;

    /// @param most_steps how many steps can be undone; older ones are forgotten.
    explicit History(State first, std::size_t most_steps = 1000)
        : steps_{shared(std::move(first))}, most_steps_(most_steps) {}

    /// Continues a history that was kept.
    /// @param steps oldest first, at least one
    /// @param at place of the step on screen
    History(std::vector<Step> steps, std::size_t at, std::size_t most_steps = 1000)
        : steps_(std::move(steps)), at_(at), most_steps_(most_steps) {
        assert(at_ < steps_.size());
        keepWithinBounds();
    }

    /// The state on screen: that of a drag while one is under way.
    [[nodiscard]] const State& current() const { return drag_ ? *drag_ : *steps_[at_]; }
    [[nodiscard]] Step currentStep() const { return drag_ ? drag_ : steps_[at_]; }
    /// The place of the step on screen, from the oldest one on; a drag under way is not counted.
    [[nodiscard]] std::size_t place() const { return at_; }
    /// The newest step, which may be undone.
    [[nodiscard]] const Step& newestStep() const { return steps_.back(); }
    [[nodiscard]] bool canUndo() const { return drag_ || at_ > 0; }
    [[nodiscard]] bool canRedo() const { return !drag_ && at_ + 1 < steps_.size(); }
    [[nodiscard]] bool isDragging() const { return drag_ != nullptr; }

    /// Another number after every change.
    [[nodiscard]] std::uint64_t revision() const { return revision_; }

    /// All steps, oldest first, and which of them is on screen. A drag under way counts as
    /// finished.
    [[nodiscard]] std::pair<std::vector<Step>, std::size_t> steps() const {
        if (!drag_ || *drag_ == *steps_[at_]) return {steps_, at_};
        std::vector<Step> steps(steps_.begin(), steps_.begin() + offset(at_ + 1));
        steps.push_back(drag_);
        return {std::move(steps), at_ + 1};
    }

    /// Adds a step, unless `next` equals the present state; drops undone steps. A drag under way
    /// is finished first.
    void commit(State next) {
        finish();
        if (next == *steps_[at_]) return;
        steps_.erase(steps_.begin() + offset(at_ + 1), steps_.end());
        steps_.push_back(shared(std::move(next)));
        at_ = steps_.size() - 1;
        keepWithinBounds();
        ++revision_;
    }

    /// Changes the current state without a step: a selection is not an edit, but is to be found
    /// again when the next edit is undone.
    void amend(State state) {
        (drag_ ? drag_ : steps_[at_]) = shared(std::move(state));
        ++revision_;
    }

    /// Changes parts that undo does not cover, in all steps for which `applies` is true.
    template <class Applies, class Change>
    void changeWhere(Applies applies, Change change) {
        const auto renew = [&](Step& step) {
            if (step == nullptr || !applies(*step)) return;
            State state = *step;
            change(state);
            step = shared(std::move(state));
        };
        for (Step& step : steps_) renew(step);
        renew(drag_);
        ++revision_;
    }

    /// Starts a drag at the current state.
    void begin() {
        finish();
        drag_ = steps_[at_];
    }
    /// Sets the state of the drag; without a drag, commits `next`.
    void update(State next) {
        if (!drag_) return commit(std::move(next));
        drag_ = shared(std::move(next));
        ++revision_;
    }
    /// Makes the drag one step; none where it came back to where it began.
    void finish() {
        if (!drag_) return;
        commit(*std::exchange(drag_, nullptr));
    }
    /// Gives a drag up; everything is as it was before it, redo included.
    void cancel() {
        drag_.reset();
        ++revision_;
    }

    /// Goes one step back. A drag under way is finished first, and undone.
    /// @return false where there is no step before.
    bool undo() {
        finish();
        if (at_ == 0) return false;
        --at_;
        ++revision_;
        return true;
    }
    /// Goes one step forward. @return false where no step was undone.
    bool redo() {
        finish();
        if (at_ + 1 >= steps_.size()) return false;
        ++at_;
        ++revision_;
        return true;
    }

    /// Drops the `count` oldest steps, but no step from the one on screen on.
    void forgetOldest(std::size_t count) {
        const std::size_t gone = std::min(count, at_);
        steps_.erase(steps_.begin(), steps_.begin() + offset(gone));
        at_ -= gone;
    }

private:
    static Step shared(State state) { return std::make_shared<const State>(std::move(state)); }
    static std::ptrdiff_t offset(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }

    void keepWithinBounds() {
        const std::size_t room = most_steps_ + 1;
        if (steps_.size() > room) forgetOldest(steps_.size() - room);
    }

    std::vector<Step> steps_;  ///< oldest first
    std::size_t at_ = 0;
    std::size_t most_steps_;
    Step drag_;  ///< its present state; null: no drag is under way
    std::uint64_t revision_ = 0;
};

}  // namespace lookback
