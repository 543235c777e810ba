#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/document/mask.h"
#include "core/lesson/document_part.h"
#include "core/lesson/lesson_text.h"

namespace lookback {

/// What a condition asks.
enum class Relation : std::uint8_t {
    equals,
    at_least,
    at_most,
    between,
    is,
    contains,
    no_leak,
    rows_add_up,
    equals_notebook,
    unchanged,
    negation,
    all,
    any,
};

/// A row of the table of relations.
struct RelationInfo {
    Relation relation;
    std::string_view name;  ///< field of the condition that holds what it compares with
    bool has_subject;       ///< whether it has the field `of`
};

/// In the order of the enumerators.
[[nodiscard]] std::span<const RelationInfo> relationTable();
[[nodiscard]] const RelationInfo& info(Relation relation);

/// Distance that counts as equal where a condition names none: half of the last shown decimal.
inline constexpr double kUsualWithin = 0.00005;

/// A condition on a document, an experiment or a place.
struct Condition {
    Relation relation = Relation::equals;
    Expression of{};                   ///< the quantity that is compared
    std::vector<Expression> bounds{};  ///< one; two of `between`; one of `contains` for numbers
    std::string word{};                ///< of `is`, and of `contains` for words
    double within = kUsualWithin;      ///< of `equals`
    std::optional<std::vector<MaskRule>> promised{};  ///< of `no_leak`; nothing: the own mask
    std::vector<DocumentPart> parts{};                ///< of `unchanged`
    std::vector<Condition> inner{};  ///< one of `negation`; any number of `all` and `any`
    LessonText text{};               ///< beside its tick; empty: `conditionWords`

    bool operator==(const Condition&) const = default;
};

/// Whether a condition holds.
[[nodiscard]] Result<bool> holds(const Condition& condition, const LessonFacts& facts,
                                 const LocalNames& names = {}, ReadQuantities* reads = nullptr);

/// A condition with its tick, as a task shows it.
struct ConditionState {
    bool holds = false;
    std::variant<Message, FilledText> label;  ///< its own text, else the program's words
    std::optional<Message> present{};  ///< its present value; nothing where the tick says all
};

/// The state of a condition. One that cannot be evaluated does not hold, and says why.
[[nodiscard]] ConditionState conditionState(const Condition& condition, const LessonFacts& facts);

}  // namespace lookback
