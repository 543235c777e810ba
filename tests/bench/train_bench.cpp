// What a step of a training costs once its memory is in use: draw a batch, forward, backward, Adam.
// One thread. And what a whole run of two twins costs, each on a core of its own, with its first
// steps.
#include <random>

#include <benchmark/benchmark.h>

#include "core/language/training.h"
#include "core/language/training_run.h"
#include "tests/bench/least_time.h"

namespace lookback {
namespace {

/// Words at random, each of the vocabulary at least once; `length` of them a line.
std::string randomText(unsigned words, unsigned vocabulary, unsigned length) {
    std::mt19937 random(1);
    std::string text;
    for (unsigned word = 0; word < words; ++word) {
        const unsigned number =
            word < vocabulary ? word : static_cast<unsigned>(random() % vocabulary);
        text += "w" + std::to_string(number) + ((word + 1) % length == 0 ? "\n" : " ");
    }
    return text;
}

/// A causal model over a text without lines.
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
    experiment.text = randomText(2000, static_cast<unsigned>(state.range(4)), 2000);
    return experiment;
}

void adamStep(benchmark::State& state) {
    const Experiment experiment = experimentOf(state);
    const UnitText text = cutText(experiment);
    Training<float> training(experiment, experiment.twins.front(), text);
    measureLeast(state, [&] { benchmark::DoNotOptimize(training.step()); });
}

/// d_model, heads, context, batch, vocabulary
BENCHMARK(adamStep)
    ->Args({16, 2, 7, 16, 15})
    ->Args({32, 4, 16, 16, 30})
    ->Args({64, 4, 32, 32, 60})
    ->Unit(benchmark::kMicrosecond);

/// 500 steps of a masked and an unmasked twin, with all that a run keeps and measures on its way:
/// a quarter of the 168 lines of eight words is held out.
void twins(benchmark::State& state) {
    auto experiment = std::make_shared<Experiment>(experimentOf(state));
    experiment->text = randomText(168 * 8, static_cast<unsigned>(state.range(4)), 8);
    experiment->starts = WindowStarts::lines;
    experiment->held_out = 0.25;
    experiment->steps = 500;
    experiment->twins.push_back({"unmasked", {{MaskRule{MaskKind::none}}, {}}, {}});
    for (auto _ : state) {
        TrainingRun run(experiment);
        run.advance(experiment->steps);
        benchmark::DoNotOptimize(run.steps());
    }
}

BENCHMARK(twins)->Args({16, 2, 7, 16, 15})->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lookback
