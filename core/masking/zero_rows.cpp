#include <limits>

#include "core/masking/replacing.h"

namespace lookback {
namespace {

constexpr auto kZeroRowsMasked = []<class Scalar>(Scalar, Scalar score, bool allowed) -> Scalar {
    return allowed ? score : -std::numeric_limits<Scalar>::infinity();
};

[[nodiscard]] bool isEmpty(const auto& mask, Index row) { return mask.row(row).maxCoeff() == 0; }

constexpr Kernel kZeroRowsWeigh = kernel([](auto& pass, const Block& block) {
    run(kWeighBySoftmax, pass, block);
    const auto mask = pass.mask();
    auto weights = pass.out(MatrixId::attention_weights, block.head);
    for (Index row = block.rows.begin; row < block.rows.end; ++row) {
        if (isEmpty(mask, row)) weights.row(row).setZero();
    }
});

/// Rows that were set to 0 depend on nothing.
constexpr BackwardKernel kZeroRowsUnweigh = backwardKernel([](auto& pass) {
    softmaxBack(pass, MatrixId::attention_weights,
                [mask = pass.mask()](Index row) { return !isEmpty(mask, row); });
});

}  // namespace

/// Blocked scores are replaced by -inf, and rows without any allowed key weigh nothing.
constexpr MaskingRow kZeroRows{
    .method = MaskingMethod::zero_rows,
    .arithmetic = {.mask_scores = maskedBy(kZeroRowsMasked),
                   .masked = kZeroRowsMasked,
                   .formula = replacingFormula,
                   .replaces = true,
                   .value = -std::numeric_limits<double>::infinity(),
                   .weigh = kZeroRowsWeigh,
                   .weights_formula = softmaxFormula,
                   .clears_empty_rows = true},
    .derivative = replacingDerivative(kZeroRowsUnweigh),
    .path = kPathPastReplacing,
    .words = replacingWords("\u2212\u221e fill, no key: 0",
                            "blocked scores become \u2212\u221e; a row without any allowed key "
                            "gets weights 0"),
};

}  // namespace lookback
