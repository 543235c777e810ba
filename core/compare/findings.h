#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/compare/difference.h"
#include "core/explain/conventions.h"

namespace lookback {

/// A kind of statement about two variants. `head` is that of the matrix `id`; `side` has a property
/// that the other side lacks.
enum class FindingKind : std::uint8_t {
    no_tokens,       ///< both sentences are empty
    no_width,        ///< rows of `id` have no numbers
    other_words,     ///< `count` of `of` places have another token in B
    all_same,        ///< no number of `id` differs, in `count` of its heads together
    only_signs,      ///< `count` numbers of `id` are 0 in one and -0 in the other; no other differs
    nan_rows,        ///< `rows` of weights, `count` of `of`, are NaN on `side` only
    not_finite,      ///< `count` of `of` numbers are finite, but for `side`; `cell` first
    endless,         ///< `count` of `of` others differ by NaN or an infinity; `cell` first
    hidden_weight,   ///< `rows` give weight to keys that the other mask hides: `HiddenTokens`
    sums_lost,       ///< `rows`, `count` of `of`, add up to 1, but not on `side`
    other_mask,      ///< B shows `count` pairs that A hides, and hides `of` that A shows
    same_rows,       ///< `rows`, `count` of `of`, are the same, to the last bit
    largest_change,  ///< from numbers[0] to numbers[1] at `cell`: no finite difference is larger
};
inline constexpr std::size_t kFindingKinds =
    static_cast<std::size_t>(FindingKind::largest_change) + 1;

/// Tokens that get weight on `side`, and are hidden by the mask of the other.
enum class HiddenTokens : std::uint8_t {
    later,            ///< all keys that the other mask hides from these rows come later
    hidden,           ///< both masks are the same
    hidden_by_other,  ///< anything else
};

/// A row that a finding names, with its number (a share or a sum) on both sides.
struct FoundRow {
    Index row = 0;
    double a = 0;
    double b = 0;

    bool operator==(const FoundRow&) const = default;
    [[nodiscard]] double on(Side side) const { return side == Side::a ? a : b; }
};

/// A statement about two traces without its words, complete enough to check it.
struct Finding {
    FindingKind kind = FindingKind::no_tokens;
    MatrixId id = MatrixId::attention_weights;
    Index head = 0;
    Side side = Side::b;
    Index count = 0;
    Index of = 0;
    Cell cell{};
    HiddenTokens hidden_tokens = HiddenTokens::hidden_by_other;
    bool is_unmasked = false;      ///< of hidden_weight: `side` hides nothing at all
    bool has_endless = false;      ///< of largest_change: other numbers differ by NaN or infinity
    bool is_last = false;          ///< of same_rows: the one row is the last, and sees all in both
    std::vector<FoundRow> rows{};  ///< with shares or sums; the largest effect first
    std::vector<double> numbers{};

    bool operator==(const Finding&) const = default;
};

/// The findings about a stage without `comparisonFault`, the most important first; at least one.
/// All hold for the traces. Where the result is another stage and both results have one shape, its
/// largest change comes last.
/// @param head of a stage that exists once a head; otherwise 0
[[nodiscard]] std::vector<Finding> comparisonFindings(const Compared& compared, MatrixId id,
                                                      Index head);

/// Findings of all heads, one head after the other.
[[nodiscard]] std::vector<Finding> comparisonFindings(const Compared& compared, MatrixId id);

/// Labels of the tokens of both: the label of A's token, `Write/Read` where B has another token.
[[nodiscard]] std::vector<std::string> comparedLabels(const Document& a, const Document& b);

/// A finding as a message. @param decimals of the numbers. @param labels of the tokens
/// (`comparedLabels`). @param conventions of the names of cells
[[nodiscard]] Message tell(const Finding& finding, const Compared& compared,
                           const std::vector<std::string>& labels, int decimals = 4,
                           const Conventions& conventions = {});

}  // namespace lookback
