#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/shown_digits.h"
#include "core/base/text.h"
#include "core/engine/position_arithmetic.h"
#include "core/engine/stages.h"
#include "core/explain/masking_words.h"
#include "core/explain/matrix_words.h"
#include "core/explain/meaning.h"
#include "core/explain/position_words.h"
#include "messages/explain.h"

namespace lookback {
namespace {

/// The meaning of a number of the weights or biases.
Messages meaningOfParameter(const ExplainContext& c) {
    const Document& document = c.explained.document;
    const Cell cell = c.explained.cell;
    const bool is_output = !info(c.explained.id).is_of_all_heads;
    const bool is_value = info(c.explained.id).role == Role::value;
    const Index width = is_value ? document.dV() : document.dK();
    const Index column = is_output || width == 0 ? cell.col : cell.col % width;
    const bool is_of_head = !is_output && document.heads > 1;
    const Index head = is_of_head ? cell.col / width + 1 : 0;
    if (isBias(c.explained.id)) {
        return {say::explain::BiasOfDimension{
            .to = Count{column + 1}, .result = oneOf(c.explained.id), .head = head}};
    }
    return {say::explain::Weight{.from = Count{cell.row + 1},
                                 .input = oneOf(is_output ? MatrixId::context : inputOf(document)),
                                 .to = Count{column + 1},
                                 .result = oneOf(c.explained.id),
                                 .head = head},
            say::explain::WeightOfAllTokens{}};
}

/// Adds which key of the row has the highest score.
void addBestMatch(const ExplainContext& c, Messages& meaning) {
    const MatrixView scores = c.explained.trace.view(c.explained.id, c.explained.head);
    const Index row = c.explained.cell.row;
    Index best = c.explained.cell.col;
    for (Index key = 0; key < scores.cols(); ++key) {
        if (!std::isfinite(scores(row, key))) return;
        if (scores(row, key) > scores(row, best)) best = key;
    }
    if (scores.cols() < 2) return;
    if (best == c.explained.cell.col) {
        meaning.push_back(say::explain::ScoreIsBest{});
    } else {
        meaning.push_back(say::explain::ScoreBest{.token = token(c, best),
                                                  .score = decimal(c, scores(row, best))});
    }
}

bool isAllZero(const std::vector<double>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double n) { return n == 0; });
}

/// The vector times a power of two, so that its largest number lies in [1, 2) and products of two
/// such vectors do not underflow. @param numbers finite, not all 0
std::vector<double> toUnitSize(std::vector<double> numbers) {
    double largest = 0;
    for (const double number : numbers) largest = std::max(largest, std::abs(number));
    for (double& number : numbers) number = std::scalbn(number, -std::ilogb(largest));
    return numbers;
}

/// The dot product of two vectors of the same direction as the factors, in double precision; its
/// sign is that of the cosine. NaN where rounding in double precision may have changed the sign.
double dotOfUnitSize(const Operation& op) {
    const std::vector<double> left = toUnitSize(op.left);
    const std::vector<double> right = toUnitSize(op.right);
    double sum = 0;
    double size = 0;
    for (std::size_t k = 0; k < left.size(); ++k) {
        sum += left[k] * right[k];
        size += std::abs(left[k] * right[k]);
    }
    const double error = 0x1p-52 * static_cast<double>(left.size()) * size;
    return sum == 0 || std::abs(sum) > error ? sum : std::nan("");
}

/// A sentence about the query and the key of the cell. @tparam Said has the slots query, key, other
template <class Said>
Said ofQueryAndKey(const ExplainContext& c) {
    const Cell cell = c.explained.cell;
    return Said{.query = rowToken(c),
                .key = cell.row == cell.col ? Said::Key::own : Said::Key::other,
                .other = token(c, cell.col)};
}

/// The angle between the factors, none of which is all zeros, and the score's sign.
Message angleOf(const ExplainContext& c) {
    using Said = say::explain::ScoreAngle;
    const Operation& op = c.operation;
    const double dot = dotOfUnitSize(op);
    if (dot == 0 && op.result == 0) return ofQueryAndKey<say::explain::ScoreRightAngle>(c);
    if (dot * op.result < 0 || std::isnan(dot) || dot == 0) {
        return ofQueryAndKey<say::explain::ScoreNearRightAngle>(c);
    }
    const bool alike = dot > 0;
    const bool are_numbers = op.left.size() == 1;
    const Cell cell = c.explained.cell;
    return Said{.query = rowToken(c),
                .key = cell.row == cell.col ? Said::Key::own : Said::Key::other,
                .other = token(c, cell.col),
                .angle = are_numbers ? alike ? Said::Angle::same : Said::Angle::other
                         : alike     ? Said::Angle::below
                                     : Said::Angle::over,
                .score = op.result == 0 ? Said::Score::other
                         : alike        ? Said::Score::positive
                                        : Said::Score::negative};
}

