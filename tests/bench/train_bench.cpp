// What a step of a training costs: draw a batch, forward, backward, Adam. One thread.
#include <random>

#include <benchmark/benchmark.h>

#include "core/language/training.h"

namespace lookback {
namespace {

/// A causal model over a text of random words, without lines.
Experiment experimentOf(const benchmark::State& state) {
    Experiment experiment{.starts = WindowStarts::anywhere,
                          .context = state.range(2),
                          .model = {.d_model = state.range(0),
                                    .heads = state.range(1),
                                    .d_k = state.range(0) / state.range(1),
                                    .d_v = state.range(0) / state.range(1),
                                    .positions = PositionKind::learned},
                          .seed = 42,
                          .optimizer = {.learning_rate = 0.01},
                          .batch = state.range(3),
                          .twins = {{"masked", {{MaskRule{MaskKind::causal}}, {}}, {}}}};
    std::mt19937 random(1);
    const auto vocabulary = static_cast<unsigned>(state.range(4));
    for (unsigned word = 0; word < 2000; ++word) {
        const unsigned number =
            word < vocabulary ? word : static_cast<unsigned>(random() % vocabulary);
        experiment.text += "w" + std::to_string(number) + " ";
    }
    return experiment;
}

void adamStep(benchmark::State& state) {
    const Experiment experiment = experimentOf(state);
    const UnitText text = cutText(experiment);
    Training<float> training(experiment, experiment.twins.front(), text);
    for (auto _ : state) benchmark::DoNotOptimize(training.step());
}

/// d_model, heads, context, batch, vocabulary
BENCHMARK(adamStep)
    ->Args({16, 2, 7, 16, 15})
    ->Args({32, 4, 16, 16, 30})
    ->Args({64, 4, 32, 32, 60})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace lookback
