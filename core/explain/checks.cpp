#include "core/explain/checks.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {
namespace {

bool isCausal(const Document& document) {
    return document.mask.flips.empty() && document.mask.rules.size() == 1 &&
           document.mask.rules.front().kind == MaskKind::causal;
}

Index rowsOffOne(const Document& document, const Trace& trace) {
    Index off = 0;
    for (Index head = 0; head < document.heads; ++head) {
        const MatrixView weights = trace.view(MatrixId::attention_weights, head);
        for (Index row = 0; row < weights.rows(); ++row) {
            double sum = 0;
            for (Index col = 0; col < weights.cols(); ++col) sum += weights(row, col);
            if (!(std::abs(sum - 1) <= sumTolerance(document.dtype))) ++off;
        }
    }
    return off;
}

Index weightsOnMasked(const Document& document, const Trace& trace) {
    Index leaks = 0;
    const MatrixView mask = trace.view(MatrixId::mask);
    for (Index head = 0; head < document.heads; ++head) {
        const MatrixView weights = trace.view(MatrixId::attention_weights, head);
        for (Index row = 0; row < weights.rows(); ++row) {
            for (Index col = 0; col < weights.cols(); ++col) {
                if (mask(row, col) == 0 && weights(row, col) != 0) ++leaks;
            }
        }
    }
    return leaks;
}

}  // namespace

double sumTolerance(DType dtype) {
    switch (dtype) {
        case DType::float32: return 1e-5;
        case DType::float16:
        case DType::bfloat16: return 2 * info(dtype).epsilon;  // of each weight, and of a sum
        case DType::float64: break;
    }
    return 1e-12;
}

std::vector<Check> checkWeights(const Document& document, const Trace& trace) {
    std::vector<Check> checks;
    const Index off = rowsOffOne(document, trace);
    checks.push_back(
        {off == 0, off == 0 ? std::string("every row of A adds up to 1")
                            : fmt::format("{} of A not adding up to 1", counted(off, "row"))});
    if (allowsAll(document.mask, document.n())) {
        checks.push_back({true, "no key is masked"});
        return checks;
    }
    const char* const where = isCausal(document) ? "above the diagonal" : "on masked keys";
    const Index leaks = weightsOnMasked(document, trace);
    checks.push_back({leaks == 0, leaks == 0
                                      ? fmt::format("no weight {}", where)
                                      : fmt::format("{} {}", counted(leaks, "weight"), where)});
    return checks;
}

}  // namespace lookback
