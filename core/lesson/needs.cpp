#include "core/lesson/needs.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/engine/memory.h"
#include "core/engine/stages.h"
#include "core/lesson/lesson.h"
#include "messages/faults.h"

namespace lookback {
namespace {

std::optional<Error> headsFault(const Document& document) {
    if (document.heads <= kMaxHeads) return std::nullopt;
    return Error{"heads", say::faults::TooManyHeads{.n = document.heads, .most = Count{kMaxHeads}}};
}

std::optional<Error> textFault(const Document& document) {
    std::size_t bytes = 0;
    for (const std::string& token : document.tokens) bytes += token.size();
    if (bytes <= kMaxTokenBytes) return std::nullopt;
    return Error{"tokens", say::faults::TokenText{.memory = Verbatim{memoryText(
                                                      static_cast<double>(bytes), kMaxTokenBytes)},
                                                  .most = Verbatim{memoryText(kMaxTokenBytes)}}};
}

std::optional<Error> rulesFault(const Document& document) {
    const auto n = static_cast<double>(document.n());
    const std::size_t rules = document.mask.rules.size();
    const double questions = static_cast<double>(rules) * n * n;
    if (questions <= kMaxRuleQuestions) return std::nullopt;
    return Error{"mask", say::faults::RuleWork{.rules = static_cast<Index>(rules),
                                               .n = document.n(),
                                               .times = Decimal{questions, 0},
                                               .most = Decimal{kMaxRuleQuestions, 0}}};
}

/// The fault of too much work: each print with its own masking needs a computation of its own.
std::optional<Error> expectationFault(const Document& document) {
    if (!document.lesson) return std::nullopt;
    const double once = work(document, Phase::tokens) + work(document, Phase::pairs);
    double sum = 0;
    std::string first;  // print beyond the limit
    for (std::size_t k = 0; k < document.lesson->expect.size(); ++k) {
        const std::optional<Masking>& masking = document.lesson->expect[k].masking;
        if (masking && *masking != document.masking) sum += once;
        if (sum > kMaxExpectedWork && first.empty()) first = fmt::format("expect[{}]", k);
    }
    if (first.empty()) return std::nullopt;
    return Error{first, say::faults::PrintWork{.work = Decimal{sum, 0},
                                               .most = Decimal{kMaxExpectedWork, 0}}};
}

}  // namespace

std::optional<Error> needsFault(const Document& document, double allowed) {
    for (const auto find : {headsFault, textFault, rulesFault}) {
        if (auto fault = find(document)) return fault;
    }
    if (auto fault = memoryFault(document, traceMemory(document), allowed)) return fault;
    return expectationFault(document);
}

}  // namespace lookback