Message scoreMeaning(const ExplainContext& c) {
    const Operation& op = c.operation;
    if (op.left.empty()) return ofQueryAndKey<say::explain::ScoreEmpty>(c);
    if (!std::isfinite(op.result)) return ofQueryAndKey<say::explain::ScoreNotFinite>(c);
    if (!isAllZero(op.left) && !isAllZero(op.right)) return angleOf(c);
    using Said = say::explain::ScoreOfZeros;
    const Cell cell = c.explained.cell;
    return Said{.query = rowToken(c),
                .key = cell.row == cell.col ? Said::Key::own : Said::Key::other,
                .other = token(c, cell.col),
                .which = op.left.size() == 1 ? Said::Which::number : Said::Which::other};
}

/// What a soft cap makes of a score.
Message capped(const ExplainContext& c) {
    const double before = c.operation.left.front();
    const double after = c.operation.result;
    if (std::isnan(before)) return say::explain::CappingNan{};
    if (std::isinf(before)) {
        return say::explain::CappingInfinity{.before = decimal(c, before),
                                             .after = decimal(c, after)};
    }
    if (c.digits(before) == c.digits(after)) {
        return say::explain::CappingSmall{.before = decimal(c, before)};
    }
    const double lost = std::abs(before) - std::abs(after);
    // Rounding to 16 bits may give more than before.
    if (lost > 0 && c.digits(lost) != c.digits(0)) {
        return say::explain::CappingLess{
            .before = decimal(c, before), .after = decimal(c, after), .lost = decimal(c, lost)};
    }
    return say::explain::CappingOther{.before = decimal(c, before), .after = decimal(c, after)};
}

}  // namespace

Messages meaningOfGiven(const ExplainContext& c) {
    const Document& document = c.explained.document;
    if (isParameter(c.explained.id)) return meaningOfParameter(c);
    if (c.explained.id == MatrixId::embeddings) {
        return {say::explain::Embedding{.width = document.dIn(),
                                        .token = rowToken(c),
                                        .column = Count{c.explained.cell.col + 1}},
                say::explain::EmbeddingGiven{}};
    }
    return {positionWords(document.positions.kind).meaning(c)};
}

Messages meaningOfSum(const ExplainContext& c) {
    Messages meaning{
        say::explain::Sum{.token = rowToken(c), .position = Count{c.explained.cell.row + 1}},
        say::explain::SumWhy{}};
    addNonFinite(c, meaning);
    return meaning;
}

/// Tells the term of a sum that has the largest size, with the digits that its product needs.
Message largestTerm(const ExplainContext& c, std::size_t term) {
    const double left = c.operation.left[term];
    const double right = c.operation.right[term];
    const std::string product = c.withMore(0).operand(left * right);
    const auto more = fewestMoreDigits([&](int digits) {
        const ExplainContext at = c.withMore(digits);
        return readsAs(at.shown(left) * at.shown(right), product,
                       [&](double value) { return c.withMore(0).operand(value); });
    });
    const ExplainContext at = c.withMore(more.value_or(0));
    return say::explain::DotMost{.dimension = Count{static_cast<Index>(term) + 1},
                                 .left = Verbatim{at.operand(left)},
                                 .right = Verbatim{at.operand(right)},
                                 .sign = Verbatim{signOfResult(more.has_value())},
                                 .product = Verbatim{product}};
}

Messages meaningOfDot(const ExplainContext& c) {
    const Operation& op = c.operation;
    const Document& document = c.explained.document;
    const Message input = oneOf(c.explained.left);
    Messages meaning;
    if (c.explained.id == MatrixId::output && document.heads > 1) {
        meaning.push_back(
            say::explain::DotOfHeads{.dimension = Count{c.explained.cell.col + 1},
                                     .result = oneOf(c.explained.id),
                                     .token = rowToken(c),
                                     .input = input,
                                     .heads = document.heads,
                                     .bias = op.bias ? say::explain::DotOfHeads::Bias::some
                                                     : say::explain::DotOfHeads::Bias::other});
    } else {
        meaning.push_back(say::explain::Dot{
            .dimension = Count{c.explained.cell.col + 1},
            .result = oneOf(c.explained.id),
            .token = rowToken(c),
            .head = info(c.explained.id).per_head ? headNumber(c) : 0,
            .input = input,
            .bias = op.bias ? say::explain::Dot::Bias::some : say::explain::Dot::Bias::other});
    }
    if (op.left.empty()) {
        meaning.push_back(say::explain::DotEmpty{.input = input});
        return meaning;
    }
    std::size_t most = 0;
    for (std::size_t k = 0; k < op.left.size(); ++k) {
        if (std::abs(op.left[k] * op.right[k]) > std::abs(op.left[most] * op.right[most])) most = k;
    }
    const double part = op.left[most] * op.right[most];
    if (op.bias && std::isfinite(op.result) && std::abs(*op.bias) > std::abs(part)) {
        meaning.push_back(say::explain::DotBiasMost{.bias = decimal(c, *op.bias)});
    } else if (op.left.size() > 1 && std::isfinite(op.result) && part != 0) {
        meaning.push_back(largestTerm(c, most));
    }
    addNonFinite(c, meaning);
    return meaning;
}

