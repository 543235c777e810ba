#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/message.h"
#include "core/document/matrix_id.h"
#include "core/engine/steps.h"

namespace lookback {

struct Document;
struct Trace;

/// The statement of a sentence. `row` and `col` are tokens; "clearly" means by more than rounding
/// errors, so that one of two equal numbers is never called the largest.
enum class ClaimKind : std::uint8_t {
    no_tokens,   ///< the sentence is empty
    no_width,    ///< rows of `id` have no numbers
    not_finite,  ///< `count` of `of` rows of `id` hold NaN or infinity, `row` first; with a reason
    range,       ///< numbers of `id` lie between numbers[0] and numbers[1]
    longest,     ///< `row` of `id` is clearly the longest: numbers[0]

    same_rows,     ///< the rows of two tokens hold the same numbers
    most_alike,    ///< the rows of two tokens are clearly the nearest: numbers[0] apart
    told_apart,    ///< the same embeddings, and only their places make their rows differ
    turned_most,   ///< turning clearly moves `row` of `id` most: by numbers[0]
    unturned,      ///< turning leaves `row` of `id` as it is
    alone,         ///< the only token has the score numbers[0] with itself
    largest,       ///< clearly the largest of `id`: numbers[0]; blocked: the mask blocks the pair
    smallest,      ///< clearly the smallest, likewise
    scaled,        ///< by numbers[0]: from numbers[1], numbers[2] to numbers[3], numbers[4]
    capped,        ///< at numbers[0]: from numbers[1], numbers[2] to numbers[3], numbers[4]
    far_pays,      ///< the farthest pairs, `count` places apart, lose numbers[0] of their score
    no_key,        ///< `row`, the first of `count`, may look at no token; with a consequence
    pairs_hidden,  ///< the mask blocks `count` of `of` pairs
    would_look,    ///< without the mask `row` would clearly give hidden tokens most: numbers[0]
    taken_most,    ///< the mask clearly takes most of `row`: numbers[0]
    left_least,    ///< clearly the least is left of `row`, numbers[0], and it stays so

    over_columns,   ///< softmax is over columns, and rows add up to numbers[0] to numbers[1]
    nan_column,     ///< weights of `count` of `of` columns are NaN, `col` first
    nan_row,        ///< weights of `count` of `of` rows are NaN, `row` first; with a reason
    leak,           ///< numbers[0] of the weight of `row` lies on blocked keys, so in `count` rows
    looks_most,     ///< clearly the largest weight among rows that have a choice: numbers[0]
    only_one,       ///< `row` may look at `col` only, and gives it numbers[0]
    even_row,       ///< `row` gives each of its `count` keys numbers[0]; so do `of` rows in all
    takes_most,     ///< as looks_most, of the values that the context is the sum of
    one_value,      ///< the context of `row` is the value of `col`
    takes_nothing,  ///< all weights of `row`, the first of `count`, are 0

    unchanged,     ///< nothing of the step differs from the opened document
    mask_edited,   ///< `count` pairs were opened and `of` blocked
    rows_lost,     ///< `count` rows were finite and are not any more, `row` first
    rows_changed,  ///< `count` of `of` rows differ
    changed_most,  ///< `row` of `id` clearly differs most: by up to numbers[0]
    one_changed,   ///< only `row` differs, likewise
    only_masked,   ///< only blocked cells differ
};
inline constexpr std::size_t kClaimKinds = static_cast<std::size_t>(ClaimKind::only_masked) + 1;

/// The reason of a claim, or its consequence.
enum class Reason : std::uint8_t {
    none,
    // Of NaN:
    no_key_low,      ///< no key is allowed, and all scores are -inf
    no_key_nothing,  ///< no key is allowed, and a sum of 0 is divided by itself
    all_low,         ///< all scores are -inf
    infinite_score,  ///< a score is inf
    nan_score,       ///< a score is NaN
    from_column,     ///< softmax is over columns, and a column is NaN
    nothing_left,    ///< allowed weights are held as 0, and their sum is divided by itself
    // Of other numbers that are not finite:
    zero_divisor,
    overflow,  ///< all operands are finite
    // The consequence for a row without keys that is not NaN:
    zeros,    ///< it weighs nothing
    even,     ///< numbers[0] for every token
    uneven,   ///< numbers[0] in all
    weighed,  ///< softmax over columns gives it weights above 0
    // An addition:
    later_hidden,  ///< exactly the pairs with a later token are blocked
    clearly_most,  ///< no other row comes near
    blocked,       ///< the mask blocks the pair
};

/// A statement about numbers without its words, complete enough to check it.
struct Claim {
    ClaimKind kind = ClaimKind::no_tokens;
    MatrixId id = MatrixId::embeddings;
    Index head = 0;
    Index row = 0;
    Index col = 0;
    Index count = 0;
    Index of = 0;
    Reason reason = Reason::none;
    std::vector<double> numbers{};

    bool operator==(const Claim&) const = default;
};

/// The step that is narrated, and the documents it is compared with.
struct Narrated {
    const Document& document;
    const Trace& trace;
    const Step& step;
    Index head = 0;                   ///< on screen
    const Trace* unmasked = nullptr;  ///< trace of the document without its mask; null: not known
    const Document* opened_document = nullptr;  ///< as it was opened; null: not edited since
    const Trace* opened = nullptr;              ///< trace of `opened_document`
};

/// The most claims that are made about a step.
inline constexpr std::size_t kMostClaims = 2;

/// The claims about a step as a whole, the most important first: at least one; where the document
/// was edited, the last claim is about the changes since it was opened. All hold for the trace.
[[nodiscard]] std::vector<Claim> claimsOf(const Narrated& narrated);

/// A claim as a message.
/// @param decimals of the numbers. @param labels of the tokens (`tokenLabels`)
[[nodiscard]] Message tell(const Claim& claim, const Document& document,
                           const std::vector<std::string>& labels, int decimals = 4);

}  // namespace lookback
