#include "core/attention/kernels.h"
#include "core/gradients/backward_kernels.h"
#include "core/masking/methods.h"

namespace lookback {
namespace {

using Id = MatrixId;

constexpr Kernel kZeroWeigh = kernel([](auto& pass, const Block& block) {
    pass.out(Id::attention_weights, block) = pass.in(Id::masked_weights, block);
});

constexpr BackwardKernel kZeroUnweigh = backwardKernel([](auto& pass) {
    pullEach(pass, Id::attention_weights, [](Index, auto down, auto into) { into += down; });
});

}  // namespace

/// Blocked weights become 0, and the rest stays as it is.
constexpr MaskingRow kZero{
    .method = MaskingMethod::zero,
    .arithmetic = {.weigh = kZeroWeigh,
                   .weights = Arithmetic::copy,
                   .weights_formula = [](const Document&) -> std::string { return "A = A_M"; },
                   .step = "Mask"},
    .derivative = {.unweigh = kZeroUnweigh,
                   .weights_formula = [](const Document&) -> std::string { return "dA_M = dA"; },
                   .softmax = Id::unmasked_weights},
    .path = {.open = [](const Masking&) -> std::string {
        return "others may: blocked scores still count in the softmax";
    }},
    .words = {.label = "after softmax, zero only",
              .line = "blocked weights become 0; rows no longer add up to 1",
              .is_mistake = true},
};

}  // namespace lookback
