#include <array>
#include <ostream>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/training_formats.h"
#include "core/language/line_writing.h"
#include "core/language/training_findings.h"
#include "core/language/unit_text.h"

namespace lookback {
namespace {

constexpr int kTrainingTextDecimals = 4;
constexpr std::size_t kLongestName = 18;

std::string shown(double loss) { return formatNumber(loss, kTrainingTextDecimals); }

/// What the experiment is called, on one line.
std::string title(const Experiment& experiment) {
    return experiment.title.empty() ? "Without a title" : oneLine(experiment.title);
}

void writeHead(std::ostream& out, const TrainingRun& run) {
    const UnitText& text = run.text();
    const Experiment& experiment = run.experiment();
    const std::string_view noun = experiment.unit == TextUnit::words ? "word" : "character";
    out << fmt::format(
        "{}\n{}, {} different; {} of {} to learn from, {} held out\n", title(experiment),
        counted(std::ssize(text.units), noun), text.vocabularySize(),
        counted(std::ssize(text.train_starts), "window"), counted(experiment.context + 1, noun),
        text.held_out_starts.empty() ? "none" : std::to_string(text.held_out_starts.size()));
    out << fmt::format("floor {}: the least mean loss of whoever sees only the {}s before\n\n",
                       shown(run.floor()), noun);
}

/// From one step of the table to the next: about ten lines, and from 50 steps on those among them
/// that have held-out losses.
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
        out << fmt::format("  {:>20}", shortenedTo(oneLine(twin.name), kLongestName));
    }
    out << fmt::format("\n{:>8}", "step");
    for (std::size_t k = 0; k < run.twins(); ++k) {
        out << fmt::format("  {:>10}{:>10}", "loss", "held out");
    }
    out << '\n';
    const Index steps = run.steps();
    const Index stride = strideOf(steps);
    for (Index step = 0; step < steps; step += stride) writeLine(out, run, step);
    // Behind the last step no batch is drawn any more.
    const bool has_held_out = !run.text().held_out_starts.empty();
    if (steps % kHeldOutEvery == 0 && has_held_out) writeLine(out, run, steps);
    out << '\n';
}

void writeWritten(std::ostream& out, const TrainingRun& run,
                  const std::vector<LineWritten>& lines) {
    for (const LineWritten& line : lines) {
        out << fmt::format("  {}{}\n", unitLine(run.experiment(), run.text(), line.units),
                           line.is_of_text ? "  (in the text)" : "");
    }
    out << fmt::format("  {} of {} are lines of the text\n", linesOfText(lines), lines.size());
}

/// The windows that a mean loss is measured over.
std::string windowsMeasured(const TrainingRun& run) {
    if (run.areAllMeasured()) return "all training windows";
    return fmt::format("{} of {}, evenly spaced,", run.measured().size(),
                       counted(std::ssize(run.text().train_starts), "training window"));
}

/// How a twin ends, what is worth telling of it, and what it writes where its numbers are some.
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
    const std::string not_below =
        are_all ? ", not below the floor"
                : fmt::format(", not below {}, the floor of these", shown(run.measuredFloor()));
    out << fmt::format("{}, {}: {} over {} after {}{}\n", twinLetter(place),
                       oneLine(history.twin().name), shown(loss), windowsMeasured(run),
                       counted(steps, "step"), findings.empty() ? not_below : "");
    for (const TrainingFinding& finding : findings) {
        out << "  " << plainText(tell(finding, experiment, {}, kTrainingTextDecimals)) << '\n';
    }
    if (lost) return;
    writeWritten(out, run,
                 linesWritten(experiment, history.twin(), run.text(),
                              history.stateAfter(steps)->parameters));
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

}  // namespace lookback
