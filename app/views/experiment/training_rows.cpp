#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "app/views/experiment/panel_rows.h"
#include "core/random/seed.h"

namespace lookback {
namespace {

/// Names of the optimizers on screen, in the order of the enumerators.
constexpr std::array kTitles{"SGD", "Adam", "AdamW"};
static_assert(kTitles.size() == kOptimizers.size());

/// Powers of ten that the slider of the learning rate goes from and to.
constexpr double kLeastRate = -4;
constexpr double kMostRate = 0.5;
constexpr double kMostMomentum = 0.99;  ///< on the slider

void optimizer(PanelRows& rows) {
    const auto chosen = rows.choose(rows.row("optimizer"),
                                    {.id = "##optimizer",
                                     .names = kTitles,
                                     .chosen = static_cast<std::size_t>(rows.now().optimizer.kind),
                                     .tooltip = "How a step follows from the gradients."});
    if (chosen) {
        rows.edit([&](Experiment& next) { next.optimizer.kind = kOptimizers[*chosen].kind; });
    }
}

/// Draws the learning rate with a slider of its decimal logarithm; a key moves it by 0.1.
void learningRate(PanelRows& rows) {
    const double rate = rows.now().optimizer.learning_rate;
    rows.slider(
        "learning rate",
        {.id = "##rate",
         .value = std::log10(std::max(rate, std::pow(10, kLeastRate))),
         .least = kLeastRate,
         .most = kMostRate,
         .tooltip = "How far each step goes. Drag it: both trainings run anew.",
         .set =
             [](Experiment& next, double power) {
                 next.optimizer.learning_rate =
                     std::stod(fmt::format("{:.3g}", std::pow(10, power)));
             }},
        realField("##typed-rate", rate, "How far each step goes, 0 or more.",
                  [](Experiment& next, double typed) { next.optimizer.learning_rate = typed; }));
}

/// Draws the number of windows of a batch and the number of steps.
void batchAndSteps(PanelRows& rows) {
    const Rect room = rows.row("batch \u00b7 steps");
    const float end =
        rows.field(room, wholeField("##batch", rows.now().batch, "How many windows a step sees.",
                                    [](Experiment& next, Index batch) { next.batch = batch; }));
    rows.field(room.fromX(end + rows.look().px(6)),
               wholeField("##steps", rows.now().steps, "How many steps are taken.",
                          [](Experiment& next, Index steps) { next.steps = steps; }));
}

void seed(PanelRows& rows) {
    rows.field("seed", {.id = "##seed",
                        .shown = fmt::format("{}", rows.now().seed),
                        .tooltip = "Of PyTorch's generator: it draws the first numbers of both, "
                                   "and the batches.",
                        .put = [](Experiment& next, const std::string& typed) {
                            const Result<std::uint64_t> read = parseTorchSeed(typed);
                            if (!read) return asSentence(read.error().message);
                            next.seed = *read;
                            return std::string();
                        }});
}

/// Draws a field for a number of the optimizer.
void number(PanelRows& rows, const char* label, const char* id, double Optimizer::*which,
            std::string_view tooltip) {
    rows.field(label, realField(id, rows.now().optimizer.*which, tooltip,
                                [which](Experiment& next, double typed) {
                                    next.optimizer.*which = typed;
                                }));
}

void momentum(PanelRows& rows) {
    const auto set = [](Experiment& next, double share) { next.optimizer.momentum = share; };
    const double now = rows.now().optimizer.momentum;
    rows.slider("momentum",
                {.id = "##momentum-slider",
                 .value = now,
                 .most = kMostMomentum,
                 .step = 0.05,
                 .tooltip = "How much of the last step goes on.",
                 .set = set},
                realField("##momentum", now, "How much of the last step goes on, 0 or more.", set));
}

void rareTrainingRows(PanelRows& rows) {
    const OptimizerInfo& kind = info(rows.now().optimizer.kind);
    if (kind.has_momentum) momentum(rows);
    if (kind.has_moments) {
        number(rows, "beta1", "##beta1", &Optimizer::beta1,
               "How much of the mean of the gradients stays at each step.");
        number(rows, "beta2", "##beta2", &Optimizer::beta2,
               "How much of the mean of their squares stays at each step.");
        number(rows, "epsilon", "##epsilon", &Optimizer::epsilon,
               "Added to the root that a step is divided by.");
    }
    if (kind.has_decay) {
        number(rows, "weight decay", "##decay", &Optimizer::weight_decay,
               "How much of each number is taken away, times the learning rate.");
    }
}

}  // namespace

void trainingRows(PanelRows& rows) {
    rows.heading("TRAINING");
    optimizer(rows);
    learningRate(rows);
    batchAndSteps(rows);
    seed(rows);
    if (rows.section("more of the optimizer")) rareTrainingRows(rows);
}

}  // namespace lookback
