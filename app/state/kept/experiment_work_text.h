/// The experiment's part of a session: a line of JSON for each text, each origin and each step, and
/// what the session's first line says of them. A text has one line, however many steps have it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/state/model/work.h"
#include "core/base/result.h"
#include "core/io/json_fields.h"

namespace lookback {

/// What the first line of a session says of its experiment.
struct ExperimentWorkHead {
    std::size_t texts = 0;    ///< lines of texts
    std::size_t origins = 0;  ///< lines of origins
    std::size_t steps = 0;    ///< lines of steps
    std::size_t at = 0;       ///< the step on screen
    bool is_unsaved = false;  ///< what is on screen is in no file
    Faults faults{};          ///< when it was read
};

struct ExperimentWorkText {
    ExperimentWorkHead head;
    std::string lines;  ///< each with its end
};

/// @param most bytes, the text of each step counted: the steps that are farthest from the one on
/// screen are left out, first those that were undone, then the oldest. What is on screen is always
/// there.
[[nodiscard]] ExperimentWorkText writeExperimentWork(const KeptWork<Experiment>& work,
                                                     std::size_t most);

/// Reads it, all or nothing. Where the shipped experiment that one came from is gone, it came from
/// nowhere. Errors: `where` is the path in the line, which begins with the name of its kind.
[[nodiscard]] Checked<KeptWork<Experiment>> readExperimentWork(ExperimentWorkHead head,
                                                               std::string_view lines);

}  // namespace lookback
