#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/experiment/panel_rows.h"
#include "app/widgets/menu.h"
#include "core/base/text.h"
#include "core/random/seed.h"
#include "messages/experiment.h"

namespace lookback {
namespace {

/// Names of the optimizers on screen, in the order of the enumerators.
constexpr std::array<std::string_view, kOptimizers.size()> kTitles{"SGD", "Adam", "AdamW"};

/// Powers of ten that the slider of the learning rate goes from and to.
constexpr double kLeastRate = -5;
constexpr double kMostRate = 1;
constexpr double kMostMomentum = 0.99;  ///< on the slider

void optimizer(PanelRows& rows) {
    const auto chosen = rows.choose(rows.row(say::experiment::Optimizer{}),
                                    {.id = "###optimizer",
                                     .names = {kTitles.begin(), kTitles.end()},
                                     .chosen = static_cast<std::size_t>(rows.now().optimizer.kind),
                                     .tooltip = say::experiment::OptimizerTip{}});
    if (chosen) {
        rows.edit([&](Experiment& next) { next.optimizer.kind = kOptimizers[*chosen].kind; });
    }
}

/// Draws the learning rate with a slider of its decimal logarithm, marked at each power of ten; a
/// key moves it by 0.1.
void learningRate(PanelRows& rows) {
    const double rate = rows.now().optimizer.learning_rate;
    rows.wideSlider(
        say::experiment::LearningRate{},
        {.id = "##rate",
         .value = std::log10(std::max(rate, std::pow(10, kLeastRate))),
         .least = kLeastRate,
         .most = kMostRate,
         .mark = 1,
         .tooltip = say::experiment::LearningRateTip{},
         .set =
             [](Experiment& next, double power) {
                 next.optimizer.learning_rate =
                     std::stod(fmt::format("{:.3g}", std::pow(10, power)));
             }},
        realField(rows.wording(), "##typed-rate", rate, say::experiment::LearningRateTypedTip{},
                  [](Experiment& next, double typed) { next.optimizer.learning_rate = typed; }));
}

/// Draws the number of windows of a batch and the number of steps.
void batchAndSteps(PanelRows& rows) {
    const Rect room = rows.row(say::experiment::BatchAndSteps{});
    const Wording wording = rows.wording();
    const float end = rows.field(
        room, wholeField(wording, "##batch", rows.now().batch, say::experiment::BatchTip{},
                         [](Experiment& next, Index batch) { next.batch = batch; }));
    rows.field(room.fromX(end + rows.look().px(6)),
               wholeField(wording, "##steps", rows.now().steps, say::experiment::StepsTip{},
                          [](Experiment& next, Index steps) { next.steps = steps; }));
}

void seed(PanelRows& rows) {
    rows.field(say::experiment::Seed{},
               {.id = "##seed",
                .shown = fmt::format("{}", rows.now().seed),
                .tooltip = rows.said(say::experiment::SeedTip{}),
                .put = [wording = rows.wording()](Experiment& next, const std::string& typed) {
                    const Result<std::uint64_t> read = parseTorchSeed(typed);
                    if (!read) return wording.text(say::experiment::SeedExpected{});
                    next.seed = *read;
                    return std::string();
                }});
}

/// Draws a field for a number of the optimizer.
void number(PanelRows& rows, const Message& label, const char* id, double Optimizer::*which,
            const Message& tooltip) {
    rows.field(label, realField(rows.wording(), id, rows.now().optimizer.*which, tooltip,
                                [which](Experiment& next, double typed) {
                                    next.optimizer.*which = typed;
                                }));
}

void momentum(PanelRows& rows) {
    const auto set = [](Experiment& next, double share) { next.optimizer.momentum = share; };
    const double now = rows.now().optimizer.momentum;
    rows.slider(
        say::experiment::Momentum{},
        {.id = "##momentum-slider",
         .value = now,
         .most = kMostMomentum,
         .step = 0.05,
         .tooltip = say::experiment::MomentumTip{},
         .set = set},
        realField(rows.wording(), "##momentum", now, say::experiment::MomentumTypedTip{}, set));
}

void rareTrainingRows(PanelRows& rows) {
    const OptimizerInfo& kind = info(rows.now().optimizer.kind);
    if (kind.has_momentum) momentum(rows);
    if (kind.has_moments) {
        number(rows, say::experiment::Beta1{}, "##beta1", &Optimizer::beta1,
               say::experiment::Beta1Tip{});
        number(rows, say::experiment::Beta2{}, "##beta2", &Optimizer::beta2,
               say::experiment::Beta2Tip{});
        number(rows, say::experiment::Epsilon{}, "##epsilon", &Optimizer::epsilon,
               say::experiment::EpsilonTip{});
    }
    if (kind.has_decay) {
        number(rows, say::experiment::WeightDecay{}, "##decay", &Optimizer::weight_decay,
               say::experiment::WeightDecayTip{});
    }
}

}  // namespace

MenuSpec trainingMenu(const Scene& scene) {
    const double rate = scene.state.experiment().optimizer.learning_rate;
    const std::string title =
        scene.said(say::experiment::TrainingMenu{.rate = Verbatim{formatShort(rate)}});
    return {.id = Menu::training,
            .name = title,
            .title = title,
            .button = "##training",
            .tooltip = scene.said(withKey(say::experiment::TrainingMenuTip{}, command("train-menu"),
                                          keyPlace(scene.state))),
            .items = [](const Scene& inside) { rowsInMenu(inside, trainingRows); },
            .is_at_foot = true};
}

void trainingRows(PanelRows& rows) {
    rows.heading(say::experiment::TrainingHeading{});
    optimizer(rows);
    learningRate(rows);
    batchAndSteps(rows);
    seed(rows);
    if (rows.section(say::experiment::MoreOptimizer{}, "more-optimizer")) rareTrainingRows(rows);
}

}  // namespace lookback
