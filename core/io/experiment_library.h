#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/language/experiment.h"

namespace lookback {

/// Texts about a shipped experiment: its file `ID.notes.json`.
struct ExperimentNotes {
    int order = 0;                   ///< place in the list of experiments
    std::string summary;             ///< its subject, one sentence
    std::vector<std::string> notes;  ///< hints where to look, a few sentences each
};

/// A shipped experiment as a menu lists it.
struct ExperimentEntry {
    std::string id;         ///< the name of its file without extensions: "greetings"
    std::string title;      ///< "Greetings"
    std::string_view text;  ///< the whole experiment file; lives as long as the program
    ExperimentNotes notes;
};

/// All shipped experiments in the order of learning.
[[nodiscard]] const std::vector<ExperimentEntry>& experiments();

/// The experiment with this id. Errors: those of `readExperiment`; an unknown id names the nearest.
[[nodiscard]] Checked<Experiment> openShippedExperiment(std::string_view id);

/// True where a shipped experiment has this id.
[[nodiscard]] bool isShippedExperiment(std::string_view id);

/// Reads the notes of an experiment, all or nothing. Errors: every fault with its JSON path.
[[nodiscard]] Checked<ExperimentNotes> readExperimentNotes(std::string_view text);

}  // namespace lookback
