#include "core/lesson/named_mistakes.h"

#include <array>
#include <cassert>
#include <cmath>

#include "core/document/labels.h"
#include "core/engine/stages.h"
#include "core/lesson/last_step.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

tl::unexpected<Error> impossible() {
    return tl::unexpected(Error{"", say::lesson::NotComputable{}});
}

/// A number of the present document. @param id that it may not have
Result<double> cellOf(const LessonFacts& facts, MatrixId id, Index head, Cell cell,
                      DocumentVariant variant = DocumentVariant::present) {
    return facts.matrix(variant, id, head).and_then([&](const MatrixView& view) -> Result<double> {
        if (cell.row >= view.rows() || cell.col >= view.cols()) return impossible();
        return view(cell.row, cell.col);
    });
}

Result<double> transposedCell(const LessonFacts& facts, const CellRange& asked) {
    return cellOf(facts, asked.id, asked.head, {asked.col, asked.row});
}

/// The scores that softmax turns into the weights asked for; nothing for another matrix.
Result<MatrixView> scoresBelow(const LessonFacts& facts, const CellRange& asked) {
    if (asked.id != MatrixId::attention_weights) return impossible();
    const auto document = facts.document();
    if (!document) return tl::unexpected(document.error());
    return facts.matrix(DocumentVariant::present, softmaxInput(**document), asked.head);
}

Result<double> notNormalized(const LessonFacts& facts, const CellRange& asked) {
    return scoresBelow(facts, asked).map([&](const MatrixView& scores) {
        return std::exp(scores(asked.row, asked.col));
    });
}

Result<double> exponentForgotten(const LessonFacts& facts, const CellRange& asked) {
    const auto mask = facts.matrix(DocumentVariant::present, MatrixId::mask, 0);
    if (!mask) return tl::unexpected(mask.error());
    return scoresBelow(facts, asked).and_then([&](const MatrixView& scores) -> Result<double> {
        if ((*mask)(asked.row, asked.col) == 0) return impossible();
        double sum = 0;
        for (Index key = 0; key < scores.cols(); ++key) {
            if ((*mask)(asked.row, key) != 0) sum += scores(asked.row, key);
        }
        return scores(asked.row, asked.col) / sum;
    });
}

Result<double> otherHead(const LessonFacts& facts, const CellRange& asked) {
    const auto document = facts.document();
    if (!document) return tl::unexpected(document.error());
    const Index heads = (*document)->heads;
    if (heads < 2 || !info(asked.id).per_head) return impossible();
    return cellOf(facts, asked.id, (asked.head + 1) % heads, {asked.row, asked.col});
}

Result<double> beforeOutput(const LessonFacts& facts, const CellRange& asked) {
    if (asked.id != MatrixId::output) return impossible();
    return cellOf(facts, MatrixId::context, 0, {asked.row, asked.col});
}

Result<double> signLost(const LessonFacts& facts, const Expression& of) {
    return evaluateNumber(of, facts).map([](double right) { return -right; });
}

Result<double> beforeTheLastStep(const LessonFacts& facts, const Expression& of) {
    return lastStep(of, facts).map([](const LastStep& step) { return step.before; });
}

constexpr int kReplyDecimals = 4;
Argument replyNumber(double number) { return Decimal{number, kReplyDecimals}; }

say::lesson::SignLost::Operation kindOfSign(LastOperation operation) {
    using Kind = say::lesson::SignLost::Operation;
    switch (operation) {
        case LastOperation::product: return Kind::product;
        case LastOperation::division: return Kind::division;
        case LastOperation::softmax: return Kind::softmax;
        default: return Kind::other;
    }
}

/// The label of the token that a sum gets last; without one, no token.
Argument lastToken(const LessonFacts& facts, const LastStep& step) {
    const auto& document = facts.moment().document;
    if (document == nullptr || step.token >= document->n()) return TokenLabel{};
    return TokenLabel{tokenLabels(document->tokens)[static_cast<std::size_t>(step.token)]};
}

