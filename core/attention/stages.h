#pragma once

#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/attention/trace.h"

namespace lookback {

/// What the engine holds while it computes in one scalar.
template <class Scalar>
struct Pass {
    const Document& document;
    Trace& trace;
    Matrix<Scalar> w_query{};   ///< (d_in, heads*d_k)
    Matrix<Scalar> w_key{};     ///< (d_in, heads*d_k)
    Matrix<Scalar> w_value{};   ///< (d_in, heads*d_v)
    Matrix<Scalar> w_output{};  ///< (heads*d_v, d_out) or empty

    Pass(const Document& of, Trace& into);

    [[nodiscard]] Eigen::Map<const Matrix<Scalar>> in(MatrixId id, Index head = 0) const {
        return trace.tensor(id).template as<Scalar>(head);
    }
    [[nodiscard]] Tensor& out(MatrixId id) { return trace.tensors[static_cast<std::size_t>(id)]; }
};

/// One stage's function in every scalar the engine computes in: `std::get<KernelIn<Scalar>>`.
template <class Scalar>
using KernelIn = void (*)(Pass<Scalar>&);
using Kernel =
    std::tuple<KernelIn<double>, KernelIn<float>, KernelIn<Eigen::half>, KernelIn<Eigen::bfloat16>>;

/// How a cell of a stage is made from its operands: what the arithmetic shows.
enum class Arithmetic : std::uint8_t {
    given,          ///< typed in or looked up
    sum,            ///< left + right
    dot,            ///< row of left times column of right
    score,          ///< row of left times row of right
    rotation,       ///< a pair of left, turned by an angle
    quotient,       ///< left / number
    bias,           ///< left - slope * distance
    rule,           ///< allowed or blocked
    masking,        ///< left, changed where the mask blocks
    softmax,        ///< exp(left) / sum of exp over the row
    zeroing,        ///< left where allowed, 0 where blocked
    renormalising,  ///< left / sum of its row
    copy,           ///< left as it is
    weighted_sum,   ///< weights of the row times the values of each token
};

/// A row of the table that is the engine.
struct Stage {
    MatrixId id;
    bool (*applies)(const Document&);
    std::string_view line;                      ///< what it does, in one line
    std::string (*formula)(const Document&);    ///< as papers write it
    Arithmetic (*arithmetic)(const Document&);  ///< how its cells are made
    MatrixId (*left)(const Document&);          ///< the operand to the left
    MatrixId (*right)(const Document&);         ///< the operand above; `left` again where none
    Kernel compute;
};

/// Every stage there is, in the order of the usual computation.
[[nodiscard]] std::span<const Stage> stageTable();
[[nodiscard]] const Stage& stage(MatrixId id);

/// The stages that a document calls for, in the order of its computation.
[[nodiscard]] std::vector<MatrixId> stageOrder(const Document& document);

/// The scores that enter the softmax.
[[nodiscard]] MatrixId logitsOf(const Document& document);

/// The matrix that the queries, keys and values are made from.
[[nodiscard]] MatrixId inputOf(const Document& document);

/// ALiBi's slope of a head, from the document or the paper.
[[nodiscard]] double slopeOf(const Document& document, Index head);

}  // namespace lookback
