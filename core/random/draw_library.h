#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/random/numpy_legacy.h"
#include "core/random/pcg64.h"
#include "core/random/python.h"
#include "core/random/torch.h"

namespace lookback {

/// A library whose random numbers are reproduced.
enum class DrawLibrary : std::uint8_t { torch, numpy_legacy, numpy_pcg64, python };

/// The shape of a vector, or of the weight of a layer, before it is drawn.
struct DrawnShape {
    Index rows = 1;  ///< 1 unless it is a weight
    Index cols = 0;
    bool stored_transposed = false;  ///< a weight (out, in): a document stores its transpose
};

/// A drawn tensor of an operation: a vector, or the weight or the bias of a layer.
struct DrawnTensor {
    enum class Scalar : std::uint8_t { float32, float64, int64 };

    std::string op;             ///< as the program spells it: `linear:2,2,1`
    std::size_t operation = 0;  ///< its place in the program, counted from 0
    std::string part;           ///< `weight` or `bias` of a layer, else empty
    Scalar scalar = Scalar::float64;
    Index rows = 1;  ///< 1 unless it is a weight
    Index cols = 0;
    bool stored_transposed = false;      ///< a weight (out, in): a document stores its transpose
    std::vector<double> values;          ///< row by row, float32 widened; empty for int64
    std::vector<std::int64_t> integers;  ///< the numbers of an int64 tensor, else empty
};

/// The values that an argument of an operation takes.
enum class DrawArgumentKind : std::uint8_t {
    count,    ///< how many numbers, from 0 on
    size,     ///< a number of rows or columns, from 1 on
    integer,  ///< any whole number of 64 bits
    real,     ///< a finite number within the range of float32
    flag,     ///< 0 or 1
};

struct DrawArgument {
    std::string_view name;  ///< empty: no such argument
    DrawArgumentKind kind = DrawArgumentKind::count;
};

inline constexpr std::size_t kMaxDrawArguments = 3;

/// The arguments of one operation as numbers, by place: of kind real in `reals`, else in
/// `integers`.
struct DrawArguments {
    std::array<std::int64_t, kMaxDrawArguments> integers{};
    std::array<double, kMaxDrawArguments> reals{};

    [[nodiscard]] Index count() const { return static_cast<Index>(integers[0]); }
};

using DrawGenerator =
    std::variant<TorchGenerator, NumpyLegacyGenerator, Pcg64Generator, PythonGenerator>;

/// One row of a library's operations: `name:argument,argument`.
struct DrawOperation {
    std::string_view name;
    std::array<DrawArgument, kMaxDrawArguments> arguments;
    std::string_view help;  ///< the call in Python

    /// Draws it. The generator is the library's own.
    std::vector<DrawnTensor> (*run)(DrawGenerator&, const DrawArguments&);

    /// Returns the fault of arguments that are each valid by themselves; nothing where they fit
    /// each other. @param spelled the operation, as a message quotes it
    std::optional<Message> (*fault)(const DrawArguments&, const std::string& spelled) =
        [](const DrawArguments&, const std::string&) { return std::optional<Message>(); };

    /// Returns the shapes of the drawn tensors; the default is one vector, as long as the first
    /// argument.
    std::vector<DrawnShape> (*shapes)(const DrawArguments&) = [](const DrawArguments& a) {
        return std::vector{DrawnShape{.cols = a.count()}};
    };
};

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
[[nodiscard]] Tensors pythonRandom(DrawGenerator& generator, const Arguments& arguments);
[[nodiscard]] Tensors pythonGauss(DrawGenerator& generator, const Arguments& arguments);

[[nodiscard]] std::optional<Message> uniformFault(const Arguments& arguments,
                                                  const std::string& spelled);
[[nodiscard]] std::optional<Message> normalFault(const Arguments& arguments,
                                                 const std::string& spelled);
[[nodiscard]] std::optional<Message> randintFault(const Arguments& arguments,
                                                  const std::string& spelled);
[[nodiscard]] std::vector<DrawnShape> linearShapes(const Arguments& arguments);

[[nodiscard]] Result<DrawGenerator> seedTorch(std::string_view text);
[[nodiscard]] Result<DrawGenerator> seedNumpyLegacy(std::string_view text);
[[nodiscard]] Result<DrawGenerator> seedNumpyPcg64(std::string_view text);
[[nodiscard]] Result<DrawGenerator> seedPython(std::string_view text);

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

inline constexpr std::array kPythonOperations{
    DrawOperation{.name = "random",
                  .arguments = {draw_rows::kCount},
                  .help = "[random.random() for _ in range(n)]",
                  .run = draw_rows::pythonRandom},
    DrawOperation{.name = "gauss",
                  .arguments = {draw_rows::kCount, DrawArgument{"mean", DrawArgumentKind::real},
                                DrawArgument{"sigma", DrawArgumentKind::real}},
                  .help = "[random.gauss(mean, sigma) for _ in range(n)]",
                  .run = draw_rows::pythonGauss},
};

/// The libraries, in the order of their enumerators.
inline constexpr std::array kDrawLibraries{
    DrawLibraryInfo{DrawLibrary::torch, "torch", "PyTorch", kTorchOperations, draw_rows::seedTorch},
    DrawLibraryInfo{DrawLibrary::numpy_legacy, "numpy-legacy", "NumPy (np.random.seed)",
                    kNumpyLegacyOperations, draw_rows::seedNumpyLegacy},
    DrawLibraryInfo{DrawLibrary::numpy_pcg64, "numpy-pcg64", "NumPy (default_rng)",
                    kNumpyPcg64Operations, draw_rows::seedNumpyPcg64},
    DrawLibraryInfo{DrawLibrary::python, "python", "Python (random)", kPythonOperations,
                    draw_rows::seedPython},
};

[[nodiscard]] constexpr const DrawLibraryInfo& info(DrawLibrary library) {
    return kDrawLibraries[static_cast<std::size_t>(library)];
}

}  // namespace lookback
