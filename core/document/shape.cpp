#include "core/document/shape.h"

#include <algorithm>

#include "core/document/document.h"

namespace lookback {

DocumentShape shapeOf(const Document& document) {
    return {.d_model = document.dIn(),
            .d_k = document.dK(),
            .d_v = document.dV(),
            .heads = document.heads};
}

DocumentShape boundedShape(const DocumentShape& wished, const DocumentShape& now) {
    DocumentShape bounded;
    for (const auto field : {&DocumentShape::d_model, &DocumentShape::d_k, &DocumentShape::d_v,
                             &DocumentShape::heads}) {
        bounded.*field = std::clamp(wished.*field, std::min(kLeastShape.*field, now.*field),
                                    std::max(kMostShape.*field, now.*field));
    }
    return bounded;
}

}  // namespace lookback
