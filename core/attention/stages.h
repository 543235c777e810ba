#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/attention/packed_panels.h"
#include "core/attention/scalar.h"
#include "core/attention/touched.h"
#include "core/attention/trace.h"
#include "core/base/range.h"

namespace lookback {

/// A rectangle of one head's matrix. Where one matrix serves all heads, `head` is 0.
struct Block {
    Index head = 0;
    Range rows;
    Range cols;
};

/// A document on its way to its trace, in one scalar.
template <class Scalar>
struct Pass {
    const Document& document;
    Trace& trace;
    std::array<Tensor, kMatrixCount>& operands;  ///< right ones of products, by id (operands.h)
    bool finite_values = false;                  ///< no value is infinite or NaN

    using Number = Scalar;

    [[nodiscard]] auto in(MatrixId id, Index head = 0) const {
        return trace.tensor(id).template as<Scalar>(info(id).per_head ? head : 0);
    }
    [[nodiscard]] auto out(MatrixId id, Index head = 0) {
        return trace.tensors[static_cast<std::size_t>(id)].template as<Scalar>(
            info(id).per_head ? head : 0);
    }
    /// The same cells of another stage.
    [[nodiscard]] auto in(MatrixId id, const Block& block) const {
        return cells(in(id, block.head), block);
    }
    [[nodiscard]] auto out(MatrixId id, const Block& block) {
        return cells(out(id, block.head), block);
    }

    /// What the mask says, 1 where allowed.
    [[nodiscard]] auto mask() const {
        return trace.tensor(MatrixId::mask).template as<unsigned char>();
    }
    [[nodiscard]] auto mask(const Block& block) const { return cells(mask(), block); }
    /// A right operand of products, laid out for them. @param cols how many it has
    [[nodiscard]] Panels<WideOf<Scalar>> panels(MatrixId id, Index head, Index cols) {
        Tensor& tensor = operands[static_cast<std::size_t>(id)];
        return {tensor.template as<WideOf<Scalar>>(head).data(), tensor.rows(), cols};
    }

private:
    template <class Whole>
    static auto cells(Whole whole, const Block& block) {
        return whole.block(block.rows.begin, block.cols.begin, block.rows.size(),
                           block.cols.size());
    }
};

/// Computes a block of a stage, reading whatever it needs of its operands. Every number comes out
/// the same, to the last bit, in whichever block it is computed.
template <class Scalar>
using KernelIn = void (*)(Pass<Scalar>&, const Block&);
/// One stage's function in every scalar the engine computes in: `std::get<KernelIn<Scalar>>`.
using Kernel =
    std::tuple<KernelIn<double>, KernelIn<float>, KernelIn<Eigen::half>, KernelIn<Eigen::bfloat16>>;

/// What has to be there in full before a row of a stage can be computed; of all other operands it
/// reads the same row. So stages of one phase are computed together, some rows at a time.
enum class Phase : std::uint8_t {
    tokens,  ///< nothing: every token by itself
    pairs,   ///< keys and values of all tokens: every row of every head by itself
    output,  ///< the context of all heads
};

/// How a cell of a stage is made from its operands: what the arithmetic shows.
enum class Arithmetic : std::uint8_t {
    given,          ///< typed in or looked up
    sum,            ///< left + right
    dot,            ///< row of left times column of right
    score,          ///< row of left times row of right
    rotation,       ///< a pair of left, turned by an angle
    quotient,       ///< left / number
    capping,        ///< number * tanh(left / number)
    bias,           ///< left - slope * distance
    rule,           ///< allowed or blocked
    masking,        ///< left, changed where the mask blocks
    softmax,        ///< exp(left) / sum of exp over the row
    zeroing,        ///< left where allowed, 0 where blocked
    renormalising,  ///< left / sum of its row
    copy,           ///< left as it is
    weighted_sum,   ///< weights of the row times the values of each token
};

/// How a stage is laid out as the right operand of products.
enum class Operand : std::uint8_t { none, plain, transposed };

/// A row of the table that is the engine.
struct Stage {
    MatrixId id;
    bool (*applies)(const Document&);
    std::string_view line;                      ///< what it does, in one line
    std::string (*formula)(const Document&);    ///< as papers write it
    Arithmetic (*arithmetic)(const Document&);  ///< how its cells are made
    MatrixId (*left)(const Document&);          ///< the operand to the left
    MatrixId (*right)(const Document&);         ///< the operand above; `left` again where none
    Phase phase;
    Index (*width)(const Document&);  ///< columns; those of one head where it joins heads
    Kernel compute;
    /// What an edit changes of the stage by what it takes from the document itself.
    Touched (*edited)(const Document& was, const Document& is) =
        [](const Document&, const Document&) { return Touched(); };
    /// Title of the step that tells of it; empty where that is for the masking method to say.
    std::string_view step{};
    std::string_view sign{};  ///< how it comes about in a few signs; empty: the matrix's symbol
    /// As what it is laid out for the products of later stages.
    Operand (*operand)(const Document&) = [](const Document&) { return Operand::none; };
};

/// Whether one matrix serves all heads and each computes columns of its own.
[[nodiscard]] inline bool joinsHeads(const Stage& row) { return info(row.id).is_of_all_heads; }

/// Whether the blocks of a stage are computed head by head.
[[nodiscard]] inline bool isByHead(const Stage& row) {
    return info(row.id).per_head || joinsHeads(row);
}

/// Every stage there is, in the order of the usual computation.
[[nodiscard]] std::span<const Stage> stageTable();
[[nodiscard]] const Stage& stage(MatrixId id);

/// The stages that a document calls for, in the order of its computation.
[[nodiscard]] std::vector<MatrixId> stageOrder(const Document& document);

/// The scores that enter the softmax.
[[nodiscard]] MatrixId logitsOf(const Document& document);

/// The matrix that the queries, keys and values are made from.
[[nodiscard]] MatrixId inputOf(const Document& document);

/// Queries and keys as they meet in the scores: turned where positions are rotary.
[[nodiscard]] MatrixId queriesOf(const Document& document);
[[nodiscard]] MatrixId keysOf(const Document& document);

}  // namespace lookback
