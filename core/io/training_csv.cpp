#include <ostream>

#include <fmt/format.h>

#include "core/io/csv_text.h"
#include "core/io/training_formats.h"

namespace lookback {

void writeTrainingCsv(std::ostream& out, const TrainingRun& run) {
    const ScalarKind kind = info(run.experiment().dtype).kind;
    out << "step";
    for (const Twin& twin : run.experiment().twins) {
        out << ',' << csvField(twin.name + " loss") << ','
            << csvField(twin.name + " held-out loss");
    }
    out << '\n';
    const Index steps = run.steps();
    for (Index step = 0; step <= steps; ++step) {
        const auto at = static_cast<std::size_t>(step);
        const std::size_t place = at / kHeldOutEvery;
        const bool is_held_out = step % kHeldOutEvery == 0 && !run.text().held_out_starts.empty();
        if (step == steps && !is_held_out) break;
        out << step;
        for (std::size_t twin = 0; twin < run.twins(); ++twin) {
            out << ',' << (step < steps ? csvValue(run.losses(twin)[at], kind) : "") << ','
                << (is_held_out ? csvValue(run.heldOut(twin)[place].loss, ScalarKind::float64)
                                : "");
        }
        out << '\n';
    }
}

}  // namespace lookback
