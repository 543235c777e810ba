#include "core/gradients/leak.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/gradients/leak_jacobian.h"
#include "core/gradients/leak_verdict.h"

namespace lookback {
namespace {

Matrix<unsigned char> blockedBy(const Mask& mask, Index n) {
    Matrix<unsigned char> blocked(n, n);
    for (Index query = 0; query < n; ++query) {
        for (Index key = 0; key < n; ++key) blocked(query, key) = allows(mask, query, key) ? 0 : 1;
    }
    return blocked;
}

}  // namespace

double influenceWork(const Document& document) {
    const auto n = static_cast<double>(document.n());
    const auto heads = static_cast<double>(document.heads);
    const Index width = document.weights.output ? document.weights.output->cols() : document.dV();
    return n * n * heads * static_cast<double>(document.dIn()) * static_cast<double>(width);
}

Result<Influence> influence(const Document& document, const Trace& trace) {
    return influence(document, trace, document.mask);
}

Result<Influence> influence(const Document& document, const Trace& trace, const Mask& promised) {
    const double work = influenceWork(document);
    if (work > kMostInfluenceWork) {
        return tl::unexpected(Error{
            "tokens",
            fmt::format("{} tokens of this width take {} multiplications in the leak "
                        "test, expected at most {}: fewer tokens or narrower vectors",
                        document.n(), formatNumber(work, 0), formatNumber(kMostInfluenceWork, 0))});
    }
    Influence result;
    result.norms = jacobianNorms(document, trace);
    const Matrix<unsigned char> blocked = blockedBy(promised, document.n());
    for (Index query = 0; query < document.n(); ++query) {
        for (Index key = 0; key < document.n(); ++key) {
            if (query != key && blocked(query, key) != 0 && result.norms(query, key) > 0) {
                result.leaks.push_back({query, key});
            }
        }
    }
    result.verdict = leakVerdict(document.tokens, blocked, result.norms);
    return result;
}

}  // namespace lookback
