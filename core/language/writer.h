#pragma once

#include "core/language/kept_rows.h"
#include "core/language/writing.h"

namespace lookback {

/// A twin at its writing: it takes what it wrote for its input, and keeps rows from one unit to the
/// next. What it is made of has to outlive it.
template <class Scalar>
class Writer {
public:
    /// @param prompt at least one unit of the vocabulary
    Writer(const Experiment& experiment, const Twin& twin, const Parameters<Scalar>& parameters,
           std::vector<Unit> prompt, const Sampling& sampling);

    /// Writes the next unit, and says all about it but whether it `equals_full_run`.
    [[nodiscard]] WordWritten next();

    /// The prompt and all that was written.
    [[nodiscard]] const std::vector<Unit>& units() const { return units_; }
    /// What the next unit is written from: the last ones, as many as the context holds.
    [[nodiscard]] std::span<const Unit> input() const;

private:
    const Experiment& experiment_;
    std::vector<Unit> units_;
    Chooser chooser_;
    KeptRows<Scalar> rows_;
    bool is_first_ = true;
};

}  // namespace lookback
