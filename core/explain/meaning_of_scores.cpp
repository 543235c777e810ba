#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/engine/position_arithmetic.h"
#include "core/engine/stages.h"
#include "core/explain/masking_words.h"
#include "core/explain/position_words.h"
#include "core/explain/sentence.h"

namespace lookback {

namespace {

std::string inHead(const ExplainContext& c) {
    if (c.explained.document.heads == 1 || !info(c.explained.id).per_head) return "";
    return fmt::format(" in head {}", c.explained.head + 1);
}

void meaningOfWeight(const ExplainContext& c, Sentence& s) {
    const Document& document = c.explained.document;
    const Cell cell = c.explained.cell;
    const bool is_output = c.explained.id == MatrixId::w_output;
    const Index width = c.explained.id == MatrixId::w_value ? document.dV() : document.dK();
    const Index column = is_output || width == 0 ? cell.col : cell.col % width;
    s.say(fmt::format("How much dimension {} of the {} counts for dimension {} of the {}",
                      cell.row + 1, is_output ? "context" : info(inputOf(document)).word,
                      column + 1, info(c.explained.id).word));
    if (!is_output && document.heads > 1) s.say(fmt::format(" in head {}", cell.col / width + 1));
    s.say(". The same number serves every token.");
}

/// Says which key of the row has the highest score.
void compareWithRow(const ExplainContext& c, Sentence& s) {
    const MatrixView scores = c.explained.trace.view(c.explained.id, c.explained.head);
    Index best = c.explained.cell.col;
    for (Index key = 0; key < scores.cols(); ++key) {
        if (!std::isfinite(scores(c.explained.cell.row, key))) return;
        if (scores(c.explained.cell.row, key) > scores(c.explained.cell.row, best)) best = key;
    }
    if (scores.cols() < 2) return;
    if (best == c.explained.cell.col) {
        s.say(" No key matches this query better.");
    } else {
        s.say(" The best match is ").token(best).say(" with ");
        s.bold(c.digits(scores(c.explained.cell.row, best))).say(".");
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

/// Says the angle between the factors, none of which is all zeros, and the score's sign.
void sayAngle(const Operation& op, Sentence& s) {
    const double dot = dotOfUnitSize(op);
    if (dot == 0 && op.result == 0) {
        s.say(" form a right angle, so the score is ").bold("0").say(".");
    } else if (dot * op.result < 0 || std::isnan(dot) || dot == 0) {
        s.say(" form an angle so close to 90\u00b0 that rounding sets the ");
        s.bold("sign").say(" of the score.");
    } else {
        const bool alike = dot > 0;
        if (op.left.size() == 1) {
            s.say(alike ? " are numbers of the same sign" : " are numbers of opposite signs");
        } else {
            s.say(alike ? " form an angle below 90\u00b0" : " form an angle over 90\u00b0");
        }
        if (op.result == 0) {
            s.say(", but the score ").bold("rounds to 0").say(".");
        } else {
            s.say(", so the score is ").bold(alike ? "positive" : "negative").say(".");
        }
    }
}

}  // namespace

void meaningOfGiven(const ExplainContext& c, Sentence& s) {
    const Document& document = c.explained.document;
    const Cell cell = c.explained.cell;
    if (isWeight(c.explained.id)) return meaningOfWeight(c, s);
    if (c.explained.id == MatrixId::embeddings) {
        s.say(fmt::format("Number {} of the {} that stand for ", cell.col + 1, document.dIn()));
        s.asker().say(". It is given, not computed: everything that follows is made from it.");
        return;
    }
    positionWords(document.positions.kind).meaning(c, s);
}

void meaningOfSum(const ExplainContext& c, Sentence& s) {
    s.say("What ").asker().say(" is, plus where it stands: ").bold(placeName(c.explained.cell.row));
    s.say(". The same word in another place gets another number.");
    explainNonFinite(c, s);
}

void meaningOfDot(const ExplainContext& c, Sentence& s) {
    const Operation& op = c.operation;
    s.say(fmt::format("Dimension {} of the {} of ", c.explained.cell.col + 1,
                      info(c.explained.id).word));
    s.asker().say(inHead(c));
    const std::string_view from = info(c.explained.left).word;
    if (op.left.empty()) {
        s.say(fmt::format(": its {} has no numbers, so the sum is ", from)).bold("0").say(".");
        return;
    }
    s.say(fmt::format(": its {}", from));
    if (c.explained.id == MatrixId::output && c.explained.document.heads > 1) {
        s.say(fmt::format(", {} heads side by side", c.explained.document.heads));
    }
    s.say(", number by number times one column of weights.");
    std::size_t most = 0;
    for (std::size_t k = 0; k < op.left.size(); ++k) {
        if (std::abs(op.left[k] * op.right[k]) > std::abs(op.left[most] * op.right[most])) most = k;
    }
    const double part = op.left[most] * op.right[most];
    if (op.left.size() > 1 && std::isfinite(op.result) && part != 0) {
        s.say(fmt::format(" Dimension {} says most: {} \u00d7 {} = ", most + 1,
                          c.digits(op.left[most]), c.digits(op.right[most])));
        s.bold(c.digits(part)).say(".");
    }
    explainNonFinite(c, s);
}

void meaningOfScore(const ExplainContext& c, Sentence& s) {
    const Operation& op = c.operation;
    const bool own = c.explained.cell.row == c.explained.cell.col;
    s.say("The query of ").asker().say(own ? " and its own key" : " and the key of ");
    if (!own) s.token(c.explained.cell.col);
    if (op.left.empty()) {
        s.say(" have no numbers, so there is nothing to add up and the score is ")
            .bold("0")
            .say(".");
    } else if (!std::isfinite(op.result)) {
        s.say(" give no finite score.");
        explainNonFinite(c, s);
    } else if (isAllZero(op.left) || isAllZero(op.right)) {
        s.say(op.left.size() == 1 ? ": one of them is 0" : ": one of them is all zeros");
        s.say(", so the score is ").bold("0").say(".");
    } else {
        sayAngle(op, s);
    }
    if (!op.left.empty()) compareWithRow(c, s);
}

void meaningOfRotation(const ExplainContext& c, Sentence& s) {
    const RotatedPair pair = rotatedPair(c.explained);
    s.asker().say(fmt::format(" stands at {}, so dimensions {} and {} of its {} ",
                              placeName(c.explained.cell.row), pair.first + 1, pair.second + 1,
                              info(c.explained.id).word));
    if (pair.angle == 0) {
        s.bold("stay").say(" as they are.");
    } else {
        s.say("are turned by ").bold(c.digits(pair.angle) + " radians");
        s.say(fmt::format(" ({}\u00b0).", formatNumber(pair.angle * 180 / std::numbers::pi, 1)));
    }
    s.say(" Scores then depend on how far apart two tokens stand, not on where.");
    explainNonFinite(c, s);
}

void meaningOfQuotient(const ExplainContext& c, Sentence& s) {
    const Document& document = c.explained.document;
    const std::string score = c.digits(c.operation.left.front());
    const std::string by = formatShort(c.operation.number);
    switch (document.scale.kind) {
        case Scale::Kind::sqrt_dk:
            s.say(fmt::format("A score adds up {} and grows with \u221a{}, so {} is divided by ",
                              counted(document.dK(), "product"), document.dK(), score));
            s.bold(c.digits(c.operation.number)).say(": softmax stays soft, whatever the width.");
            break;
        case Scale::Kind::dk:
            s.say(fmt::format("{} is divided by ", score)).bold(by);
            s.say(fmt::format(" itself and not by \u221a{}: scores come out small, weights flat.",
                              by));
            break;
        case Scale::Kind::none:
            s.say(fmt::format("{} is ", score)).bold("not divided");
            s.say(": with wide vectors scores would grow, and softmax would pick a single key.");
            break;
        case Scale::Kind::number:
            s.say(fmt::format("{} is divided by ", score)).bold(by).say(", as every score here.");
            break;
    }
    if (c.explained.isBlocked())
        s.say(" The mask was put on before, so what it put here is scaled too.");
    explainNonFinite(c, s);
}

void meaningOfCapping(const ExplainContext& c, Sentence& s) {
    const double before = c.operation.left.front();
    const double after = c.operation.result;
    const std::string cap = formatShort(c.operation.number);
    s.say(fmt::format("Scores stay between \u2212{0} and {0}: ", cap));
    if (std::isnan(before)) {
        s.say("NaN stays NaN.");
    } else if (std::isinf(before)) {
        s.say(fmt::format("{} becomes ", c.digits(before))).bold(c.digits(after));
        s.say(", the cap itself.");
    } else if (c.digits(before) == c.digits(after)) {
        s.say(fmt::format("beside that {} is small, and it ", c.digits(before)));
        s.bold("stays").say(".");
    } else {
        const std::string lost = c.digits(std::abs(before) - std::abs(after));
        s.say(fmt::format("{} becomes ", c.digits(before))).bold(c.digits(after));
        // Rounding to 16 bits may give more than before.
        const bool is_less = std::abs(after) < std::abs(before) && lost != c.digits(0);
        s.say(is_less ? fmt::format(", nearer to 0 by {}.", lost) : ".");
    }
    explainNonFinite(c, s);
}

void meaningOfBias(const ExplainContext& c, Sentence& s) {
    const Index distance = std::abs(c.explained.cell.row - c.explained.cell.col);
    if (distance == 0) {
        s.asker().say(" stands at distance 0 from itself, so its score ").bold("stays").say(".");
    } else {
        const double slope = headSlope(c.explained.document, c.explained.head);
        s.token(c.explained.cell.col)
            .say(fmt::format(" stands {} from ", counted(distance, "place")));
        s.asker().say(slope < 0 ? ", so its score gains " : ", so its score loses ");
        s.bold(c.digits(std::abs(c.operation.number)));
        s.say(fmt::format(": the slope {} for each place.", c.digits(slope)));
    }
    explainNonFinite(c, s);
}

void meaningOfRule(const ExplainContext& c, Sentence& s) {
    const Index key = c.explained.cell.col;
    const bool allowed = c.operation.allowed.front();
    s.asker().bold(allowed ? " may" : " may not").say(" look at ");
    key == c.explained.cell.row ? s.say("itself") : s.token(key);
    if (!allowed) s.say(": ").reason(key);
    if (allowed && c.explained.isFlipped()) s.say(": the cell was opened by hand");
    s.say(".");
}

void meaningOfMasking(const ExplainContext& c, Sentence& s) {
    const MaskingWords& words = maskingWords(c.explained.document.masking.method);
    const Index key = c.explained.cell.col;
    if (c.operation.allowed.front()) {
        s.asker().say(" may look at ");
        key == c.explained.cell.row ? s.say("itself") : s.token(key);
        return words.allowed(s);
    }
    s.reason(key);
    words.blocked(c, s);
    const double weight =
        c.explained.trace.view(MatrixId::attention_weights, c.explained.head)(c.explained.cell);
    if (std::isnan(weight)) {
        s.say(". The whole row will be ").bold("NaN").say(" after softmax.");
    } else if (weight == 0) {
        s.say(": softmax will give it ").bold("no weight").say(".");
    } else {
        s.say(", but softmax will still give it ").bold(share(weight)).say(" of the weight.");
    }
    if (words.remark != nullptr) words.remark(c, s);
}

}  // namespace lookback
