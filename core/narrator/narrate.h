#pragma once

#include <string>
#include <vector>

#include "core/attention/steps.h"
#include "core/attention/trace.h"
#include "core/explain/explain.h"
#include "core/narrator/claim.h"

namespace lookback {

/// What the narrator looks at.
struct Narrated {
    const Document& document;
    const Trace& trace;
    const Step& step;
    Index head = 0;                             ///< on screen
    const Trace* unmasked = nullptr;            ///< of the same document without its mask
    const Document* opened_document = nullptr;  ///< as it was opened, where it has been edited
    const Trace* opened = nullptr;              ///< of that
};

/// At most so many things are told of a step.
inline constexpr std::size_t kMostClaims = 2;

/// What is worth telling of a step as a whole, what matters most first: at least one claim, and the
/// last is what an edit has changed since the document was opened. All of them hold for the trace.
[[nodiscard]] std::vector<Claim> claimsOf(const Narrated& narrated);

/// A claim as one sentence.
/// @param decimals of the numbers. @param labels of the tokens (`tokenLabels`)
[[nodiscard]] TextLine tell(const Claim& claim, const Document& document,
                            const std::vector<std::string>& labels, int decimals = 4);

}  // namespace lookback
