/// The meaning of the names that people and libraries give to the matrices of attention.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/matrix.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// The axis of a weight of three that counts its heads: none; the first, as TransformerLens has it,
/// (heads, in, out); the middle one of a `kernel` of Keras and Flax, (in, heads, out). W_o has
/// (heads, in, out) in all of them.
enum class HeadAxis : std::uint8_t { none, first, middle };

/// The matrix of a document that a name stands for.
struct NameMeaning {
    std::optional<MatrixId> target{};  ///< embeddings, or one of the weights or biases
    bool is_fused = false;       ///< queries, keys and values side by side: `c_attn`, `in_proj`
    bool is_bias = false;        ///< of one of the weights, or a fused one
    bool is_layer = false;       ///< of an nn.Linear, which stores (out, in): `q_proj.weight`
    bool may_be_conv = false;    ///< of GPT-2: a Conv1D stores (in, out), an nn.Linear (out, in)
    bool is_vocabulary = false;  ///< embeddings of all entries of a vocabulary: `wte`
    int rank = 0;                ///< of two names for a matrix, the one of lower rank counts
    bool is_turned = false;      ///< the name says that it is transposed: `W_q.T`
    bool is_mask = false;        ///< a mask: `tril`
    std::optional<MatrixId> result{};  ///< what the layer computes, never a weight: Q of `queries`
    std::optional<Index> layer{};      ///< number in a model: 3 of `h.3.attn.c_attn.weight`
    std::optional<Index> head{};       ///< number in a list of heads: 2 of `sa.heads.2.key.weight`
    HeadAxis head_axis = HeadAxis::none;
    /// The model does something between query and score that a document has not: it normalizes
    /// queries (`q_norm`), adds relative positions, turns them (`inv_freq`).
    bool changes_scores = false;
    bool changes_weights = false;  ///< the model adds it to a weight, or scales one by it: LoRA
    bool lacks_scale = false;      ///< of T5 or GPT-Neo, which do not divide scores by sqrt(d_k)

    /// True where the name is one of those of attention.
    [[nodiscard]] bool isKnown() const { return target || is_fused; }
    /// True where it tells what the numbers are, be it that they have no place.
    [[nodiscard]] bool isUnderstood() const { return isKnown() || result || is_mask; }
};

/// Reads a name: `X`, `W_q`, `wq`, `query`, `q_proj.weight`, `transformer.h.0.attn.c_attn.weight`.
/// Letters may be of any case. `Q`, `K` and `V` alone are results, not weights. Labels of several
/// words are read, too: `Weight matrix W_q`.
[[nodiscard]] NameMeaning meaningOf(std::string_view name);

/// The matrix that an option names: a name as `meaningOf` takes it, `output`, or a path of files
/// such as `weights.query`. Only embeddings, weights and biases.
[[nodiscard]] std::optional<MatrixId> targetNamed(std::string_view name);

}  // namespace lookback
