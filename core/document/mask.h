#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/message.h"

namespace lookback {

enum class MaskKind : std::uint8_t {
    none,
    causal,
    strict_causal,
    offset,
    sliding_window,
    local_window,
    prefix_lm,
    padding,
    documents,
    strided,
    streaming,
    global_window,
    dilated_window,
    custom,
};

/// Most numbers that a kind of mask has.
inline constexpr std::size_t kMostMaskNumbers = 2;

/// One rule of a mask. A query may look at a key where every rule allows it.
struct MaskRule {
    MaskKind kind = MaskKind::causal;
    std::array<Index, kMostMaskNumbers> numbers{};  ///< in the order of `MaskInfo::numbers`
    std::vector<Index> per_token{};  ///< n entries: document numbers, or 1 = valid for padding
    std::vector<std::vector<bool>> allowed{};  ///< (n, n) of a custom rule, true = allowed

    bool operator==(const MaskRule&) const = default;
};

/// The parameter of a kind of mask.
enum class MaskParameter : std::uint8_t { nothing, numbers, valid_tokens, token_documents, cells };

/// A whole number that a kind of mask asks for.
struct MaskNumber {
    std::string_view field;  ///< JSON name
    Index smallest;          ///< least that makes sense
    Index usual;             ///< of a new rule
};

/// A row of the table of mask kinds.
struct MaskInfo {
    MaskKind kind;
    std::string_view name;  ///< as files spell it
    Message (*label)();     ///< as menus show it
    std::string_view rule;  ///< which keys a query may look at, in mathematical shorthand
    Message (*used_by)();   ///< models that use it, a sentence
    MaskParameter parameter;
    std::string_view list;                ///< JSON name of `per_token` or `allowed`; empty: neither
    std::span<const MaskNumber> numbers;  ///< at most kMostMaskNumbers
    bool (*allows)(const MaskRule&, Index query, Index key);
    /// Why this rule blocks a cell, a clause: `“poem” comes after “a”`. Null: it blocks none.
    Message (*reason)(const MaskRule&, const TokenLabel& query, const TokenLabel& key);
};

/// The only list of mask kinds: menus, files, explanations and tests iterate it.
[[nodiscard]] std::span<const MaskInfo> maskKinds();
[[nodiscard]] const MaskInfo& info(MaskKind kind);

/// A rule of this kind for `tokens` tokens, with the usual numbers of the kind.
[[nodiscard]] MaskRule newRule(MaskKind kind, Index tokens);

/// The numbers of a rule with their names: `window 2`; empty where it has none.
[[nodiscard]] std::string ruleNumbers(const MaskRule& rule);

/// The numbers of a rule behind the name of its kind, which names the first number: `2`.
[[nodiscard]] std::string briefRuleNumbers(const MaskRule& rule);

/// A rule by its kind and its numbers: `Sliding window 2`.
[[nodiscard]] Message maskRuleTitle(const MaskRule& rule);

/// A whole mask: rules joined by "and", then single cells toggled by hand.
struct Mask {
    std::vector<MaskRule> rules;
    std::vector<Cell> flips;  ///< sorted, without repeats

    bool operator==(const Mask&) const = default;
};

/// True where the query may look at the key.
[[nodiscard]] bool allows(const Mask& mask, Index query, Index key);

/// A custom rule that allows the same pairs of n tokens as a mask.
[[nodiscard]] MaskRule asCustomRule(const Mask& mask, Index tokens);

/// Toggles one cell by hand; a second call takes it back.
void flip(Mask& mask, Cell cell);

/// The rules and flips after a token was put in or taken out at `at`, or moved.
void insertToken(Mask& mask, Index at);
void removeToken(Mask& mask, Index at);
void moveToken(Mask& mask, Index from, Index to);

/// Why a query may not look at a key, one reason; nothing where it may.
[[nodiscard]] std::optional<Message> blockedReason(const Mask& mask, Cell cell,
                                                   const std::vector<std::string>& tokens);

}  // namespace lookback
