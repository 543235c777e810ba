/// The work on an experiment as part of a session's text: a line of JSON for each text, each origin
/// and each step, and their counts for the first line of the session. Steps with the same text
/// share its line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/state/model/work.h"
#include "core/base/result.h"
#include "core/io/json_fields.h"

namespace lookback {

/// The entry of the first line of a session about its experiment.
struct ExperimentWorkHead {
    std::size_t texts = 0;    ///< lines of texts
    std::size_t origins = 0;  ///< lines of origins
    std::size_t steps = 0;    ///< lines of steps
    std::size_t at = 0;       ///< index of the step on screen
    bool is_unsaved = false;  ///< the experiment on screen is in no file
    Faults faults{};          ///< found when the entry was read
};

struct ExperimentWorkText {
    ExperimentWorkHead head;
    std::string lines;  ///< each ends with a line feed
};

/// @param most bytes, where the text of each step counts: beyond them the steps that are farthest
/// from the one on screen are left out, first those that were undone, then the oldest. The step on
/// screen is always written.
[[nodiscard]] ExperimentWorkText writeExperimentWork(const KeptWork<Experiment>& work,
                                                     std::size_t most);

/// Reads the lines of an experiment's work, all or none. An origin whose shipped experiment no
/// longer exists has no id. Errors: `where` is the path in the line, which begins with the name of
/// its kind.
[[nodiscard]] Checked<KeptWork<Experiment>> readExperimentWork(ExperimentWorkHead head,
                                                               std::string_view lines);

}  // namespace lookback
