#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/gradients/leak.h"
#include "core/gradients/leak_search.h"
#include "messages/leak.h"

namespace lookback {

/// The answers of a leak test.
enum class LeakKind : std::uint8_t {
    cannot,    ///< the masking leaves no path, for all numbers
    not_here,  ///< nothing moved in a search: derivatives are 0 or too small for the dtype
    /// The masking divides blocked tokens away again: every derivative is 0, and embeddings of
    /// usual size move outputs by at most kRoundingPlaces.
    rounding,
    leaks,  ///< an output moved
};

/// Largest move that counts as rounding, in units in the last place of the largest number of the
/// output's row.
inline constexpr double kRoundingPlaces = 64;

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
    /// or where it is rounding and one of usual size moves any bit.
    std::optional<LeakExample> example;
    /// The reasons for `kind`, with the names of tokens; a sentence each, without the label of
    /// `kind`.
    std::vector<Message> sentences;
    /// The same without the names of the tokens.
    std::vector<Message> brief;
};

/// Whether outputs depend on words that `promised` hides from them: the document's own mask, or
/// that of another document with as many tokens. Outputs that are NaN do not count, nor does a
/// token's own row. A pure function of its arguments, which takes as long as searchLeaks unless
/// nothing can leak.
/// @param influence of the document, compared with `promised`
[[nodiscard]] LeakVerdict leakVerdict(const Document& document, const Influence& influence,
                                      const Mask& promised, const GivesUp& gives_up = {});

/// The verdict about the document's own mask.
[[nodiscard]] LeakVerdict leakVerdict(const Document& document, const Influence& influence);

}  // namespace lookback
