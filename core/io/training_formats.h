#pragma once

#include <array>
#include <iosfwd>
#include <string_view>

#include "core/language/training_run.h"

namespace lookback {

/// Writes one JSON object with every loss.
void writeTrainingJson(std::ostream& out, const TrainingRun& run);

/// Writes a line for each step: its number, then for each twin the loss of its batch before the
/// step and the held-out loss where it was measured. A last line follows where a held-out loss was
/// measured after the last step.
void writeTrainingCsv(std::ostream& out, const TrainingRun& run);

/// Writes sizes of the text, losses of some steps, the end of each twin and the lines that it
/// writes from given beginnings.
void writeTrainingText(std::ostream& out, const TrainingRun& run);

/// A row of the table of formats of trainings.
struct TrainingFormat {
    std::string_view name;
    std::string_view line;  ///< its help text
    void (*write)(std::ostream& out, const TrainingRun& run);
};

inline constexpr std::array kTrainingFormats{
    TrainingFormat{"text", "losses of some steps, how it ends, what is written then",
                   writeTrainingText},
    TrainingFormat{"json", "every number exactly, for programs", writeTrainingJson},
    TrainingFormat{"csv", "the losses, a step a line, for spreadsheets", writeTrainingCsv},
};

}  // namespace lookback