Messages meaningOfScore(const ExplainContext& c) {
    Messages meaning{scoreMeaning(c)};
    if (c.operation.left.empty()) return meaning;
    addNonFinite(c, meaning);
    if (c.options.tells_row) addBestMatch(c, meaning);
    return meaning;
}

Messages meaningOfRotation(const ExplainContext& c) {
    using Said = say::explain::Rotation;
    const RotatedPair pair = rotatedPair(c.explained);
    Messages meaning{Said{.token = rowToken(c),
                          .position = c.explained.cell.row,
                          .first = Count{pair.first + 1},
                          .second = Count{pair.second + 1},
                          .vector = oneOf(c.explained.left),
                          .turn = pair.angle == 0 ? Said::Turn::none : Said::Turn::other,
                          .angle = decimal(c, pair.angle),
                          .degrees = Decimal{pair.angle * 180 / std::numbers::pi, 1}},
                     say::explain::RotationWhy{}};
    addNonFinite(c, meaning);
    return meaning;
}

Messages meaningOfQuotient(const ExplainContext& c) {
    const Document& document = c.explained.document;
    const Decimal score = decimal(c, c.operation.left.front());
    Messages meaning;
    switch (document.scale.kind) {
        case Scale::Kind::sqrt_dk:
            meaning = {
                say::explain::QuotientSqrt{.n = document.dK(), .width = Count{document.dK()}},
                say::explain::QuotientSqrtWhy{.divisor = decimal(c, c.operation.number)}};
            break;
        case Scale::Kind::dk:
            meaning = {
                say::explain::QuotientDk{.score = score, .divisor = brief(c.operation.number)}};
            if (document.dK() > 1) meaning.push_back(say::explain::QuotientDkWhy{});
            break;
        case Scale::Kind::none:
            meaning = {say::explain::QuotientNone{.score = score}, say::explain::QuotientNoneWhy{}};
            break;
        case Scale::Kind::number:
            meaning = {
                say::explain::QuotientNumber{.score = score, .divisor = brief(c.operation.number)}};
            break;
    }
    if (c.explained.isBlocked()) meaning.push_back(say::explain::QuotientOfMask{});
    addNonFinite(c, meaning);
    return meaning;
}

Messages meaningOfCapping(const ExplainContext& c) {
    Messages meaning{say::explain::Capping{.cap = brief(c.operation.number)}, capped(c)};
    addNonFinite(c, meaning);
    return meaning;
}

Messages meaningOfBias(const ExplainContext& c) {
    using Said = say::explain::Bias;
    const Index distance = std::abs(c.explained.cell.row - c.explained.cell.col);
    Messages meaning;
    if (distance == 0) {
        meaning.push_back(say::explain::BiasOwn{.token = rowToken(c)});
    } else {
        const double slope = headSlope(c.explained.document, c.explained.head);
        meaning.push_back(Said{.key = token(c, c.explained.cell.col),
                               .n = distance,
                               .token = rowToken(c),
                               .change = slope < 0 ? Said::Change::gain : Said::Change::other,
                               .size = decimal(c, std::abs(c.operation.number)),
                               .slope = decimal(c, slope)});
    }
    addNonFinite(c, meaning);
    return meaning;
}

Messages meaningOfRule(const ExplainContext& c) {
    const Index key = c.explained.cell.col;
    const Argument other = otherToken(c, key);
    if (!c.operation.allowed.front()) {
        return {say::explain::MayNotLook{
            .token = rowToken(c), .key = other, .reason = reasonFor(c, key)}};
    }
    if (c.explained.isFlipped())
        return {say::explain::MayLookByHand{.token = rowToken(c), .key = other}};
    return {say::explain::MayLook{.token = rowToken(c), .key = other}};
}

Messages meaningOfMasking(const ExplainContext& c) {
    const MaskingWords& words = maskingWords(c.explained.document.masking.method);
    if (c.operation.allowed.front()) return {words.allowed(c)};
    Messages meaning{words.blocked(c)};
    if (!c.options.tells_weights) return meaning;
    const double weight =
        c.explained.trace.view(MatrixId::attention_weights, c.explained.head)(c.explained.cell);
    const bool is_over_columns = isOverColumns(c.explained.document.masking);
    if (std::isnan(weight)) {
        meaning.push_back(is_over_columns ? Message(say::explain::SoftmaxWillNanColumn{})
                                          : Message(say::explain::SoftmaxWillNan{}));
    } else if (is_over_columns && weight != 0) {
        meaning.push_back(say::explain::SoftmaxWillWeigh{.share = Share{weight}});
    } else if (weight == 0) {
        meaning.push_back(say::explain::SoftmaxWillZero{});
    } else {
        meaning.push_back(say::explain::SoftmaxWillLeak{.share = Share{weight}});
    }
    if (words.remark != nullptr) {
        if (std::optional<Message> remark = words.remark(c)) meaning.push_back(*remark);
    }
    return meaning;
}

}  // namespace lookback
