#pragma once

#include "core/compare/findings.h"
#include "tests/core/narrator_documents.h"
#include "tests/strange_numbers.h"

namespace lookback::test {

/// A document B to compare with A, changed in another way for every seed; it may have faults.
inline Document otherVariant(const Document& document, unsigned seed) {
    std::mt19937 generator(seed + 7000003);
    const auto pick = [&](std::size_t count) { return generator() % count; };
    Document other = document;
    switch (pick(12)) {
        case 0: return edited(document, seed);
        case 1: setMasked(other, !isMasked(other)); break;
        case 2: other.masking.method = kMaskingMethods[pick(kMaskingMethods.size())].method; break;
        case 3: {
            constexpr std::array kValues{-kInfinity, -1.0, 0.0, -1e4};
            other.masking.value = kValues[pick(kValues.size())];
            break;
        }
        case 4: other.dtype = kDTypes[pick(kDTypes.size())].dtype; break;
        case 5:
            other.mask.rules = {telling(maskKinds()[pick(maskKinds().size())].kind, other.n())};
            break;
        case 6: other.scale = {Scale::Kind::number, 1e-3}; break;
        case 7: other.embeddings = Matrix<double>(document.embeddings.get() * -1); break;
        case 8:
            for (std::string& token : other.tokens) token = pick(2) == 0 ? token : "other";
            break;
        case 9: return strangeDocument(seed + 1);
        case 10: {
            // One number at the end of what the dtype holds: sums overflow.
            Matrix<double> x = document.embeddings.get();
            if (x.size() > 0) x(x.rows() - 1, 0) = info(document.dtype).largest;
            other.embeddings = x;
            break;
        }
        default:
            other.weights.value = Matrix<double>(document.weights.value.get() * 0.0 * -1.0);
            break;
    }
    return other;
}

}  // namespace lookback::test
