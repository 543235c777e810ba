#pragma once

#include <cstdint>
#include <optional>

#include "core/base/gives_up.h"
#include "core/compare/difference.h"
#include "core/gradients/leak_verdict.h"

namespace lookback {

/// What a Leak test is to find out: of two documents with as many tokens, what they let through of
/// all that A's mask hides.
struct LeakQuestion {
    BothSides<Document> documents;
    std::uint64_t number = 0;  ///< questions of this program, counted

    [[nodiscard]] const Mask& promised() const { return documents.a.mask; }
};

/// What was found of one of them.
struct LeakAnswer {
    std::optional<Influence> influence{};  ///< none where it takes more than it may, ...
    std::optional<LeakVerdict> verdict{};
    std::optional<Error> fault{};  ///< ... and why
};

struct LeakReport {
    BothSides<LeakAnswer> answers;
    std::uint64_t number = 0;  ///< of the question
};

/// The influence alone, which is found much sooner than the verdict. Pure, as the next.
[[nodiscard]] LeakAnswer influenceAnswer(const Document& document, const Trace& trace,
                                         const Mask& promised, const GivesUp& gives_up = {});

/// The whole Leak test.
[[nodiscard]] LeakReport leakReport(const LeakQuestion& question, const GivesUp& gives_up = {});

}  // namespace lookback
