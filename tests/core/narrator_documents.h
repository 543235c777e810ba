#pragma once

#include <array>

#include "core/document/edit.h"
#include "tests/core/documents.h"
#include "tests/core/narrator_truth.h"
#include "tests/strange_numbers.h"

namespace lookback::test {

/// Another random document for every seed: of every kind of mask, method, place and number.
inline Document strangeDocument(unsigned seed) {
    std::mt19937 generator(seed);
    const auto pick = [&](std::size_t count) { return generator() % count; };
    Wanted wanted{.seed = seed};
    wanted.tokens = static_cast<Index>(pick(7));
    wanted.d_in = static_cast<Index>(pick(5));
    wanted.heads = static_cast<Index>(1 + pick(3));
    wanted.d_k = static_cast<Index>(pick(4));
    wanted.d_v = static_cast<Index>(pick(4));
    wanted.output = pick(3) == 0;
    wanted.dtype = kDTypes[pick(kDTypes.size())].dtype;
    wanted.position = kPositionKinds[pick(kPositionKinds.size())].kind;
    if (info(wanted.position).is_rotary) wanted.d_k = 2 * static_cast<Index>(pick(3));
    wanted.mask = maskKinds()[pick(maskKinds().size())].kind;
    constexpr std::array kValues{-1e9, -kInfinity, -1.0, 0.0, 2.0};
    wanted.masking = {kMaskingMethods[pick(kMaskingMethods.size())].method,
                      kValues[pick(kValues.size())],
                      pick(2) == 0 ? MaskingOrder::after_scale : MaskingOrder::before_scale};
    if (seed % 4 == 0) wanted.masking.softmax = SoftmaxOver::columns;
    Document document = randomDocument(wanted);
    const Index n = document.n();
    if (pick(8) == 0) document.mask.rules.clear();
    for (std::size_t k = pick(4); n > 0 && k-- > 0;) {
        flip(document.mask, {static_cast<Index>(pick(static_cast<std::size_t>(n))),
                             static_cast<Index>(pick(static_cast<std::size_t>(n)))});
    }
    // Ties, zeros, and numbers at the limit of the dtype.
    Matrix<double> x = document.embeddings.get();
    const std::size_t kind = pick(8);
    if (n > 1 && kind == 0) x.row(1) = x.row(0);
    if (kind == 1) x.setZero();
    if (kind == 2) x.setOnes();
    if (kind == 3 && x.size() > 0) x(0, 0) = document.dtype == DType::float16 ? 6e4 : 1e30;
    document.embeddings = x;
    const std::size_t other = pick(10);
    Matrix<double> query = document.weights.query.get();
    if (other == 0) document.weights.query = Matrix<double>(query * 0);
    if (other == 1) document.weights.query = Matrix<double>(query * 1e4);
    if (other == 2) document.weights.key = document.weights.query;
    constexpr std::array kScales{Scale::Kind::sqrt_dk, Scale::Kind::dk, Scale::Kind::none,
                                 Scale::Kind::number};
    document.scale.kind = kScales[pick(kScales.size())];
    constexpr std::array kDivisors{1.0, 3.0, -2.0, 0.25};
    document.scale.number = kDivisors[pick(kDivisors.size())];
    constexpr std::array kCaps{0.5, 2.0, 50.0};
    const bool may_cap = document.masking.order == MaskingOrder::after_scale;
    if (may_cap && pick(3) == 0) document.softcap = kCaps[pick(kCaps.size())];
    return document;
}

/// The document after one random edit.
inline Document edited(Document document, unsigned seed) {
    std::mt19937 generator(seed + 1000003);
    const auto pick = [&](Index count) {
        return static_cast<Index>(generator() % static_cast<unsigned>(count));
    };
    const Index n = document.n();
    const auto change = [&](SharedMatrix& matrix, double value) {
        if (matrix.rows() == 0 || matrix.cols() == 0) return;
        matrix.set({pick(matrix.rows()), pick(matrix.cols())}, value);
    };
    switch (pick(9)) {
        case 0: change(document.embeddings, 1.5); break;
        case 1: change(document.weights.query, -0.75); break;
        case 2: change(document.weights.value, 0.5); break;
        case 3:
            if (n > 0) flip(document.mask, {pick(n), pick(n)});
            break;
        case 4: document.masking.value = fits(document.dtype, -5e4) ? -5e4 : -3e4; break;
        case 5: document.masking.method = MaskingMethod::zero_rows; break;
        case 6: change(document.weights.query, 6e4); break;
        case 7:
            if (n > 0) document.tokens.front() += "s";
            break;
        default: document.scale = {Scale::Kind::number, 2}; break;
    }
    return document;
}

}  // namespace lookback::test
