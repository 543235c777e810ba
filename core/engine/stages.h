#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/range.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"
#include "core/engine/arithmetic.h"
#include "core/engine/changed_cells.h"

namespace lookback {

/// A rectangle of one head's matrix. `head` is 0 where one matrix serves all heads.
struct Block {
    Index head = 0;
    Range rows;
    Range cols;
};

/// The data of a computation in one scalar, argument of all functions of stages (pass.h).
template <class Scalar>
struct Pass;

/// Computes a block of a stage from its operands. A number is the same to the last bit in every
/// block that it is computed in.
template <class Scalar>
using KernelIn = void (*)(Pass<Scalar>&, const Block&);
/// One stage's function in every scalar the engine computes in: `std::get<KernelIn<Scalar>>`.
using Kernel =
    std::tuple<KernelIn<double>, KernelIn<float>, KernelIn<Eigen::half>, KernelIn<Eigen::bfloat16>>;

/// The operands that must be complete before a row, or a column, of a stage can be computed; of
/// every other operand, only the same row is read. Stages of one phase are computed together, some
/// rows at a time.
enum class Phase : std::uint8_t {
    tokens,   ///< none: every token by itself
    pairs,    ///< keys and values of all tokens: every row of every head by itself
    columns,  ///< the scores of all queries: every column, where softmax is over columns
    mixing,   ///< those columns, and the values of all tokens: every row of every head by itself
    output,   ///< the context of all heads
};

/// How a stage is laid out as the right operand of products.
enum class Operand : std::uint8_t { none, plain, transposed };

/// A row of the stage table, which is the engine. Fields without a default must be given.
struct Stage {
    MatrixId id;
    Message (*line)();  ///< what it does, in one line
    bool (*applies)(const Document&) = [](const Document&) { return true; };
    std::string (*formula)(const Document&);    ///< as papers write it
    Arithmetic (*arithmetic)(const Document&);  ///< how its cells are made
    MatrixId (*left)(const Document&);   ///< the operand to the left; its own id: a given stage
    MatrixId (*right)(const Document&);  ///< the operand above; as `left`: no second operand
    Index (*width)(const Document&);     ///< columns; those of one head where it joins heads
    Phase phase;                         ///< with softmax over rows, see `phaseOf`
    Kernel compute;
    std::optional<MatrixId> bias{};  ///< added to each of its rows where the document has it
    /// The cells that an edit changes through fields of the document that the stage reads.
    ChangedCells (*edited)(const Document& was, const Document& is) =
        [](const Document&, const Document&) { return ChangedCells(); };
    /// The title of the step that shows it; null: the masking method has the title.
    Message (*step)() = nullptr;
    /// The operation in a few signs; empty: the matrix's symbol.
    std::string (*sign)(const Document&) = [](const Document&) { return std::string(); };
    /// Its layout for products of later stages.
    Operand (*operand)(const Document&) = [](const Document&) { return Operand::none; };
};

/// The phase in which a document computes a stage: that of its row, but where softmax is over
/// columns, weights and context wait for the scores of all queries.
[[nodiscard]] Phase phaseOf(const Stage& row, const Document& document);

/// True where one matrix serves all heads and each head computes columns of its own.
[[nodiscard]] inline bool joinsHeads(const Stage& row) { return info(row.id).is_of_all_heads; }

/// True where the blocks of a stage are computed head by head.
[[nodiscard]] inline bool isByHead(const Stage& row) {
    return info(row.id).per_head || joinsHeads(row);
}

/// All stages, in the order of the usual computation.
[[nodiscard]] std::span<const Stage> stageTable();
[[nodiscard]] const Stage& stage(MatrixId id);

/// States in one line how a document computes a stage.
[[nodiscard]] Message stageLine(const Document& document, MatrixId id);

/// The stages that a document calls for, in the order of its computation.
[[nodiscard]] std::vector<MatrixId> stageOrder(const Document& document);

/// The scores that enter the softmax.
[[nodiscard]] MatrixId softmaxInput(const Document& document);

/// The matrix that the queries, keys and values are made from.
[[nodiscard]] MatrixId inputOf(const Document& document);

/// The size of a tensor. Its product is a double: a document may ask for more cells than an Index
/// can count.
struct TensorShape {
    Index heads = 0;
    Index rows = 0;
    Index cols = 0;

    [[nodiscard]] double cells() const {
        return static_cast<double>(heads) * static_cast<double>(rows) * static_cast<double>(cols);
    }
};

/// The bias that a document adds to each row of a stage; nothing where it adds none.
[[nodiscard]] std::optional<MatrixId> biasOf(const Document& document, MatrixId stage_id);

/// The shape of a stage in the trace of a document that calls for it.
[[nodiscard]] TensorShape stageShape(const Stage& row, const Document& document);

/// The shape of a stage as the right operand of products; 0 heads where no product reads it so.
[[nodiscard]] TensorShape operandShape(const Stage& row, const Document& document);

/// Approximate number of operations of a phase.
[[nodiscard]] double work(const Document& document, Phase phase);

/// The queries and the keys that scores are made from: rotated where positions are rotary.
[[nodiscard]] MatrixId scoreQueries(const Document& document);
[[nodiscard]] MatrixId scoreKeys(const Document& document);

// Formulas: `_x` is a subscript, `^x` a superscript.

/// A matrix's symbol in a product: X + P is a sum itself and needs brackets.
[[nodiscard]] std::string asFactor(MatrixId id);

/// What scores are divided by: √d_k, d_k or a number; empty for a scale that divides by nothing.
[[nodiscard]] std::string symbolOfDivisor(const Scale& scale);

/// The formula of weights that softmax makes.
[[nodiscard]] std::string softmaxFormula(const Document& document);

/// The keys that a token may look at, by all rules of the mask: `key ≤ query and key is valid`.
[[nodiscard]] std::string allowedKeys(const Document& document);
inline constexpr std::string_view kEveryKey = "every key";  ///< `allowedKeys` without a rule

}  // namespace lookback
