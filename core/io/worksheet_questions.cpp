#include "core/io/worksheet_questions.h"

#include <cassert>

#include "core/base/text.h"
#include "core/engine/stages.h"
#include "core/explain/matrix_words.h"
#include "messages/worksheet.h"

namespace lookback {
namespace {

/// A number that is asked for.
struct Asked {
    const Document& document;
    const std::vector<std::string>& labels;
    const StageCell& place;

    [[nodiscard]] const Stage& row() const { return stage(place.id); }
    /// The token of the row: the query of a pair.
    [[nodiscard]] TokenLabel token() const { return label(place.cell.row); }
    /// The token of the column: the key of a pair.
    [[nodiscard]] TokenLabel key() const { return label(place.cell.col); }
    [[nodiscard]] Count dimension() const { return {place.cell.col + 1}; }

private:
    [[nodiscard]] TokenLabel label(Index at) const {
        return {labels[static_cast<std::size_t>(at)]};
    }
};

Message askDot(const Asked& asked) {
    const Index before =
        info(asked.place.id).per_head ? asked.place.head * asked.row().width(asked.document) : 0;
    return say::worksheet::Dot{.input = oneOf(asked.row().left(asked.document)),
                               .token = asked.token(),
                               .column = Count{before + asked.place.cell.col + 1},
                               .weights = allOf(asked.row().right(asked.document)),
                               .bias = biasOf(asked.document, asked.place.id)
                                           ? say::worksheet::Dot::Bias::some
                                           : say::worksheet::Dot::Bias::other};
}

Message askQuotient(const Asked& asked) {
    using Said = say::worksheet::Quotient;
    const Scale::Kind kind = asked.document.scale.kind;
    return Said{.query = asked.token(),
                .key = asked.key(),
                .by = kind == Scale::Kind::sqrt_dk ? Said::By::root
                      : kind == Scale::Kind::dk    ? Said::By::width
                                                   : Said::By::other,
                .number = Verbatim{formatShort(divisor(asked.document))}};
}

/// A row for each kind of arithmetic: its question. Null: such a number is given, or a copy of one
/// in an earlier stage.
struct Question {
    Arithmetic kind;
    Message (*ask)(const Asked&);
};

constexpr ArithmeticTable<Question> kQuestions{{
    {Arithmetic::given, nullptr},
    {Arithmetic::sum,
     [](const Asked& asked) -> Message {
         return say::worksheet::Sum{.dimension = asked.dimension(), .token = asked.token()};
     }},
    {Arithmetic::dot, askDot},
    {Arithmetic::score,
     [](const Asked& asked) -> Message {
         return say::worksheet::Score{.query = asked.token(), .key = asked.key()};
     }},
    {Arithmetic::rotation,
     [](const Asked& asked) -> Message {
         return say::worksheet::Rotation{.dimension = asked.dimension(),
                                         .vector = oneOf(asked.place.id),
                                         .token = asked.token()};
     }},
    {Arithmetic::quotient, askQuotient},
    {Arithmetic::capping,
     [](const Asked& asked) -> Message {
         return say::worksheet::Capping{.query = asked.token(),
                                        .key = asked.key(),
                                        .cap = Verbatim{formatShort(*asked.document.softcap)}};
     }},
    {Arithmetic::bias,
     [](const Asked& asked) -> Message {
         return say::worksheet::Bias{.query = asked.token(), .key = asked.key()};
     }},
    {Arithmetic::rule, nullptr},
    {Arithmetic::masking,
     [](const Asked& asked) -> Message {
         return say::worksheet::Masking{.query = asked.token(), .key = asked.key()};
     }},
    {Arithmetic::softmax,
     [](const Asked& asked) -> Message {
         return say::worksheet::Softmax{.key = asked.key(), .query = asked.token()};
     }},
    {Arithmetic::column_softmax,
     [](const Asked& asked) -> Message {
         return say::worksheet::ColumnSoftmax{.query = asked.token(), .key = asked.key()};
     }},
    {Arithmetic::zeroing, nullptr},
    {Arithmetic::renormalising,
     [](const Asked& asked) -> Message {
         return say::worksheet::Renormalizing{.key = asked.key(), .query = asked.token()};
     }},
    {Arithmetic::copy, nullptr},
    {Arithmetic::weighted_sum,
     [](const Asked& asked) -> Message {
         return say::worksheet::WeightedSum{.dimension = asked.dimension(), .token = asked.token()};
     }},
}};
static_assert(isComplete(kQuestions));

}  // namespace

Message blankQuestion(const Document& document, const std::vector<std::string>& labels,
                      const StageCell& place) {
    const auto ask = rowOfKind(kQuestions, stage(place.id).arithmetic(document)).ask;
    assert(ask != nullptr);
    const Message question = ask({document, labels, place});
    if (document.heads == 1 || !isByHead(stage(place.id))) return question;
    const Index head = info(place.id).is_of_all_heads ? place.cell.col / document.dV() : place.head;
    return say::worksheet::InHead{.n = Count{head + 1}, .question = question};
}

}  // namespace lookback
