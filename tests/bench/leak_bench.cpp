// What the leak test costs: the exact derivative, and the search that goes with the verdict.
#include <random>

#include <benchmark/benchmark.h>

#include "core/engine/attend.h"
#include "core/gradients/leak_verdict.h"

namespace lookback {
namespace {

/// Numbers from -1/2 to 1/2.
Matrix<double> numbers(std::mt19937& generator, Index rows, Index cols) {
    Matrix<double> result(rows, cols);
    for (double& number : result.reshaped()) {
        number = static_cast<double>(generator()) / 4294967296.0 - 0.5;
    }
    return result;
}

/// A causal sentence as wide as its heads are together, with W_o.
Document sentence(const benchmark::State& state) {
    std::mt19937 generator(1);
    const Index width = state.range(1);
    Document document;
    document.tokens.assign(static_cast<std::size_t>(state.range(0)), "token");
    document.heads = state.range(2);
    document.embeddings = numbers(generator, state.range(0), width);
    document.weights = {numbers(generator, width, width), numbers(generator, width, width),
                        numbers(generator, width, width),
                        SharedMatrix(numbers(generator, width, width))};
    document.mask.rules = {MaskRule{MaskKind::causal}};
    return document;
}

void influenceOf(benchmark::State& state, bool masked) {
    Document document = sentence(state);
    if (!masked) document.mask.rules.clear();
    const Trace trace = attend(document);
    for (auto _ : state) benchmark::DoNotOptimize(influence(document, trace));
}

void verdictOf(benchmark::State& state, MaskingMethod method) {
    Document document = sentence(state);
    document.masking.method = method;
    const Influence found = *influence(document, attend(document));
    for (auto _ : state) benchmark::DoNotOptimize(leakVerdict(document, found));
}

/// tokens, width, heads
void sizes(benchmark::internal::Benchmark* benchmark) {
    benchmark->Args({3, 2, 1})->Args({16, 64, 4})->Args({64, 64, 4});
    benchmark->UseRealTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK_CAPTURE(influenceOf, masked, true)->Apply(sizes);
BENCHMARK_CAPTURE(influenceOf, unmasked, false)->Apply(sizes);
BENCHMARK_CAPTURE(verdictOf, still, MaskingMethod::fill)->Apply(sizes);
BENCHMARK_CAPTURE(verdictOf, leaking, MaskingMethod::zero)->Apply(sizes);

}  // namespace
}  // namespace lookback