constexpr std::array kNamedMistakes{
    NamedMistakeInfo{NamedMistake::not_scaled, "not_scaled", DocumentVariant::not_scaled},
    NamedMistakeInfo{NamedMistake::scaled_twice, "scaled_twice", DocumentVariant::scaled_twice},
    NamedMistakeInfo{NamedMistake::no_mask, "no_mask", DocumentVariant::unmasked},
    NamedMistakeInfo{NamedMistake::wrong_triangle, "wrong_triangle",
                     DocumentVariant::wrong_triangle},
    NamedMistakeInfo{NamedMistake::transposed, "transposed", DocumentVariant::present,
                     transposedCell},
    NamedMistakeInfo{NamedMistake::not_normalized, "not_normalized", DocumentVariant::present,
                     notNormalized},
    NamedMistakeInfo{NamedMistake::over_columns, "over_columns", DocumentVariant::over_columns},
    NamedMistakeInfo{NamedMistake::after_softmax, "after_softmax", DocumentVariant::after_softmax},
    NamedMistakeInfo{NamedMistake::exponent_forgotten, "exponent_forgotten",
                     DocumentVariant::present, exponentForgotten},
    NamedMistakeInfo{NamedMistake::other_head, "other_head", DocumentVariant::present, otherHead},
    NamedMistakeInfo{NamedMistake::before_output, "before_output", DocumentVariant::present,
                     beforeOutput},
    NamedMistakeInfo{NamedMistake::off_by_one, "off_by_one", DocumentVariant::off_by_one},
    NamedMistakeInfo{
        .mistake = NamedMistake::sign_lost, .name = "sign_lost", .compute_any = signLost},
    NamedMistakeInfo{.mistake = NamedMistake::before_the_last_step,
                     .name = "before_the_last_step",
                     .compute_any = beforeTheLastStep},
};

}  // namespace

std::span<const NamedMistakeInfo> namedMistakes() { return kNamedMistakes; }

const NamedMistakeInfo& info(NamedMistake mistake) {
    const NamedMistakeInfo& row = kNamedMistakes[static_cast<std::size_t>(mistake)];
    assert(row.mistake == mistake);
    return row;
}

Result<double> mistakenNumber(NamedMistake mistake, const Expression& of,
                              const LessonFacts& facts) {
    const auto compute_any = info(mistake).compute_any;
    if (compute_any != nullptr) return compute_any(facts, of);
    const QuantityPath* const path = of.asPath();
    const bool is_of_document =
        path != nullptr && path->matrix && path->variant == DocumentVariant::present;
    if (!is_of_document) return tl::unexpected(Error{"", say::lesson::NotOneCell{}});
    return cellsOf(of, facts).and_then([&](const NamedCells& named) -> Result<double> {
        const CellRange& asked = named.range;
        if (asked.rows != 1 || asked.cols != 1) {
            return tl::unexpected(Error{"", say::lesson::NotOneCell{}});
        }
        const NamedMistakeInfo& row = info(mistake);
        if (row.compute != nullptr) return row.compute(facts, asked);
        return cellOf(facts, asked.id, asked.head, {asked.row, asked.col}, row.variant);
    });
}

Message mistakeReply(NamedMistake mistake, const Argument& answer, double right,
                     const Expression& of, const LessonFacts& facts) {
    const Result<LastStep> step = lastStep(of, facts);
    const LastStep last = step.value_or(LastStep());
    if (mistake == NamedMistake::sign_lost) {
        using Said = say::lesson::SignLost;
        return Said{.operation = step ? kindOfSign(last.operation) : Said::Operation::other,
                    .answer = answer,
                    .a = replyNumber(last.a),
                    .b = replyNumber(last.b),
                    .side = right < 0 ? Said::Side::below : Said::Side::other};
    }
    using Said = say::lesson::BeforeTheLastStep;
    return Said{.operation = static_cast<Said::Operation>(last.operation),  // in the same order
                .answer = answer,
                .a = replyNumber(last.a),
                .b = replyNumber(last.b),
                .token = lastToken(facts, last)};
}

}  // namespace lookback
