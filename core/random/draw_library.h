#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/random/draw_operation.h"

namespace lookback {

/// A library: its generator and its operations.
struct DrawLibraryInfo {
    DrawLibrary library;
    std::string_view name;   ///< as files and options spell it
    std::string_view label;  ///< as menus spell it
    std::span<const DrawOperation> operations;
    Result<DrawGenerator> (*seed)(std::string_view text);  ///< a freshly seeded generator
};

/// The rows' functions; draw_library.cpp.
namespace draw_rows {

using Arguments = DrawArguments;
using Tensors = std::vector<DrawnTensor>;

[[nodiscard]] Tensors rand32(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors rand64(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors uniform32(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors linear(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors randn32(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors randn64(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors normal32(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors randint(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors randperm(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors legacyRand(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors legacyRandn(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors pcg64Random(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors pcg64Normal(DrawGenerator& generator, const Arguments& arguments);

[[nodiscard]] std::string_view uniformFault(const Arguments& arguments);
[[nodiscard]] std::string_view normalFault(const Arguments& arguments);
[[nodiscard]] std::string_view randintFault(const Arguments& arguments);
[[nodiscard]] std::vector<DrawnShape> linearShapes(const Arguments& arguments);

[[nodiscard]] Result<DrawGenerator> seedTorch(std::string_view text);
[[nodiscard]] Result<DrawGenerator> seedNumpyLegacy(std::string_view text);
[[nodiscard]] Result<DrawGenerator> seedNumpyPcg64(std::string_view text);

inline constexpr DrawArgument kCount{"n", DrawArgumentKind::count};

}  // namespace draw_rows

inline constexpr std::array kTorchOperations{
    DrawOperation{.name = "rand32",
                  .arguments = {draw_rows::kCount},
                  .help = "torch.rand(n)",
                  .run = draw_rows::rand32},
    DrawOperation{.name = "rand64",
                  .arguments = {draw_rows::kCount},
                  .help = "torch.rand(n, dtype=torch.float64)",
                  .run = draw_rows::rand64},
    DrawOperation{.name = "uniform32",
                  .arguments = {draw_rows::kCount, DrawArgument{"a", DrawArgumentKind::real},
                                DrawArgument{"b", DrawArgumentKind::real}},
                  .help = "torch.empty(n).uniform_(a, b)",
                  .run = draw_rows::uniform32,
                  .fault = draw_rows::uniformFault},
    DrawOperation{.name = "linear",
                  .arguments = {DrawArgument{"in", DrawArgumentKind::size},
                                DrawArgument{"out", DrawArgumentKind::size},
                                DrawArgument{"bias", DrawArgumentKind::flag}},
                  .help = "nn.Linear(in, out, bias): the weight (out, in), then the bias (out)",
                  .run = draw_rows::linear,
                  .shapes = draw_rows::linearShapes},
    DrawOperation{.name = "randn32",
                  .arguments = {draw_rows::kCount},
                  .help = "torch.randn(n)",
                  .run = draw_rows::randn32},
    DrawOperation{.name = "randn64",
                  .arguments = {draw_rows::kCount},
                  .help = "torch.randn(n, dtype=torch.float64)",
                  .run = draw_rows::randn64},
    DrawOperation{.name = "normal32",
                  .arguments = {draw_rows::kCount, DrawArgument{"mean", DrawArgumentKind::real},
                                DrawArgument{"std", DrawArgumentKind::real}},
                  .help = "torch.empty(n).normal_(mean, std)",
                  .run = draw_rows::normal32,
                  .fault = draw_rows::normalFault},
    DrawOperation{.name = "randint",
                  .arguments = {draw_rows::kCount, DrawArgument{"lo", DrawArgumentKind::integer},
                                DrawArgument{"hi", DrawArgumentKind::integer}},
                  .help = "torch.randint(lo, hi, (n,))",
                  .run = draw_rows::randint,
                  .fault = draw_rows::randintFault},
    DrawOperation{.name = "randperm",
                  .arguments = {draw_rows::kCount},
                  .help = "torch.randperm(n)",
                  .run = draw_rows::randperm},
};

inline constexpr std::array kNumpyLegacyOperations{
    DrawOperation{.name = "rand",
                  .arguments = {draw_rows::kCount},
                  .help = "np.random.rand(n)",
                  .run = draw_rows::legacyRand},
    DrawOperation{.name = "randn",
                  .arguments = {draw_rows::kCount},
                  .help = "np.random.randn(n)",
                  .run = draw_rows::legacyRandn},
};

inline constexpr std::array kNumpyPcg64Operations{
    DrawOperation{.name = "random",
                  .arguments = {draw_rows::kCount},
                  .help = "np.random.default_rng(seed).random(n)",
                  .run = draw_rows::pcg64Random},
    DrawOperation{.name = "normal",
                  .arguments = {draw_rows::kCount},
                  .help = "np.random.default_rng(seed).standard_normal(n)",
                  .run = draw_rows::pcg64Normal},
};

/// The libraries, in the order of their enumerators.
inline constexpr std::array kDrawLibraries{
    DrawLibraryInfo{DrawLibrary::torch, "torch", "PyTorch", kTorchOperations, draw_rows::seedTorch},
    DrawLibraryInfo{DrawLibrary::numpy_legacy, "numpy-legacy", "NumPy (np.random.seed)",
                    kNumpyLegacyOperations, draw_rows::seedNumpyLegacy},
    DrawLibraryInfo{DrawLibrary::numpy_pcg64, "numpy-pcg64", "NumPy (default_rng)",
                    kNumpyPcg64Operations, draw_rows::seedNumpyPcg64},
};

[[nodiscard]] constexpr const DrawLibraryInfo& info(DrawLibrary library) {
    return kDrawLibraries[static_cast<std::size_t>(library)];
}

}  // namespace lookback
