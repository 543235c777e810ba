#include "core/document/document.h"

#include <cmath>

namespace lookback {

bool DocumentSnapshot::operator==(const DocumentSnapshot& other) const {
    if (name != other.name) return false;
    if (document == other.document) return true;
    Document with_same_lesson = *document;
    with_same_lesson.lesson = other.document->lesson;
    return with_same_lesson == *other.document;
}

bool fits(DType dtype, double value) { return std::isfinite(roundedTo(value, info(dtype).kind)); }

bool fits(DType dtype, const Masking& masking) {
    return !info(masking.method).uses_value || std::isinf(masking.value) ||
           fits(dtype, masking.value);
}

double divisor(const Document& document) {
    const auto d_k = static_cast<double>(document.dK());
    switch (document.scale.kind) {
        case Scale::Kind::sqrt_dk: return std::sqrt(d_k);
        case Scale::Kind::dk: return d_k;
        case Scale::Kind::none: return 1;
        case Scale::Kind::number: break;
    }
    return document.scale.number;
}

}  // namespace lookback
