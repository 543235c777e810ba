#include <array>
#include <ostream>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/training_formats.h"
#include "core/language/training_ending.h"
#include "core/language/unit_line.h"

namespace lookback {
namespace {

constexpr int kDecimals = 4;
constexpr std::size_t kLongestName = 18;

std::string shown(double loss) { return formatNumber(loss, kDecimals); }

/// What the experiment is called, on one line.
std::string title(const Experiment& experiment) {
    return experiment.title.empty() ? "Without a title" : oneLine(experiment.title);
}

void writeHead(std::ostream& out, const TrainingReport& report) {
    const UnitText& text = report.text;
    const std::string_view noun = report.experiment.unit == TextUnit::words ? "word" : "character";
    out << fmt::format(
        "{}\n{}, {} different; {} of {} to learn from, {} held out\n", title(report.experiment),
        counted(std::ssize(text.units), noun), text.vocabularySize(),
        counted(std::ssize(text.train_starts), "window"),
        counted(report.experiment.context + 1, noun),
        text.held_out_starts.empty() ? "none" : std::to_string(text.held_out_starts.size()));
    out << fmt::format("floor {}: the least mean loss of whoever sees only the {}s before\n\n",
                       shown(report.floor), noun);
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

void writeLine(std::ostream& out, const TrainingReport& report, Index step) {
    const auto at = static_cast<std::size_t>(step);
    const std::size_t place = at / kHeldOutEvery;
    out << fmt::format("{:>8}", step);
    for (const TrainingRecord& record : report.records) {
        const bool is_held_out = step % kHeldOutEvery == 0 && place < record.held_out_loss.size();
        out << fmt::format("  {:>10}{:>10}", at < record.loss.size() ? shown(record.loss[at]) : "",
                           is_held_out ? shown(record.held_out_loss[place].loss) : "");
    }
    out << '\n';
}

void writeLosses(std::ostream& out, const TrainingReport& report) {
    out << fmt::format("{:>8}", "");
    for (const TrainingRecord& record : report.records) {
        out << fmt::format("  {:>20}", shortenedTo(oneLine(record.name), kLongestName));
    }
    out << fmt::format("\n{:>8}", "step");
    for (std::size_t k = 0; k < report.records.size(); ++k) {
        out << fmt::format("  {:>10}{:>10}", "loss", "held out");
    }
    out << '\n';
    const Index steps = report.experiment.steps;
    const Index stride = strideOf(steps);
    for (Index step = 0; step < steps; step += stride) writeLine(out, report, step);
    // Behind the last step no batch is drawn any more.
    const bool has_held_out = !report.text.held_out_starts.empty();
    if (steps % kHeldOutEvery == 0 && has_held_out) writeLine(out, report, steps);
    out << '\n';
}

std::string failureText(const TrainingEnding& ending) {
    const std::string since = ending.failed_at == 0
                                  ? "from the start"
                                  : fmt::format("from step {} on", *ending.failed_at);
    switch (ending.failure) {
        case LossFailure::empty_row:
            return fmt::format(
                "the loss is no number {}: row {} of the mask is empty, the softmax "
                "has nothing to divide among",
                since, ending.empty_row + 1);
        case LossFailure::first_numbers:
            return fmt::format(
                "the loss is no number {}: the numbers leave all bounds before a "
                "step is taken",
                since);
        case LossFailure::epsilon:
            return fmt::format(
                "the loss is no number {}: epsilon is 0, and Adam divides by it where a number has "
                "had no gradient",
                since);
        case LossFailure::learning_rate: break;
    }
    return fmt::format("the loss is no number {}: the learning rate is too large", since);
}

std::string endingText(const TrainingReport& report, const TrainingEnding& ending) {
    if (ending.failed_at) return failureText(ending);
    return fmt::format(
        "{} over all training windows after {}, {}", shown(ending.train_loss),
        counted(report.experiment.steps, "step"),
        ending.is_below_floor ? "below the floor: it has read the answer" : "not below the floor");
}

/// What a twin writes from some beginnings, always the likeliest unit.
void writeWritten(std::ostream& out, const TrainingReport& report, const Twin& twin,
                  const TrainingRecord& record) {
    constexpr std::size_t kBeginnings = 8;
    const std::vector<Unit> beginnings = beginningsOf(report.text, kBeginnings);
    std::size_t found = 0;
    for (const Unit beginning : beginnings) {
        const Written written = generateFrom(report.experiment, twin, record.parameters,
                                             {beginning}, report.experiment.context, {});
        const bool is_in_text = isWindowOf(report.text, written.units);
        if (is_in_text) ++found;
        out << fmt::format("  {}{}\n", unitLine(report.experiment, report.text, written.units),
                           is_in_text ? "  (in the text)" : "");
    }
    out << fmt::format("  {} of {} stand in the text\n", found, beginnings.size());
}

}  // namespace

void writeTrainingText(std::ostream& out, const TrainingReport& report) {
    writeHead(out, report);
    writeLosses(out, report);
    for (std::size_t k = 0; k < report.records.size(); ++k) {
        const TrainingRecord& record = report.records[k];
        const Twin& twin = report.experiment.twins[k];
        const TrainingEnding ending =
            endingOf(report.experiment, twin, report.text, report.floor, record);
        out << fmt::format("{}{}: {}\n", k > 0 ? "\n" : "", oneLine(record.name),
                           endingText(report, ending));
        if (!ending.failed_at) writeWritten(out, report, twin, record);
    }
}

}  // namespace lookback
