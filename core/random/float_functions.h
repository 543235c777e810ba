#pragma once

namespace lookback {

/// Sine and cosine of one angle.
struct SinCos {
    float sin = 0;
    float cos = 0;
};

/// Natural logarithm in single precision, as PyTorch's AVX2 build computes it for torch.randn: a
/// polynomial whose last bit may differ from logf's. Only IEEE operations: equal on any processor.
/// @param x above 0; what is below 2^-126 counts as 2^-126.
/// Source: the polynomial of Cephes (S. Moshier) with the roundings of avx_mathfun (G.
/// Garberoglio).
[[nodiscard]] float logPolynomial(float x);

/// Sine and cosine in single precision, of the same origin as logPolynomial.
/// @param x radians, 0 or more and below 8192.
[[nodiscard]] SinCos sinCosPolynomial(float x);

}  // namespace lookback
