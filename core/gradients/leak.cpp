#include "core/gradients/leak.h"

#include <cmath>

#include "core/base/text.h"
#include "core/engine/memory.h"
#include "core/gradients/leak_jacobian.h"
#include "messages/faults.h"

namespace lookback {
namespace {

std::optional<Error> workFault(const Document& document) {
    const double work = influenceWork(document);
    if (work <= kMaxInfluenceWork) return std::nullopt;
    return Error{"tokens", say::faults::LeakWork{.n = document.n(),
                                                 .work = Decimal{work, 0},
                                                 .most = Decimal{kMaxInfluenceWork, 0}}};
}

/// Bytes of a leak test besides traces: of every head the weights, denominators, derivatives of
/// capping, vectors and weight matrices in double precision; the norms and their texts; for every
/// pair, whether it is hidden and whether it leaks.
double ownMemory(const Document& document) {
    constexpr double kWritten = 64;
    constexpr double kJudged = 64;
    const auto n = static_cast<double>(document.n());
    const auto heads = static_cast<double>(document.heads);
    const Index d_out = document.weights.output ? document.weights.output->cols() : document.dV();
    const Index of_keys = (isOverColumns(document.masking) ? 3 : 2) * document.dK();
    const auto width = static_cast<double>(of_keys + 3 * d_out);
    const double pairs = document.softcap ? 3 : 2;
    const double a_head = pairs * n * n + (n + static_cast<double>(document.dIn())) * width;
    const double of_a_query = static_cast<double>(d_out) * static_cast<double>(document.dK());
    return sizeof(double) * (heads * a_head + of_a_query) + (kWritten + kJudged) * n * n;
}

}  // namespace

EndlessNumbers endlessIn(const MatrixView& result, Index row) {
    EndlessNumbers found;
    for (Index col = 0; col < result.cols(); ++col) {
        if (std::isnan(result(row, col))) ++found.nan;
        if (std::isinf(result(row, col))) ++found.infinite;
    }
    return found;
}

double influenceWork(const Document& document) {
    const auto n = static_cast<double>(document.n());
    const auto heads = static_cast<double>(document.heads);
    const Index width = document.weights.output ? document.weights.output->cols() : document.dV();
    const auto each = static_cast<double>(document.dIn() + document.dK());
    // Over columns, a token's query changes every column that another query has weight in.
    const double times = isOverColumns(document.masking) ? n : 1;
    return n * n * times * heads * each * static_cast<double>(width);
}

Result<Influence> influence(const Document& document, const Trace& trace) {
    return influence(document, trace, document.mask);
}

std::optional<Error> leakFault(const Document& document, double allowed) {
    if (auto fault = workFault(document)) return fault;
    return memoryFault(
        document, 2 * traceMemory(document) + ownMemory(document), allowed,
        [](const Message& size) -> Message { return say::faults::OfLeakTest{.document = size}; });
}

Result<Influence> influence(const Document& document, const Trace& trace, const Mask& promised,
                            const GivesUp& gives_up) {
    if (auto fault = workFault(document)) return tl::unexpected(*std::move(fault));
    Influence result;
    result.norms = jacobianNorms(document, trace, gives_up);
    for (Index query = 0; query < document.n(); ++query) {
        for (Index key = 0; key < document.n(); ++key) {
            const bool is_leak = result.norms(query, key) > 0 && query != key;
            if (is_leak && !allows(promised, query, key)) result.leaks.push_back({query, key});
        }
    }
    return result;
}

}  // namespace lookback
