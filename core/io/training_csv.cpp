#include <ostream>

#include <fmt/format.h>

#include "core/io/csv_text.h"
#include "core/io/training_formats.h"

namespace lookback {

void writeTrainingCsv(std::ostream& out, const TrainingReport& report) {
    const ScalarKind kind = info(report.experiment.dtype).kind;
    out << "step";
    for (const TrainingRecord& record : report.records) {
        out << ',' << csvField(record.name + " loss") << ','
            << csvField(record.name + " held-out loss");
    }
    out << '\n';
    const Index steps = report.experiment.steps;
    for (Index step = 0; step <= steps; ++step) {
        const auto at = static_cast<std::size_t>(step);
        const std::size_t place = at / kHeldOutEvery;
        const bool is_held_out = step % kHeldOutEvery == 0 && !report.text.held_out_starts.empty();
        if (step == steps && !is_held_out) break;
        out << step;
        for (const TrainingRecord& record : report.records) {
            out << ',' << (step < steps ? csvValue(record.loss[at], kind) : "") << ','
                << (is_held_out ? csvValue(record.held_out_loss[place].loss, ScalarKind::float64)
                                : "");
        }
        out << '\n';
    }
}

}  // namespace lookback
