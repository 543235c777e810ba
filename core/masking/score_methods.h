#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/kernels.h"
#include "core/engine/masking_arithmetic.h"
#include "core/engine/stages.h"
#include "core/explain/explained_cell.h"
#include "core/explain/meaning.h"
#include "core/gradients/backward_kernels.h"
#include "messages/leak.h"

namespace lookback {

// Loops, words and leak paths that methods which act on scores share.

// Loops. A method passes a function of one score as a type, so that the compiler makes one fast
// loop of both.

/// @tparam Masked (the masking's value, score, allowed) -> masked score, for every scalar
template <class Masked, class Scalar>
void maskScores(Pass<Scalar>& pass, const Block& block) {
    const auto value = static_cast<Scalar>(pass.document.masking.value);
    const auto scores = pass.in(stage(MatrixId::masked_scores).left(pass.document), block.head);
    const auto mask = pass.mask();
    auto result = pass.out(MatrixId::masked_scores, block.head);
    for (Index query = block.rows.begin; query < block.rows.end; ++query) {
        const Scalar* const score = startOf(scores, query);
        const unsigned char* const allowed = startOf(mask, query);
        Scalar* const masked = startOf(result, query);
        for (Index key = block.cols.begin; key < block.cols.end; ++key) {
            masked[key] = Masked{}(value, score[key], allowed[key] != 0);
        }
    }
}

template <class Masked>
constexpr Kernel maskedBy(Masked) {
    return kernel([](auto& pass, const Block& block) { maskScores<Masked>(pass, block); });
}

/// As `maskedBy`, where a masked score of a blocked key does not depend on the score: by the kernel
/// of the processor's vectors, but in 16 bits.
template <class Masked>
constexpr Kernel replacedBy(Masked) {
    return kernel([](auto& pass, const Block& block) {
        using Scalar = typename std::decay_t<decltype(pass)>::Number;
        if constexpr (sizeof(Scalar) == 2) {
            maskScores<Masked>(pass, block);
        } else {
            const auto value = static_cast<Scalar>(pass.document.masking.value);
            const Scalar replacement = Masked{}(value, Scalar(0), false);
            const auto scores = pass.in(stage(MatrixId::masked_scores).left(pass.document), block);
            const auto allowed = pass.mask(block);
            auto result = pass.out(MatrixId::masked_scores, block);
            for (Index row = 0; row < result.rows(); ++row) {
                vectorKernels<Scalar>().fill(startOf(scores, row), startOf(allowed, row),
                                             result.cols(), replacement, startOf(result, row));
            }
        }
    });
}

/// @tparam Share (gradient of the masked score, allowed) -> gradient of the score
template <class Share, class Scalar>
void unmaskScores(BackwardPass<Scalar>& pass) {
    const auto mask = pass.mask();
    pullEach(pass, MatrixId::masked_scores, [&](Index, auto down, auto into) {
        for (Index query = 0; query < down.rows(); ++query) {
            const Scalar* const masked = startOf(down, query);
            const unsigned char* const allowed = startOf(mask, query);
            Scalar* const score = startOf(into, query);
            for (Index key = 0; key < down.cols(); ++key) {
                score[key] += Share{}(masked[key], allowed[key] != 0);
            }
        }
    });
}

template <class Share>
constexpr BackwardKernel unmaskedBy(Share) {
    return backwardKernel([](auto& pass) { unmaskScores<Share>(pass); });
}

/// Softmax of the masked scores.
inline constexpr Kernel kWeighBySoftmax = kernel([](auto& pass, const Block& block) {
    weighBySoftmax(pass, MatrixId::attention_weights, block);
});

inline constexpr BackwardKernel kUnweighSoftmax =
    backwardKernel([](auto& pass) { softmaxBack(pass, MatrixId::attention_weights); });

inline std::string softmaxWeightsBackFormula(const Document& document) {
    return softmaxBackFormula(document, MatrixId::attention_weights);
}

// Words.

/// "“a” may look at “Write”, so this score stays as it is."
[[nodiscard]] Message scoreStays(const ExplainContext& context);
/// "−1e9 is not low enough beside these scores."
[[nodiscard]] Message valueIsTooHigh(const ExplainContext& context);
/// Why the cell's key is blocked: “poem” comes after “a”.
[[nodiscard]] Message reasonOfCell(const ExplainContext& context);
/// The formula of an allowed score that stays as it is.
[[nodiscard]] CellLines unchangedScore(const ExplainContext& context);
/// The formulas of a score that the mask changes: `S′[a, b] × M[a, b]`, `0.5 × 0`.
/// @param sign with spaces around it
/// @param shown the result of the shown digits
[[nodiscard]] CellLines changedScore(const ExplainContext& context, const std::string& sign,
                                     const TextLine& by_name, const std::string& by_digits,
                                     double shown);
/// `changedScore` by the cell of the mask, 0 or 1: `1 − M[a, b]` where the mask's true is blocked.
[[nodiscard]] CellLines changedByMask(const ExplainContext& context, const std::string& sign,
                                      double shown);

// Leak paths of methods that block a score by a value, which may be −∞.

/// Why no blocked score counts, where softmax gets −∞ for each; nothing where it does not, as with
/// a negative scale that divides the masked scores and turns −∞ into ∞.
/// @param proviso the numbers that must stay finite for this: scores and values, or values alone
[[nodiscard]] std::optional<Message> closedByInfinity(const Document& document,
                                                      say::leak::MinusInfinity::Proviso proviso);

/// Why blocked scores may count where the value does not become −∞.
[[nodiscard]] Message numbersPastValue(const Masking& masking);

}  // namespace lookback
