#include "core/io/training_formats.h"

#include <algorithm>
#include <array>
#include <ostream>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/csv_text.h"
#include "core/io/json_text.h"
#include "core/language/line_writing.h"
#include "core/language/training_findings.h"
#include "core/language/unit_text.h"
#include "core/words/say.h"

namespace lookback {
namespace {

constexpr int kTrainingTextDecimals = 4;
constexpr std::size_t kLongestName = 18;

Decimal lossIn(double loss) { return {loss, kTrainingTextDecimals}; }

std::string shown(double loss) { return formatOperand(loss, kTrainingTextDecimals); }

/// The title of the experiment, on one line.
std::string title(const Experiment& experiment) {
    return experiment.title.empty() ? english().text(say::reports::Untitled{})
                                    : oneLine(experiment.title);
}

void writeHead(std::ostream& out, const TrainingRun& run) {
    const UnitText& text = run.text();
    const Experiment& experiment = run.experiment();
    using Sized = say::reports::SizeOfText;
    using Floor = say::reports::Floor;
    const bool are_words = experiment.unit == TextUnit::words;
    const Message size = Sized{.unit = are_words ? Sized::Unit::words : Sized::Unit::other,
                               .n = std::ssize(text.units),
                               .vocabulary = Count{text.vocabularySize()},
                               .windows = std::ssize(text.train_starts),
                               .length = experiment.context + 1,
                               .held_out = std::ssize(text.held_out_starts)};
    const Message floor = Floor{.floor = lossIn(run.floor()),
                                .unit = are_words ? Floor::Unit::words : Floor::Unit::other};
    out << title(experiment) << '\n'
        << english().text(size) << '\n'
        << english().text(floor) << "\n\n";
}

/// The distance of two steps of the table, for about ten lines; above 25, a multiple of the
/// distance of held-out losses.
Index strideOf(Index steps) {
    constexpr Index kLines = 10;
    constexpr std::array<Index, 5> kShort{1, 2, 5, 10, 25};
    for (const Index stride : kShort) {
        if (stride * kLines >= steps) return stride;
    }
    Index stride = kHeldOutEvery;
    while (stride * kLines < steps) stride *= 2;
    return stride;
}

void writeLine(std::ostream& out, const TrainingRun& run, Index step) {
    const auto at = static_cast<std::size_t>(step);
    const std::size_t place = at / kHeldOutEvery;
    out << fmt::format("{:>8}", step);
    for (std::size_t twin = 0; twin < run.twins(); ++twin) {
        const std::vector<double>& losses = run.losses(twin);
        const std::vector<HeldOutLoss>& held_out = run.heldOut(twin);
        const bool is_held_out = step % kHeldOutEvery == 0 && place < held_out.size();
        out << fmt::format("  {:>10}{:>10}", at < losses.size() ? shown(losses[at]) : "",
                           is_held_out ? shown(held_out[place].loss) : "");
    }
    out << '\n';
}

void writeLosses(std::ostream& out, const TrainingRun& run) {
    out << fmt::format("{:>8}", "");
    for (const Twin& twin : run.experiment().twins) {
        out << fmt::format("  {:>20}",
                           shortenedTo(oneLine(std::string(twin.name.in("en"))), kLongestName));
    }
    out << fmt::format("\n{:>8}", english().text(say::reports::Step{}));
    for (std::size_t k = 0; k < run.twins(); ++k) {
        out << fmt::format("  {:>10}{:>10}", english().text(say::reports::Loss{}),
                           english().text(say::reports::HeldOut{}));
    }
    out << '\n';
    const Index steps = run.steps();
    const Index stride = strideOf(steps);
    for (Index step = 0; step < steps; step += stride) writeLine(out, run, step);
    // After the last step no batch is drawn.
    const bool has_held_out = !run.text().held_out_starts.empty();
    if (steps % kHeldOutEvery == 0 && has_held_out) writeLine(out, run, steps);
    out << '\n';
}

void writeWritten(std::ostream& out, const TrainingRun& run,
                  const std::vector<LineWritten>& lines) {
    for (const LineWritten& line : lines) {
        const std::string written = unitLine(run.experiment(), run.text(), line.units);
        const Message known = say::reports::KnownLine{.line = Verbatim{written}};
        out << "  " << (line.is_of_text ? english().text(known) : written) << '\n';
    }
    const Message known_lines = say::reports::KnownLines{
        .n = Count{static_cast<Index>(linesOfText(lines))}, .lines = Count{std::ssize(lines)}};
    out << "  " << english().text(known_lines) << '\n';
}

/// The windows that a mean loss is measured over.
Message windowsMeasured(const TrainingRun& run) {
    if (run.areAllMeasured()) return say::reports::AllWindows{};
    return say::reports::SomeWindows{.n = Count{std::ssize(run.measured())},
                                     .all = std::ssize(run.text().train_starts)};
}

/// Writes the last loss of a twin, findings about it, and its lines unless its loss was lost.
template <class Scalar>
void writeEnding(std::ostream& out, const TrainingRun& run, std::size_t place,
                 const TwinHistory<Scalar>& history) {
    const Experiment& experiment = run.experiment();
    const Index steps = run.steps();
    const double loss = history.trainLossAfter(steps);
    const auto lost = history.lostAfter(steps, loss);
    const bool are_all = run.areAllMeasured();
    const auto findings = findingsOf({.place = place,
                                      .train_loss = loss,
                                      .floor = run.measuredFloor(),
                                      .windows = are_all ? 0 : std::ssize(run.measured()),
                                      .lost = lost});
    using Said = say::reports::Ending;
    const Said::Bound bound = !findings.empty() ? Said::Bound::other
                              : are_all         ? Said::Bound::floor
                                                : Said::Bound::measured;
    const Message ending =
        Said{.twin = Verbatim{std::string(1, twinLetter(place))},
             .name = Verbatim{oneLine(std::string(history.twin().name.in("en")))},
             .loss = lossIn(loss),
             .windows = windowsMeasured(run),
             .steps = steps,
             .bound = bound,
             .floor = lossIn(run.measuredFloor())};
    out << english().text(ending) << '\n';
    for (const TrainingFinding& finding : findings) {
        out << "  " << english().text(tell(finding, experiment, {}, kTrainingTextDecimals)) << '\n';
    }
    if (lost) return;
    writeWritten(out, run,
                 linesWritten(experiment, history.twin(), run.text(),
                              history.stateAfter(steps)->parameters));
}

/// Writes the parameters row by row: as one text they would take many times their size.
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
    // A mean of losses has more digits than the losses.
    const auto held_out = jsonItems(history.heldOut(), [](const HeldOutLoss& row) {
        return fmt::format("[{}, {}]", row.steps, jsonNumber(row.loss));
    });
    out << "{\n      \"name\": " << jsonString(history.twin().name.in("en"))
        << ",\n      \"initial\": ";
    write_after(0);
    out << ",\n      \"batches\": " << jsonLines(batchesJson(run, history), 6)
        << ",\n      \"loss\": " << jsonList(loss, 6)
        << ",\n      \"held_out_loss\": " << jsonList(held_out, 6) << ",\n      \"parameters\": ";
    write_after(history.steps());
    out << "\n    }";
}

}  // namespace

void writeTrainingText(std::ostream& out, const TrainingRun& run) {
    writeHead(out, run);
    writeLosses(out, run);
    for (std::size_t place = 0; place < run.twins(); ++place) {
        if (place > 0) out << '\n';
        run.twin(place, [&](const auto& history) { writeEnding(out, run, place, history); });
    }
}

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

void writeTrainingCsv(std::ostream& out, const TrainingRun& run) {
    const ScalarKind kind = info(run.experiment().dtype).kind;
    out << "step";
    for (const Twin& twin : run.experiment().twins) {
        const Argument name = Verbatim{std::string(twin.name.in("en"))};
        out << ',' << csvField(english().text(say::reports::LossOf{.twin = name})) << ','
            << csvField(english().text(say::reports::HeldOutLossOf{.twin = name}));
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
