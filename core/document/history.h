#pragma once

#include <algorithm>
#include <cassert>
#include <deque>
#include <optional>
#include <utility>

namespace lookback {

/// Undo and redo by snapshots. A drag, from `begin` to `finish`, is one step however often it
/// updates. @tparam State a value that is cheap to copy and can be compared.
template <class State>
class History {
public:
    /// @param most_steps how many steps can be undone; older ones are forgotten.
    explicit History(State first, std::size_t most_steps = 1000)
        : states_{std::move(first)}, most_steps_(most_steps) {}

    /// What is on screen: the state of a drag while there is one.
    [[nodiscard]] const State& current() const { return drag_ ? *drag_ : states_[at_]; }
    [[nodiscard]] bool canUndo() const { return drag_ || at_ > 0; }
    [[nodiscard]] bool canRedo() const { return !drag_ && at_ + 1 < states_.size(); }
    [[nodiscard]] bool isDragging() const { return drag_.has_value(); }

    /// A new step; what had been undone is forgotten. The state as it already is makes no step.
    /// A drag that was under way is finished first.
    void commit(State next) {
        finish();
        if (next == states_[at_]) return;
        states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, states_.end());
        states_.push_back(std::move(next));
        while (states_.size() > most_steps_ + 1) states_.pop_front();
        at_ = states_.size() - 1;
    }

    /// Changes the current state without a step: a selection is not an edit, but is to be found
    /// again when the next edit is undone.
    void amend(State state) { (drag_ ? *drag_ : states_[at_]) = std::move(state); }

    /// Changes every step alike: what is no edit.
    template <class Change>
    void forEach(Change change) {
        std::for_each(states_.begin(), states_.end(), change);
        if (drag_) change(*drag_);
    }

    /// Starts a drag at the current state.
    void begin() {
        finish();
        drag_ = states_[at_];
    }
    /// What a drag has come to. Without a drag it is a step of its own.
    void update(State next) {
        if (!drag_) return commit(std::move(next));
        drag_ = std::move(next);
    }
    /// Makes the drag one step; none where it came back to where it began.
    void finish() {
        if (!drag_) return;
        State next = std::move(*drag_);
        drag_.reset();
        commit(std::move(next));
    }
    /// Gives a drag up; everything is as it was before it, redo included.
    void cancel() { drag_.reset(); }

    /// One step back. A drag under way is finished first, so it is what is undone.
    /// @return false where there was nothing to undo.
    bool undo() {
        finish();
        if (at_ == 0) return false;
        --at_;
        return true;
    }
    /// One step forth. @return false where nothing had been undone.
    bool redo() {
        finish();
        if (at_ + 1 >= states_.size()) return false;
        ++at_;
        return true;
    }

    /// Forgets everything: a document was opened.
    void reset(State first) {
        drag_.reset();
        states_.assign(1, std::move(first));
        at_ = 0;
    }

private:
    std::deque<State> states_;
    std::size_t at_ = 0;
    std::size_t most_steps_;
    std::optional<State> drag_;
};

}  // namespace lookback
