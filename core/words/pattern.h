/// The pattern language of the catalogue, a subset of ICU MessageFormat.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace lookback {

struct PatternBranch;

/// A part of a message.
struct PatternPart {
    enum class Kind : std::uint8_t {
        text,
        slot,    ///< {token}
        plural,  ///< {n, plural, one {# token} other {# tokens}}
        select,  ///< {who, select, self {itself} other {the key}}
        number,  ///< # in a plural: its count
        term,    ///< {@row}: the message `terms.row`, which follows the reader's conventions
        bold,    ///< <b>..</b>
        raised,  ///< <sup>..</sup>
        lowered  ///< <sub>..</sub>
    };
    Kind kind = Kind::text;
    std::string text{};  ///< the characters; of slots, plurals, selects, numbers and terms the name
    std::vector<PatternBranch> branches;  ///< of plurals and selects, `other` among them
    std::vector<PatternPart> inside;      ///< of bold, raised and lowered text
};
using Pattern = std::vector<PatternPart>;

/// What is said for one count or choice.
struct PatternBranch {
    std::string name{};  ///< "one", "other", "=0", "self"
    Pattern pattern;
};

/// A fault of a pattern, in English: patterns are parsed where the catalogue is made.
struct PatternFault {
    std::string where;  ///< counted from 1 in bytes: `column 14`
    std::string text;   ///< the expected characters
};

/// What stands in a slot: in the catalogue a name; in texts of lessons any characters up to the
/// closing brace, or to a comma outside of parentheses: `{percent: max(a, b)}`.
enum class SlotSyntax : std::uint8_t { names, expressions };

/// Parses a message. A character between apostrophes stands for itself: '{', '<', '#'.
[[nodiscard]] tl::expected<Pattern, PatternFault> parsePattern(
    std::string_view text, SlotSyntax syntax = SlotSyntax::names);

/// A slot of a message, in the order in which slots first appear.
struct PatternSlot {
    enum class Kind : std::uint8_t { any, count, choice };
    std::string name{};
    Kind kind = Kind::any;
    std::vector<std::string> choices{};  ///< of a select, in the order of its branches

    bool operator==(const PatternSlot&) const = default;
};

/// The slots of a message, each once. Terms are none: their arguments are the conventions.
[[nodiscard]] std::vector<PatternSlot> slotsOf(const Pattern& pattern);

/// The names of the terms of a message, without their @.
[[nodiscard]] std::vector<std::string> termsOf(const Pattern& pattern);

}  // namespace lookback
