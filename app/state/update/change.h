#pragma once

#include <functional>
#include <type_traits>
#include <utility>

namespace lookback {

/// The act of setting one field of a `Whole`: `Change(&Place::head, 2)`, or of calling a function
/// that edits it: `Change(removeRule, at)`. It holds the field or the function, and copies of the
/// values. `update` applies it to the `Whole` as it is by then: of two changes in one frame the
/// second keeps what the first has set.
template <class Whole>
class Change {
public:
    template <class Field>
    Change(Field Whole::*field, std::type_identity_t<Field> value)
        : apply_([field, value = std::move(value)](Whole& whole) { whole.*field = value; }) {}

    template <class... Values>
    Change(void (*setter)(Whole&, Values...), std::type_identity_t<Values>... values)
        : apply_([setter, ... values = std::decay_t<Values>(std::move(values))](Whole& whole) {
              setter(whole, values...);
          }) {}

    /// Sets all fields.
    explicit Change(Whole wished)
        : apply_([wished = std::move(wished)](Whole& whole) { whole = wished; }) {}

    void applyTo(Whole& whole) const { apply_(whole); }

    bool is_dragged = false;  ///< see `dragged`

private:
    std::function<void(Whole&)> apply_;
};

/// The act for a value that is being dragged: from the first such act to FinishDrag all of them
/// together are one step of undo.
template <class Act>
[[nodiscard]] Act dragged(Act act) {
    act.is_dragged = true;
    return act;
}

}  // namespace lookback
