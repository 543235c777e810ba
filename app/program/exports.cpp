#include "app/program/exports.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "app/program/lesson_exports.h"
#include "app/state/model/shown_quantity.h"
#include "core/base/limits.h"
#include "core/base/named_rows.h"
#include "core/base/text.h"
#include "core/io/export_formats.h"
#include "core/io/trace_formats.h"
#include "core/io/training_formats.h"
#include "core/words/say.h"
#include "messages/faults.h"
#include "messages/notices.h"

namespace lookback {
namespace {

using TooLarge = say::faults::NumbersTooLarge;

Error tooLarge(TooLarge::What what, double bytes, std::string_view command) {
    return {"", TooLarge{.what = what,
                         .memory = Verbatim{memoryText(bytes, kMaxExported)},
                         .most = Verbatim{memoryText(kMaxExported)},
                         .command = Verbatim{std::string(command)}}};
}

// While a lesson hides numbers, none are exported: those that are left would tell them.

/// The stages that are shown.
std::vector<MatrixId> shownStages(const AppState& state) {
    std::vector<MatrixId> stages = state.trace().order;
    std::erase_if(stages, [&](MatrixId id) { return !isShown(state, {.id = id}); });
    return stages;
}

/// Refuses a document with more numbers than a window exports.
std::optional<Error> sizeFault(const AppState& state, std::string_view command) {
    auto bytes = static_cast<double>(state.trace().bytes());
    for (const MatrixInfo& matrix : kMatrices) {
        if (!isParameter(matrix.id)) continue;
        const MatrixView given = matrixById(state.document(), state.trace(), matrix.id);
        bytes += sizeof(double) * static_cast<double>(given.rows() * given.cols());
    }
    if (bytes <= kMaxExported) return std::nullopt;
    return tooLarge(TooLarge::What::stages, bytes, command);
}

Result<std::string> traceText(const AppState& state, std::string_view format) {
    if (auto fault = sizeFault(state, "trace")) return tl::unexpected(*std::move(fault));
    std::ostringstream out;
    findByName(kTraceFormats, format)
        ->write(out, {state.document(), state.trace(), shownStages(state)});
    return out.str();
}

/// The shown stages, in the language of the window, with the usual blanks.
Result<std::string> formatText(const AppState& state, const ExportFormat& format) {
    if (auto fault = format.fault(state.document())) return tl::unexpected(*std::move(fault));
    if (auto fault = sizeFault(state, "export")) return tl::unexpected(*std::move(fault));
    const std::vector<MatrixId> stages = shownStages(state);
    return format.write({.report = {state.document(), state.trace(), stages},
                         .language = state.wording().language()});
}

/// The export of a document.
Result<std::string> documentText(const AppState& state, const ExportInfo& row) {
    if (!state.shown.hasNumbers()) {
        return tl::unexpected(Error{"", say::faults::NotComputed{}});
    }
    if (!state.lesson.hiding.cells.empty()) {
        return tl::unexpected(Error{"", hiddenByLesson(state)});
    }
    return row.row != nullptr ? formatText(state, *row.row) : traceText(state, row.format);
}

/// Bytes of the initial and final parameters of all twins.
double parameterBytes(const TrainingRun& run) {
    return run.twin(0, [&](const auto& history) {
        const auto& parameters = history.stateAfter(0)->parameters;
        using Scalar = typename std::decay_t<decltype(parameters.query)>::Scalar;
        Index count = 0;
        for (const auto& row : kParameters<Scalar>) count += (parameters.*row.matrix).size();
        return 2.0 * sizeof(double) * static_cast<double>(run.twins()) * static_cast<double>(count);
    });
}

bool isWholeShown(const AppState& state, const TrainingRun& run) {
    return isTrainingStepShown(state, run.steps());
}

Result<std::string> trainingText(const AppState& state, std::string_view format) {
    const ShownTraining& training = state.training;
    if (!training.isCurrent() || !training.report()->run.isFinished()) {
        return tl::unexpected(Error{"", say::faults::NotTrained{}});
    }
    if (!state.lesson.hiding.things.results.empty()) {
        return tl::unexpected(Error{"", hiddenByLesson(state)});
    }
    const TrainingRun& run = training.report()->run;
    const double bytes = parameterBytes(run);
    if (bytes > kMaxExported) {
        return tl::unexpected(tooLarge(TooLarge::What::other, bytes, "train"));
    }
    std::ostringstream out;
    const TrainingFormat& written = *findByName(kTrainingFormats, format);
    if (isWholeShown(state, run)) {
        written.write(out, run);
    } else {
        written.write(out, run.upTo(training.stepOf(state.train_place)));
    }
    return out.str();
}

/// A script that trains the models. It compares losses, whether or not the models are trained here.
Result<std::string> trainingScriptText(const AppState& state) {
    if (!state.lesson.hiding.things.results.empty()) {
        return tl::unexpected(Error{"", hiddenByLesson(state)});
    }
    const Experiment& experiment = state.experiment();
    if (!isTrainingStepShown(state, std::min(experiment.steps, kComparedLosses))) {
        return tl::unexpected(Error{"", whyHidden(state)});
    }
    return trainingScript({experiment, state.wording().language()});
}

/// True for an export of a lesson's tasks, not of the numbers on the screen.
bool isOfLesson(const AppState& state, ExportKind kind) {
    return info(kind).of_lesson && state.lesson.step() != nullptr;
}

}  // namespace

Result<std::string> exportedText(const AppState& state, ExportKind kind) {
    const ExportInfo& row = info(kind);
    if (kind == ExportKind::answers) return lessonAnswers(state);
    if (isOfLesson(state, kind)) return lessonQuestions(state);
    if (kind == ExportKind::training_script) return trainingScriptText(state);
    return row.of_experiment ? trainingText(state, row.format) : documentText(state, row);
}

std::optional<Message> leftOut(const AppState& state, ExportKind kind) {
    if (isOfLesson(state, kind)) return std::nullopt;
    if (kind == ExportKind::training_script) return std::nullopt;
    if (info(kind).of_experiment) {
        if (isWholeShown(state, state.training.report()->run)) return std::nullopt;
        return say::notices::HiddenStepsLeftOut{};
    }
    const ExportFormat* const format = info(kind).row;
    if (format != nullptr && !format->has_stages) return std::nullopt;
    if (shownStages(state).size() == state.trace().order.size()) return std::nullopt;
    return say::notices::HiddenStagesLeftOut{};
}

}  // namespace lookback
