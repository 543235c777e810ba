#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/local_text.h"
#include "core/base/result.h"
#include "core/language/experiment.h"
#include "core/lesson/outline.h"

namespace lookback {

/// The mode that shows a note of an experiment.
enum class NoteMode : std::uint8_t { train, generate };

/// Names of the modes in files, in the order of the enumerators.
inline constexpr std::array<std::string_view, 2> kNoteModeNames{"train", "generate"};

/// A text about the models of an experiment from a step of their training on.
struct ExperimentNote {
    NoteMode mode = NoteMode::train;
    Index step = 0;  ///< of the training, the first at which the note is true
    LocalText text;
};

/// Texts about a shipped experiment: its file `ID.notes.json`.
struct ExperimentNotes {
    int order = 0;      ///< place in the list of experiments
    LocalText summary;  ///< its subject, one sentence
    Outline outline{};
    std::vector<ExperimentNote> notes{};
};

/// The last note of a mode that is true after a step of the training; null where none is.
[[nodiscard]] const LocalText* noteAt(const ExperimentNotes& notes, NoteMode mode, Index step);

/// A shipped experiment as the page of lessons lists it.
struct ExperimentEntry {
    std::string id;         ///< the name of its file without extensions: "greetings"
    LocalText title;        ///< "Greetings"
    std::string_view text;  ///< the whole experiment file; lives as long as the program
    ExperimentNotes notes;
    std::vector<LocalText> models{};  ///< their names, in the order of the file
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
