#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/gradients/leak.h"
#include "core/gradients/leak_search.h"
#include "core/gradients/mask_look.h"
#include "messages/leak.h"

namespace lookback {

/// The answers of a leak test.
enum class LeakKind : std::uint8_t {
    cannot,    ///< the masking leaves no path, for all numbers
    not_here,  ///< nothing moved in a search: derivatives are 0 or too small for the dtype
    /// The masking divides blocked tokens away again: every derivative is 0, and embeddings of
    /// usual size move outputs by at most kRoundingPlaces, by a bound or, where the bound is above
    /// that, in all that were put in.
    rounding,
    leaks,            ///< an output moved
    nothing_to_leak,  ///< the mask blocks no token from another
};

struct LeakKindInfo {
    LeakKind kind;
    std::string_view name;  ///< as files spell it
    Message (*label)();     ///< the verdict's first words: "Leaks."
};

inline constexpr std::array kLeakKinds{
    LeakKindInfo{LeakKind::cannot, "cannot", stated<say::leak::KindCannot>},
    LeakKindInfo{LeakKind::not_here, "not_here", stated<say::leak::KindNotHere>},
    LeakKindInfo{LeakKind::rounding, "rounding", stated<say::leak::KindRounding>},
    LeakKindInfo{LeakKind::leaks, "leaks", stated<say::leak::KindLeaks>},
    LeakKindInfo{LeakKind::nothing_to_leak, "nothing_to_leak",
                 stated<say::leak::KindNothingToLeak>},
};

[[nodiscard]] constexpr const LeakKindInfo& info(LeakKind kind) {
    return kLeakKinds[static_cast<std::size_t>(kind)];
}

struct LeakVerdict {
    LeakKind kind = LeakKind::cannot;
    /// Row by row, the cells (output, token) that leak by their derivative or by the search; empty
    /// unless `kind` is leaks.
    std::vector<Cell> leaks;
    /// An embedding that moves an output when it is put into the document: where `kind` is leaks,
    /// unless several tokens together keep outputs from being finite, or where it is rounding and
    /// one of usual size moves any bit.
    std::optional<LeakExample> example;
    /// Row by row, the pairs (output, token) by which later tokens change earlier outputs because
    /// the mask allows it.
    std::vector<Cell> future;
    /// The mistake by which a causal mask became the mask.
    std::optional<MaskLook> looks;
    /// No output from which a token is hidden holds a finite number, and `kind` is not_here.
    bool says_nothing = false;
    /// The reasons for `kind`, with the names of tokens; a sentence each, without the label of
    /// `kind`.
    std::vector<Message> sentences;
    /// The same without the names of the tokens.
    std::vector<Message> brief;

    /// The verdict's first words.
    [[nodiscard]] Message label() const;
    /// True for a mask by whose mistake later tokens change earlier outputs.
    [[nodiscard]] bool isMaskWrong() const { return looks && !future.empty(); }
};

/// Whether outputs depend on words that `promised` hides from them: the document's own mask, or
/// that of another document with as many tokens; and which later words it allows to change outputs.
/// Numbers of outputs that are NaN whatever the hidden words are do not count, nor does a token's
/// own row. A pure function of its arguments, which takes as long as searchLeaks unless
/// nothing can leak.
/// @param influence of the document, compared with `promised`
[[nodiscard]] LeakVerdict leakVerdict(const Document& document, const Influence& influence,
                                      const Mask& promised, const GivesUp& gives_up = {});

/// The verdict about the document's own mask.
[[nodiscard]] LeakVerdict leakVerdict(const Document& document, const Influence& influence);

}  // namespace lookback
