// What the engine costs: a forward pass that keeps every stage, an edit of one number, and the
// matrix products alone. tests/bench/compare.sh runs this beside NumPy and PyTorch.
#include <array>
#include <random>

#include <benchmark/benchmark.h>

#include "core/engine/attend.h"
#include "core/engine/engine.h"
#include "core/engine/pass.h"
#include "tests/bench/least_time.h"

namespace lookback {
namespace {

struct Size {
    Index tokens;
    Index d_in;
    Index heads;
    Index d_k;
};

Size sizeOf(const benchmark::State& state) {
    return {state.range(0), state.range(1), state.range(2), state.range(3)};
}

/// Numbers from -1/2 to 1/2.
Matrix<double> random(std::mt19937& generator, Index rows, Index cols) {
    Matrix<double> numbers(rows, cols);
    for (double& number : numbers.reshaped())
        number = static_cast<double>(generator()) / 4294967296.0 - 0.5;
    return numbers;
}

Document causalDocument(const Size& size, unsigned seed = 1) {
    std::mt19937 generator(seed);
    Document document;
    document.tokens.assign(static_cast<std::size_t>(size.tokens), "token");
    document.heads = size.heads;
    document.embeddings = random(generator, size.tokens, size.d_in);
    document.weights.query = random(generator, size.d_in, size.heads * size.d_k);
    document.weights.key = random(generator, size.d_in, size.heads * size.d_k);
    document.weights.value = random(generator, size.d_in, size.heads * size.d_k);
    document.mask.rules = {MaskRule{MaskKind::causal}};
    return document;
}

/// Brings one engine up to two documents in turn.
void alternate(benchmark::State& state, const Document& one, const Document& other) {
    Engine engine;
    engine.attend(one);
    bool at_one = true;
    measureLeast(state, [&] {
        at_one = !at_one;
        engine.attend(at_one ? one : other);
        benchmark::ClobberMemory();
    });
}

/// All embeddings change, so all is computed but for the mask, which the libraries too are given.
void forward(benchmark::State& state) {
    const Document one = causalDocument(sizeOf(state));
    Document other = one;
    other.embeddings = causalDocument(sizeOf(state), 2).embeddings;
    alternate(state, one, other);
}

/// One number of the embedding of a token changes. @param where the token stands, of 0 to 1
void edit(benchmark::State& state, double where) {
    const Document one = causalDocument(sizeOf(state));
    Document other = one;
    const auto last = static_cast<double>(state.range(0) - 1);
    other.embeddings.set({static_cast<Index>(where * last), 0}, 0.25);
    alternate(state, one, other);
}

/// One number of the value weights changes.
void editValueWeight(benchmark::State& state) {
    const Document one = causalDocument(sizeOf(state));
    Document other = one;
    other.weights.value.set({0, 0}, 0.25);
    alternate(state, one, other);
}

/// The five products of a pass without a mask on one core, all terms of all sums.
void products(benchmark::State& state) {
    Document document = causalDocument(sizeOf(state));
    document.mask.rules.clear();
    Trace trace = attend(document);
    std::array<Tensor, kMatrixCount> operands;
    Pass<float> pass{document, trace, operands};
    layOutWeight(pass, MatrixId::w_query, document.weights.query.get(), document.heads);
    layOutWeight(pass, MatrixId::w_key, document.weights.key.get(), document.heads);
    layOutWeight(pass, MatrixId::w_value, document.weights.value.get(), document.heads);
    for (const MatrixId id : {MatrixId::key, MatrixId::value}) {
        makeOperandRoom(pass, stage(id));
        for (Index head = 0; head < document.heads; ++head) {
            layOutRows(pass, stage(id), head, {0, document.n()});
        }
    }
    double operations = 0;
    constexpr Index kRows = 24;
    const auto compute = [&](MatrixId id, Index width, Index depth) {
        const Index n = document.n();
        for (Index head = 0; head < document.heads; ++head) {
            for (Index row = 0; row < n; row += kRows) {
                const Range rows{row, std::min(row + kRows, n)};
                std::get<KernelIn<float>>(stage(id).compute)(pass, {head, rows, {0, width}});
            }
        }
        operations += 2 * static_cast<double>(document.heads * n * width * depth);
    };
    for (auto _ : state) {
        for (const MatrixId id : {MatrixId::query, MatrixId::key, MatrixId::value}) {
            compute(id, document.dK(), document.dIn());
        }
        compute(MatrixId::scores, document.n(), document.dK());
        compute(MatrixId::context, document.dV(), document.n());
        benchmark::ClobberMemory();
    }
    state.counters["flops"] = benchmark::Counter(operations, benchmark::Counter::kIsRate);
}

constexpr std::array kSizes{
    Size{3, 2, 1, 2},    Size{16, 64, 4, 16},    Size{64, 64, 4, 16},    Size{128, 64, 8, 8},
    Size{512, 64, 8, 8}, Size{1024, 512, 8, 64}, Size{2048, 512, 8, 64}, Size{4096, 64, 1, 64},
};

void sizes(benchmark::internal::Benchmark* benchmark, Index from, Index to) {
    for (const Size& size : kSizes) {
        if (size.tokens < from || size.tokens > to) continue;
        benchmark->Args({size.tokens, size.d_in, size.heads, size.d_k});
    }
    benchmark->UseRealTime()->Unit(benchmark::kMicrosecond);
}
void all(benchmark::internal::Benchmark* benchmark) { sizes(benchmark, 0, kMaxTokens); }
void edited(benchmark::internal::Benchmark* benchmark) { sizes(benchmark, 512, 1024); }
void large(benchmark::internal::Benchmark* benchmark) { sizes(benchmark, 1024, kMaxTokens); }

BENCHMARK(forward)->Apply(all);
BENCHMARK_CAPTURE(edit, first, 0.0)->Apply(edited);
BENCHMARK_CAPTURE(edit, middle, 0.5)->Apply(edited);
BENCHMARK_CAPTURE(edit, last, 1.0)->Apply(edited);
BENCHMARK(editValueWeight)->Apply(edited);
BENCHMARK(products)->Apply(large);

}  // namespace
}  // namespace lookback
