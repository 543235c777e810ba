#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "core/io/json_text.h"
#include "core/io/training_formats.h"

namespace lookback {
namespace {

/// Written row by row: as one text they would take many times what they are.
void writeParameters(std::ostream& out, const Parameters<double>& parameters, ScalarKind kind) {
    bool is_first = true;
    for (const ParameterInfo<double>& row : kParameters<double>) {
        const Matrix<double>& matrix = parameters.*row.matrix;
        if (matrix.rows() == 0) continue;  // positions that are not learned
        out << (is_first ? "{\n        " : ",\n        ")
            << fmt::format(R"("{}": {{"shape": [{}, {}], "values": [)", row.name, matrix.rows(),
                           matrix.cols());
        for (Index k = 0; k < matrix.rows(); ++k) {
            out << (k > 0 ? ",\n          " : "\n          ")
                << jsonRow(MatrixView(matrix, kind), k);
        }
        out << "\n        ]}";
        is_first = false;
    }
    out << "\n      }";
}

/// The numbers of the training windows of the first steps.
template <class Scalar>
std::vector<std::string> batchesJson(const TrainingRun& run, const TwinHistory<Scalar>& history) {
    constexpr Index kBatches = 5;
    TorchGenerator generator = history.stateAfter(0)->generator;
    std::vector<std::string> batches;
    for (Index step = 0; step < std::min(kBatches, history.steps()); ++step) {
        const auto batch = drawBatch(run.experiment(), run.text(), generator);
        batches.push_back(fmt::format("[{}]", fmt::join(batch, ", ")));
    }
    return batches;
}

template <class Scalar>
void writeTwin(std::ostream& out, const TrainingRun& run, const TwinHistory<Scalar>& history) {
    const ScalarKind kind = info(run.experiment().dtype).kind;
    const auto write_after = [&](Index steps) {
        writeParameters(out, converted<double>(history.stateAfter(steps)->parameters), kind);
    };
    const auto loss = jsonItems(history.losses(), [&](double x) { return jsonNumber(x, kind); });
    // A mean of losses, which has more digits than the numbers it is of.
    const auto held_out = jsonItems(history.heldOut(), [](const HeldOutLoss& row) {
        return fmt::format("[{}, {}]", row.steps, jsonNumber(row.loss));
    });
    out << "{\n      \"name\": " << jsonString(history.twin().name) << ",\n      \"initial\": ";
    write_after(0);
    out << ",\n      \"batches\": " << jsonLines(batchesJson(run, history), 6)
        << ",\n      \"loss\": " << jsonList(loss, 6)
        << ",\n      \"held_out_loss\": " << jsonList(held_out, 6) << ",\n      \"parameters\": ";
    write_after(history.steps());
    out << "\n    }";
}

}  // namespace

void writeTrainingJson(std::ostream& out, const TrainingRun& run) {
    out << "{\n  \"lookback_training\": 1,\n  \"vocabulary\": "
        << jsonList(jsonItems(run.text().vocabulary, jsonString), 2)
        << ",\n  \"floor\": " << jsonNumber(run.floor()) << ",\n  \"twins\": [";
    for (std::size_t place = 0; place < run.twins(); ++place) {
        out << (place > 0 ? ",\n    " : "\n    ");
        run.twin(place, [&](const auto& history) { writeTwin(out, run, history); });
    }
    out << "\n  ]\n}\n";
}

}  // namespace lookback
