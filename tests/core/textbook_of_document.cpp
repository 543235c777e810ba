#include "tests/core/textbook_of_document.h"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <doctest/doctest.h>

#include "core/attention/positions.h"

// Maps each kind to its function in the textbook. No `switch` has a default: the compiler warns of
// a kind without a function, and the test fails.

namespace lookback::test {
namespace {

using textbook::Mask;
using TextbookNumbers = Matrix<double>;

TextbookNumbers maskedScores(const Masking& masking, const TextbookNumbers& scores,
                             const Mask& mask) {
    constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
    switch (masking.method) {
        case MaskingMethod::fill: return textbook::fillBlocked(scores, mask, masking.value);
        case MaskingMethod::add: return textbook::addToBlocked(scores, mask, masking.value);
        case MaskingMethod::zero_rows: return textbook::fillBlocked(scores, mask, kMinusInfinity);
        case MaskingMethod::multiply: return textbook::multiplyByMask(scores, mask);
        case MaskingMethod::add_allowed: return textbook::addMask(scores, mask);
        case MaskingMethod::renormalize:
        case MaskingMethod::zero: break;  // on weights
    }
    FAIL("the textbook has no function for a method that acts on scores");
    return {};
}

/// @param softmax of the scores
TextbookNumbers attentionWeights(MaskingMethod method, const TextbookNumbers& softmax,
                                 const Mask& mask) {
    switch (method) {
        case MaskingMethod::fill:
        case MaskingMethod::add:
        case MaskingMethod::multiply:
        case MaskingMethod::add_allowed: return softmax;
        case MaskingMethod::zero_rows: return textbook::clearEmptyRows(softmax, mask);
        case MaskingMethod::renormalize:
            return textbook::renormalizeRows(textbook::zeroBlocked(softmax, mask));
        case MaskingMethod::zero: return textbook::zeroBlocked(softmax, mask);
    }
    FAIL("the textbook has no function for a masking method");
    return {};
}

double divisorOf(const Scale& scale, Index d_k) {
    switch (scale.kind) {
        case Scale::Kind::sqrt_dk: return std::sqrt(static_cast<double>(d_k));
        case Scale::Kind::dk: return static_cast<double>(d_k);
        case Scale::Kind::none: return 1;
        case Scale::Kind::number: return scale.number;
    }
    FAIL("unknown divisor");
    return 0;
}

// Nothing where the kind of positions leaves the matrix as it is.

std::optional<TextbookNumbers> addedPositions(const Document& document) {
    const Positions& positions = document.positions;
    switch (positions.kind) {
        case PositionKind::sinusoidal:
            return textbook::sinusoidalPositions(document.n(), document.dIn(), positions.base);
        case PositionKind::learned: return positions.table.get();
        case PositionKind::none:
        case PositionKind::rope_interleaved:
        case PositionKind::rope_half:
        case PositionKind::alibi: return std::nullopt;
    }
    FAIL("the textbook has no function for a position encoding");
    return std::nullopt;
}

std::optional<TextbookNumbers> rotated(const Positions& positions, const TextbookNumbers& vectors) {
    switch (positions.kind) {
        case PositionKind::rope_interleaved:
            return textbook::rotateInterleaved(vectors, positions.base);
        case PositionKind::rope_half: return textbook::rotateHalves(vectors, positions.base);
        case PositionKind::none:
        case PositionKind::sinusoidal:
        case PositionKind::learned:
        case PositionKind::alibi: return std::nullopt;
    }
    FAIL("the textbook has no function for a position encoding");
    return std::nullopt;
}

std::optional<TextbookNumbers> biased(const Document& document, Index head,
                                      const TextbookNumbers& scores) {
    const Positions& positions = document.positions;
    switch (positions.kind) {
        case PositionKind::alibi: {
            const std::vector<double> slopes =
                positions.slopes.empty() ? textbook::alibiSlopes(document.heads) : positions.slopes;
            return textbook::subtractDistances(scores, slopes[asSize(head)]);
        }
        case PositionKind::none:
        case PositionKind::sinusoidal:
        case PositionKind::learned:
        case PositionKind::rope_interleaved:
        case PositionKind::rope_half: return std::nullopt;
    }
    FAIL("the textbook has no function for a position encoding");
    return std::nullopt;
}

Mask textbookMask(const Document& document) {
    Mask mask = textbook::allowAll(document.n());
    for (const MaskRule& rule : document.mask.rules) {
        mask = textbook::joinMasks(mask, test::textbookMask(rule, document.n()));
    }
    for (const Cell cell : document.mask.flips) mask(cell.row, cell.col) ^= true;
    return mask;
}

}  // namespace

Mask textbookMask(const MaskRule& rule, Index tokens) {
    const auto [first, second] = rule.numbers;
    switch (rule.kind) {
        case MaskKind::none: return textbook::allowAll(tokens);
        case MaskKind::causal: return textbook::causalMask(tokens);
        case MaskKind::strict_causal: return textbook::strictCausalMask(tokens);
        case MaskKind::offset: return textbook::offsetMask(tokens, first);
        case MaskKind::sliding_window: return textbook::slidingWindowMask(tokens, first);
        case MaskKind::local_window: return textbook::localWindowMask(tokens, first);
        case MaskKind::prefix_lm: return textbook::prefixMask(tokens, first);
        case MaskKind::padding:
            return textbook::paddingMask({rule.per_token.begin(), rule.per_token.end()});
        case MaskKind::documents: return textbook::documentsMask(rule.per_token);
        case MaskKind::strided: return textbook::stridedMask(tokens, first);
        case MaskKind::streaming: return textbook::streamingMask(tokens, first, second);
        case MaskKind::global_window: return textbook::globalWindowMask(tokens, first, second);
        case MaskKind::dilated_window: return textbook::dilatedWindowMask(tokens, first, second);
        case MaskKind::custom:
            return textbook::maskWhere(tokens, [&](Index query, Index key) -> bool {
                return rule.allowed[asSize(query)][asSize(key)];
            });
    }
    FAIL("the textbook has no function for a kind of mask");
    return {};
}

TextbookStages textbookStages(const Document& document) {
    using Id = MatrixId;
    TextbookStages all;
    const auto put = [&](Id id, TextbookNumbers numbers) {
        return all[id].emplace_back(std::move(numbers));
    };
    const Masking& masking = document.masking;
    const bool on_scores = info(masking.method).place == MaskingPlace::scores;
    const bool before_scale = masksBeforeScale(masking);
    const Weights& weights = document.weights;
    const Biases& biases = document.biases;
    const Index d_k = document.dK();
    const Index d_v = document.dV();

    const Mask mask = textbookMask(document);
    put(Id::mask, mask.cast<double>());
    TextbookNumbers input = put(Id::embeddings, document.embeddings.get());
    if (const auto positions = addedPositions(document)) {
        put(Id::positions, *positions);
        input = put(Id::encoded, textbook::addPositions(input, *positions));
    }

    std::vector<TextbookNumbers> contexts;
    for (Index head = 0; head < document.heads; ++head) {
        const auto projected = [&](Id id, const SharedMatrix& weight,
                                   const std::optional<SharedMatrix>& bias, Index width) {
            const TextbookNumbers columns = weight.get().middleCols(head * width, width);
            if (!bias) return put(id, textbook::project(input, columns));
            return put(
                id, textbook::project(input, columns, bias->get().middleCols(head * width, width)));
        };
        TextbookNumbers queries = projected(Id::query, weights.query, biases.query, d_k);
        TextbookNumbers keys = projected(Id::key, weights.key, biases.key, d_k);
        const TextbookNumbers values = projected(Id::value, weights.value, biases.value, d_v);
        if (const auto turned = rotated(document.positions, queries)) {
            queries = put(Id::rotated_query, *turned);
            keys = put(Id::rotated_key, *rotated(document.positions, keys));
        }

        TextbookNumbers scores = put(Id::scores, textbook::scorePairs(queries, keys));
        const auto mask_scores = [&] {
            scores = put(Id::masked_scores, maskedScores(masking, scores, mask));
        };
        if (before_scale) mask_scores();
        scores =
            put(Id::scaled_scores, textbook::scaleScores(scores, divisorOf(document.scale, d_k)));
        if (document.softcap) {
            scores = put(Id::capped_scores, textbook::capScores(scores, *document.softcap));
        }
        if (const auto lower = biased(document, head, scores)) {
            scores = put(Id::biased_scores, *lower);
        }
        if (on_scores && !before_scale) mask_scores();

        const TextbookNumbers softmax = isOverColumns(masking) ? textbook::softmaxColumns(scores)
                                                               : textbook::softmaxRows(scores);
        if (!on_scores) {
            put(Id::unmasked_weights, softmax);
            put(Id::masked_weights, textbook::zeroBlocked(softmax, mask));
        }
        const TextbookNumbers attention_weights =
            put(Id::attention_weights, attentionWeights(masking.method, softmax, mask));
        contexts.push_back(textbook::sumValues(attention_weights, values));
    }
    const TextbookNumbers context = put(Id::context, textbook::joinHeads(contexts));
    if (biases.output) {
        put(Id::output, textbook::project(context, weights.output->get(), biases.output->get()));
    } else if (weights.output) {
        put(Id::output, textbook::project(context, weights.output->get()));
    }
    return all;
}

}  // namespace lookback::test
