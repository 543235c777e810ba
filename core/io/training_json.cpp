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

void writeRecord(std::ostream& out, const TrainingRecord& record, ScalarKind kind) {
    const auto batches = jsonItems(record.batches, [](const std::vector<std::int64_t>& batch) {
        return fmt::format("[{}]", fmt::join(batch, ", "));
    });
    const auto loss = jsonItems(record.loss, [&](double x) { return jsonNumber(x, kind); });
    // A mean of losses, which has more digits than the numbers it is of.
    const auto held_out = jsonItems(record.held_out_loss, [](const HeldOutLoss& row) {
        return fmt::format("[{}, {}]", row.steps, jsonNumber(row.loss));
    });
    out << "{\n      \"name\": " << jsonString(record.name) << ",\n      \"initial\": ";
    writeParameters(out, record.initial, kind);
    out << ",\n      \"batches\": " << jsonLines(batches, 6)
        << ",\n      \"loss\": " << jsonList(loss, 6)
        << ",\n      \"held_out_loss\": " << jsonList(held_out, 6) << ",\n      \"parameters\": ";
    writeParameters(out, record.parameters, kind);
    out << "\n    }";
}

}  // namespace

void writeTrainingJson(std::ostream& out, const TrainingReport& report) {
    const ScalarKind kind = info(report.experiment.dtype).kind;
    out << "{\n  \"lookback_training\": 1,\n  \"vocabulary\": "
        << jsonList(jsonItems(report.text.vocabulary, jsonString), 2)
        << ",\n  \"floor\": " << jsonNumber(report.floor) << ",\n  \"twins\": [";
    for (std::size_t k = 0; k < report.records.size(); ++k) {
        out << (k > 0 ? ",\n    " : "\n    ");
        writeRecord(out, report.records[k], kind);
    }
    out << "\n  ]\n}\n";
}

}  // namespace lookback
