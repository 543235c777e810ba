#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/matrix.h"
#include "core/random/numpy_legacy.h"
#include "core/random/pcg64.h"
#include "core/random/torch.h"

namespace lookback {

/// Whose random numbers.
enum class DrawLibrary : std::uint8_t { torch, numpy_legacy, numpy_pcg64 };

/// The shape of a vector, or of the weight of a layer, before it is drawn.
struct DrawnShape {
    Index rows = 1;  ///< 1 unless it is a weight
    Index cols = 0;
    bool stored_transposed = false;  ///< a weight (out, in): a document stores its transpose
};

/// What one operation drew: a vector, or the weight or the bias of a layer.
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

/// What an argument of an operation may be.
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

using DrawGenerator = std::variant<TorchGenerator, NumpyLegacyGenerator, Pcg64Generator>;

/// One row of a library's operations: `name:argument,argument`.
struct DrawOperation {
    std::string_view name;
    std::array<DrawArgument, kMaxDrawArguments> arguments;
    std::string_view help;  ///< the same in Python

    /// Draws it. The generator is the library's own.
    std::vector<DrawnTensor> (*run)(DrawGenerator&, const DrawArguments&);

    /// What it has that it should not, where each argument is fine by itself; empty if nothing.
    std::string_view (*fault)(const DrawArguments&) = [](const DrawArguments&) {
        return std::string_view();
    };

    /// What it draws; one vector, as long as the first argument, unless the row says otherwise.
    std::vector<DrawnShape> (*shapes)(const DrawArguments&) = [](const DrawArguments& a) {
        return std::vector{DrawnShape{.cols = a.count()}};
    };
};

}  // namespace lookback
