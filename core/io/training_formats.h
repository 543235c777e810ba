#pragma once

#include <array>
#include <iosfwd>
#include <span>
#include <string_view>

#include "core/language/training_record.h"

namespace lookback {

/// What is written of a training.
struct TrainingReport {
    const Experiment& experiment;
    const UnitText& text;                     ///< the experiment's, cut
    double floor;                             ///< `lossFloor` of it
    std::span<const TrainingRecord> records;  ///< one a twin, in their order
};

/// Everything in one JSON object: the contract's result.
void writeTrainingJson(std::ostream& out, const TrainingReport& report);

/// A line a step: its number, then of each twin the loss before it is taken and the held-out loss
/// where there is one. After the last step there is a line where it has a held-out loss.
void writeTrainingCsv(std::ostream& out, const TrainingReport& report);

/// The text in numbers, losses of some steps, how each twin ends, and what it writes.
void writeTrainingText(std::ostream& out, const TrainingReport& report);

/// A row of the table of formats of trainings.
struct TrainingFormat {
    std::string_view name;
    std::string_view line;  ///< what it is, in one line
    void (*write)(std::ostream& out, const TrainingReport& report);
};

inline constexpr std::array kTrainingFormats{
    TrainingFormat{"text", "losses of some steps, how it ends, what is written then",
                   writeTrainingText},
    TrainingFormat{"json", "every number exactly, for programs", writeTrainingJson},
    TrainingFormat{"csv", "the losses, a step a line, for spreadsheets", writeTrainingCsv},
};

[[nodiscard]] constexpr const TrainingFormat* findTrainingFormat(std::string_view name) {
    for (const TrainingFormat& row : kTrainingFormats) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

}  // namespace lookback
