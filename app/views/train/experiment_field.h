#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/language/experiment.h"

namespace lookback {

/// Texts up to this size are edited in place, and looked through at every letter that is typed.
inline constexpr std::size_t kMostEdited = 100'000;

/// What a person types about an experiment: how it is shown, and what becomes of it.
struct ExperimentField {
    const char* id;
    std::string shown;
    std::string_view tooltip;
    /// Puts what was typed into the experiment. @return why it cannot be, a sentence; else empty
    std::function<std::string(Experiment&, const std::string&)> put;
};

/// A field for a whole number.
[[nodiscard]] ExperimentField wholeField(const char* id, Index value, std::string_view tooltip,
                                         std::function<void(Experiment&, Index)> set);

/// A field for any number.
[[nodiscard]] ExperimentField realField(const char* id, double value, std::string_view tooltip,
                                        std::function<void(Experiment&, double)> set);

/// Why an experiment cannot be run, a sentence; empty where it can. Of a text that is too long to
/// be looked through while one types, nothing is said.
[[nodiscard]] std::string faultOf(Experiment wished);

/// The same after `typed` was put in.
[[nodiscard]] std::string faultOf(const Experiment& now, const ExperimentField& field,
                                  const std::string& typed);

}  // namespace lookback
