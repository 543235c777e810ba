#include "core/random/draw_library.h"

#include <cassert>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/random/seed.h"
#include "messages/draws.h"

namespace lookback::draw_rows {
namespace {

template <class Generator>
Generator& as(DrawGenerator& generator) {
    auto* own = std::get_if<Generator>(&generator);
    assert(own != nullptr);
    return *own;
}

template <class Scalar>
DrawnTensor tensor(const std::vector<Scalar>& numbers) {
    DrawnTensor drawn;
    drawn.cols = static_cast<Index>(numbers.size());
    if constexpr (std::is_same_v<Scalar, std::int64_t>) {
        drawn.scalar = DrawnTensor::Scalar::int64;
        drawn.integers = numbers;
    } else {
        drawn.scalar = std::is_same_v<Scalar, float> ? DrawnTensor::Scalar::float32
                                                     : DrawnTensor::Scalar::float64;
        drawn.values.assign(numbers.begin(), numbers.end());
    }
    return drawn;
}

/// Draws number by number.
template <class DrawOne>
Tensors repeat(Index n, DrawOne draw_one) {
    std::vector<double> numbers(static_cast<std::size_t>(n));
    for (double& number : numbers) number = draw_one();
    return {tensor(numbers)};
}

template <class Generator, class Seed>
Result<DrawGenerator> seeded(const Result<Seed>& seed) {
    return seed.map([](const Seed& value) { return DrawGenerator(Generator(value)); });
}

}  // namespace

Tensors rand32(DrawGenerator& generator, const Arguments& arguments) {
    return {tensor(as<TorchGenerator>(generator).rand<float>(arguments.count()))};
}

Tensors rand64(DrawGenerator& generator, const Arguments& arguments) {
    return {tensor(as<TorchGenerator>(generator).rand<double>(arguments.count()))};
}

Tensors uniform32(DrawGenerator& generator, const Arguments& arguments) {
    return {tensor(as<TorchGenerator>(generator).uniform<float>(
        arguments.count(), arguments.reals[1], arguments.reals[2]))};
}

Tensors linear(DrawGenerator& generator, const Arguments& arguments) {
    const auto in = static_cast<Index>(arguments.integers[0]);
    const auto out = static_cast<Index>(arguments.integers[1]);
    const bool has_bias = arguments.integers[2] != 0;
    const TorchGenerator::Linear layer = as<TorchGenerator>(generator).linear(in, out, has_bias);

    Tensors drawn{tensor(layer.weight)};
    drawn[0].part = "weight";
    drawn[0].rows = out;
    drawn[0].cols = in;
    drawn[0].stored_transposed = true;
    if (has_bias) {
        drawn.push_back(tensor(layer.bias));
        drawn[1].part = "bias";
    }
    return drawn;
}

Tensors randn32(DrawGenerator& generator, const Arguments& arguments) {
    return {tensor(as<TorchGenerator>(generator).randn<float>(arguments.count()))};
}

Tensors randn64(DrawGenerator& generator, const Arguments& arguments) {
    return {tensor(as<TorchGenerator>(generator).randn<double>(arguments.count()))};
}

Tensors normal32(DrawGenerator& generator, const Arguments& arguments) {
    return {tensor(as<TorchGenerator>(generator).normal<float>(
        arguments.count(), arguments.reals[1], arguments.reals[2]))};
}

Tensors randint(DrawGenerator& generator, const Arguments& arguments) {
    return {tensor(as<TorchGenerator>(generator).randint(arguments.count(), arguments.integers[1],
                                                         arguments.integers[2]))};
}

Tensors randperm(DrawGenerator& generator, const Arguments& arguments) {
    return {tensor(as<TorchGenerator>(generator).randperm(arguments.count()))};
}

Tensors legacyRand(DrawGenerator& generator, const Arguments& arguments) {
    auto& legacy = as<NumpyLegacyGenerator>(generator);
    return repeat(arguments.count(), [&] { return legacy.rand(); });
}

Tensors legacyRandn(DrawGenerator& generator, const Arguments& arguments) {
    auto& legacy = as<NumpyLegacyGenerator>(generator);
    return repeat(arguments.count(), [&] { return legacy.randn(); });
}

Tensors pcg64Random(DrawGenerator& generator, const Arguments& arguments) {
    auto& pcg64 = as<Pcg64Generator>(generator);
    return repeat(arguments.count(), [&] { return pcg64.random(); });
}

Tensors pcg64Normal(DrawGenerator& generator, const Arguments& arguments) {
    auto& pcg64 = as<Pcg64Generator>(generator);
    return repeat(arguments.count(), [&] { return pcg64.standardNormal(); });
}

Tensors pythonRandom(DrawGenerator& generator, const Arguments& arguments) {
    auto& python = as<PythonGenerator>(generator);
    return repeat(arguments.count(), [&] { return python.random(); });
}

Tensors pythonGauss(DrawGenerator& generator, const Arguments& arguments) {
    auto& python = as<PythonGenerator>(generator);
    return repeat(arguments.count(),
                  [&] { return python.gauss(arguments.reals[1], arguments.reals[2]); });
}

std::optional<Message> uniformFault(const Arguments& arguments, const std::string& spelled) {
    const double low = arguments.reals[1];
    const double high = arguments.reals[2];
    if (low > high) return say::draws::WrongRange{.operation = Verbatim{spelled}};
    if (high - low > double{std::numeric_limits<float>::max()}) {
        return say::draws::WideRange{.operation = Verbatim{spelled}};
    }
    return std::nullopt;
}

std::optional<Message> normalFault(const Arguments& arguments, const std::string& spelled) {
    if (arguments.reals[2] >= 0) return std::nullopt;
    return say::draws::NegativeStd{.operation = Verbatim{spelled}};
}

std::optional<Message> randintFault(const Arguments& arguments, const std::string& spelled) {
    if (arguments.integers[1] < arguments.integers[2]) return std::nullopt;
    return say::draws::EmptyRange{.operation = Verbatim{spelled}};
}

std::vector<DrawnShape> linearShapes(const Arguments& arguments) {
    const auto in = static_cast<Index>(arguments.integers[0]);
    const auto out = static_cast<Index>(arguments.integers[1]);
    std::vector<DrawnShape> shapes{{.rows = out, .cols = in, .stored_transposed = true}};
    if (arguments.integers[2] != 0) shapes.push_back({.cols = out});
    return shapes;
}

Result<DrawGenerator> seedTorch(std::string_view text) {
    return seeded<TorchGenerator>(parseTorchSeed(text));
}

Result<DrawGenerator> seedNumpyLegacy(std::string_view text) {
    return seeded<NumpyLegacyGenerator>(parseNumpyLegacySeed(text));
}

Result<DrawGenerator> seedNumpyPcg64(std::string_view text) {
    return seeded<Pcg64Generator>(parseNumpySeed(text));
}

Result<DrawGenerator> seedPython(std::string_view text) {
    return seeded<PythonGenerator>(parsePythonSeed(text));
}

}  // namespace lookback::draw_rows
