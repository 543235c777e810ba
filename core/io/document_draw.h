#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/document/document.h"
#include "core/io/json_tree.h"

namespace lookback {

class Faults;

/// The matrices of a document as far as its file gives them.
struct GivenMatrices {
    std::optional<Matrix<double>> embeddings;  ///< (n, d_in)
    std::optional<Matrix<double>> positions;   ///< (n, d_in), the learned table
    std::optional<Matrix<double>> query;       ///< (d_in, heads*d_k)
    std::optional<Matrix<double>> key;         ///< (d_in, heads*d_k)
    std::optional<Matrix<double>> value;       ///< (d_in, heads*d_v)
    std::optional<Matrix<double>> output;      ///< (heads*d_v, d_out)
    std::optional<Matrix<double>> query_bias;  ///< (1, heads*d_k); so are the other biases
    std::optional<Matrix<double>> key_bias;
    std::optional<Matrix<double>> value_bias;
    std::optional<Matrix<double>> output_bias;
    bool takes_positions = true;  ///< false: the positions are not learned
    bool takes_output = true;     ///< false: a file without W_o
};

/// A matrix that a draw can supply.
struct DrawTarget {
    std::string_view name;  ///< as `draw.into` spells it
    std::string_view path;  ///< JSON path in the file
    std::optional<Matrix<double>> GivenMatrices::*matrix;
    bool is_bias = false;  ///< one row, and a list in the file; a document need not have it
};

/// In the order in which their shapes follow from each other.
inline constexpr std::array<DrawTarget, 10> kDrawTargets{{
    {"embeddings", "embeddings", &GivenMatrices::embeddings},
    {"positions", "positions.table", &GivenMatrices::positions},
    {"query", "weights.query", &GivenMatrices::query},
    {"key", "weights.key", &GivenMatrices::key},
    {"value", "weights.value", &GivenMatrices::value},
    {"output", "weights.output", &GivenMatrices::output},
    {"biases.query", "biases.query", &GivenMatrices::query_bias, true},
    {"biases.key", "biases.key", &GivenMatrices::key_bias, true},
    {"biases.value", "biases.value", &GivenMatrices::value_bias, true},
    {"biases.output", "biases.output", &GivenMatrices::output_bias, true},
}};

[[nodiscard]] const DrawTarget* findDrawTarget(std::string_view name);

/// Runs a document's draw: supplies the matrices that are not given, and compares those that are. A
/// drawn vector takes the shape of the given matrix, else the shape that follows from the tokens
/// and the matrices before it. Where a number differs in `dtype`, a fault names its cell.
void supplyDrawn(const Draw& draw, DType dtype, Index tokens, GivenMatrices& matrices,
                 Faults& faults);

/// All the matrices that a document has.
[[nodiscard]] GivenMatrices givenMatrices(const Document& document);

/// True where the document's draw gives exactly the matrices that it claims to.
[[nodiscard]] bool drawHolds(const Document& document);

/// The fault of a document that would take more than `allowed` bytes with the matrices of a draw,
/// computed from their widths before they are drawn; nothing where it would not, or where the draw
/// cannot be run.
/// @param document whose matrices are replaced, but for those `given`
[[nodiscard]] std::optional<Error> drawFault(const Draw& draw, const Document& document,
                                             const GivenMatrices& given, double allowed);

// The field `draw` of a document file.

/// Reads a recipe; each part that cannot be read adds a fault.
[[nodiscard]] Draw readDraw(const Json& json, const std::string& path, Faults& faults);

[[nodiscard]] std::string writeDraw(const Draw& draw, int indent);

}  // namespace lookback
