#pragma once

#include <array>
#include <iosfwd>
#include <string_view>

#include "core/language/training_run.h"
#include "messages/reports.h"

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
    Message (*line)();  ///< its help text
    void (*write)(std::ostream& out, const TrainingRun& run);
};

inline constexpr std::array kTrainingFormats{
    TrainingFormat{"text", stated<say::reports::TextTraining>, writeTrainingText},
    TrainingFormat{"json", stated<say::reports::Json>, writeTrainingJson},
    TrainingFormat{"csv", stated<say::reports::CsvTraining>, writeTrainingCsv},
};

}  // namespace lookback
