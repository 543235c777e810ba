#pragma once

#include <string>
#include <vector>

#include "core/code/code.h"

namespace lookback {

// A document's mask as functions of PyTorch take it. Lists of the mask's rules and `n` are given.

/// `mask` (n, n), true where allowed, as `scaled_dot_product_attention` takes it.
[[nodiscard]] std::vector<std::string> plainMaskCode(const Document& document);

/// `bias` (n, n), numbers to add to scores.
[[nodiscard]] std::vector<std::string> additiveMaskCode(const Document& document);

/// The function `mask_mod` of FlexAttention, true where allowed.
[[nodiscard]] std::vector<std::string> maskModCode(const Mask& mask);

/// The function `score_mod` of FlexAttention, which gets scaled scores: softcap, distances and
/// masking. Before it, the numbers that it reads, and FlexAttention's `scale`.
[[nodiscard]] std::vector<std::string> scoreModCode(const Document& document);

}  // namespace lookback
