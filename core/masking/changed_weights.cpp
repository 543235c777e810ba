#include "core/engine/kernels.h"
#include "core/gradients/backward_kernels.h"
#include "core/masking/methods.h"
#include "messages/leak.h"

// Methods that act on weights, after softmax: `renormalize` and `zero`.
#include "messages/masking.h"
#include "messages/stages.h"

namespace lookback {
namespace {

using Id = MatrixId;

/// The sum of a copy of a row. Eigen adds up the row itself in an order that depends on its
/// address, and a number must not depend on the block in which it is computed.
[[nodiscard]] auto rowSum(const auto& row) { return sumOf(row.eval()); }

/// Rows divided by their sums.
constexpr Kernel kRenormalizeWeigh = kernel([](auto& pass, const Block& block) {
    const auto masked = pass.in(Id::masked_weights, block.head);
    auto weights = pass.out(Id::attention_weights, block.head);
    for (Index row = block.rows.begin; row < block.rows.end; ++row) {
        weights.row(row) = masked.row(row) / rowSum(masked.row(row));
    }
});

/// Back through the division of each row by its sum: dM = (dA - sum of dA * A) / sum of M.
constexpr BackwardKernel kRenormalizeUnweigh = backwardKernel([](auto& pass) {
    using Scalar = ScalarOf<decltype(pass)>;
    pullEach(pass, Id::attention_weights, [&](Index head, auto down, auto into) {
        const auto weights = pass.value(Id::attention_weights, head);
        const auto masked = pass.value(Id::masked_weights, head);
        for (Index row = 0; row < down.rows(); ++row) {
            const WideRow<Scalar> all = down.row(row).template cast<WideOf<Scalar>>();
            const WideRow<Scalar> parts = weights.row(row).template cast<WideOf<Scalar>>();
            const auto mean = static_cast<Scalar>((all * parts).sum());
            const Scalar sum = rowSum(masked.row(row));
            into.row(row).array() += (down.row(row).array() - mean) / sum;
        }
    });
});

constexpr Kernel kZeroWeigh = kernel([](auto& pass, const Block& block) {
    pass.out(Id::attention_weights, block) = pass.in(Id::masked_weights, block);
});

constexpr BackwardKernel kZeroUnweigh = backwardKernel([](auto& pass) {
    pullEach(pass, Id::attention_weights, [](Index, auto down, auto into) { into += down; });
});

}  // namespace

/// Blocked weights become 0, then each row is divided by its sum.
constexpr MaskingRow kRenormalize{
    .method = MaskingMethod::renormalize,
    .arithmetic = {.weigh = kRenormalizeWeigh,
                   .weights = Arithmetic::renormalising,
                   .weights_formula = [](const Document&) -> std::string {
                       return "A = A_M / row sum of A_M";
                   },
                   .weights_sign = "\u00f7 row sum",
                   .step = stated<say::stages::StepRenormalize>},
    .derivative = {.unweigh = kRenormalizeUnweigh,
                   .weights_formula = [](const Document&) -> std::string {
                       return "dA_M = (dA \u2212 row sum of dA \u00b7 A) / row sum of A_M";
                   }},
    .path = {.open = [](const Masking&) -> Message { return say::leak::MayRounding{}; },
             .leaves_rounding = true},
    .words = {.label = stated<say::masking::Renormalize>,
              .line = stated<say::masking::RenormalizeLine>},
};

/// Blocked weights become 0, and the rest stays as it is.
constexpr MaskingRow kZero{
    .method = MaskingMethod::zero,
    .arithmetic = {.weigh = kZeroWeigh,
                   .weights = Arithmetic::copy,
                   .weights_formula = [](const Document&) -> std::string { return "A = A_M"; },
                   .weights_sign = "",
                   .step = stated<say::stages::StepMask>},
    .derivative = {.unweigh = kZeroUnweigh,
                   .weights_formula = [](const Document&) -> std::string { return "dA_M = dA"; },
                   .softmax = Id::unmasked_weights},
    .path = {.open = [](const Masking&) -> Message { return say::leak::MayInSoftmax{}; }},
    .words = {.label = stated<say::masking::Zero>,
              .line = stated<say::masking::ZeroLine>,
              .is_mistake = true},
};

}  // namespace lookback
