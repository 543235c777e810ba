#pragma once

#include <array>
#include <iosfwd>
#include <string_view>

#include "core/language/training_run.h"

namespace lookback {

/// Everything in one JSON object: the contract's result.
void writeTrainingJson(std::ostream& out, const TrainingRun& run);

/// A line a step: its number, then of each twin the loss before it is taken and the held-out loss
/// where there is one. After the last step there is a line where it has a held-out loss.
void writeTrainingCsv(std::ostream& out, const TrainingRun& run);

/// The text in numbers, losses of some steps, how each twin ends, and what it makes of the
/// beginnings of lines.
void writeTrainingText(std::ostream& out, const TrainingRun& run);

/// A row of the table of formats of trainings.
struct TrainingFormat {
    std::string_view name;
    std::string_view line;  ///< what it is, in one line
    void (*write)(std::ostream& out, const TrainingRun& run);
};

inline constexpr std::array kTrainingFormats{
    TrainingFormat{"text", "losses of some steps, how it ends, what is written then",
                   writeTrainingText},
    TrainingFormat{"json", "every number exactly, for programs", writeTrainingJson},
    TrainingFormat{"csv", "the losses, a step a line, for spreadsheets", writeTrainingCsv},
};

}  // namespace lookback
