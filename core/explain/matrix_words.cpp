#include "core/explain/matrix_words.h"

#include <array>

#include "core/explain/in_conventions.h"
#include "messages/matrix.h"

namespace lookback {
namespace {

struct MatrixWords {
    MatrixId id;
    Message (*title)();
    Message (*all)();
    Message (*one)();
};

template <class Title, class All, class One>
constexpr MatrixWords words(MatrixId id) {
    return {id, stated<Title>, stated<All>, stated<One>};
}

constexpr std::array<MatrixWords, kMatrixCount> kWords{
    words<say::matrix::TitleWeightsQuery, say::matrix::AllWeightsQuery,
          say::matrix::OneWeightsQuery>(MatrixId::w_query),
    words<say::matrix::TitleWeightsKey, say::matrix::AllWeightsKey, say::matrix::OneWeightsKey>(
        MatrixId::w_key),
    words<say::matrix::TitleWeightsValue, say::matrix::AllWeightsValue,
          say::matrix::OneWeightsValue>(MatrixId::w_value),
    words<say::matrix::TitleWeightsOutput, say::matrix::AllWeightsOutput,
          say::matrix::OneWeightsOutput>(MatrixId::w_output),
    words<say::matrix::TitleBiasesQuery, say::matrix::AllBiasesQuery, say::matrix::OneBiasesQuery>(
        MatrixId::b_query),
    words<say::matrix::TitleBiasesKey, say::matrix::AllBiasesKey, say::matrix::OneBiasesKey>(
        MatrixId::b_key),
    words<say::matrix::TitleBiasesValue, say::matrix::AllBiasesValue, say::matrix::OneBiasesValue>(
        MatrixId::b_value),
    words<say::matrix::TitleBiasesOutput, say::matrix::AllBiasesOutput,
          say::matrix::OneBiasesOutput>(MatrixId::b_output),
    words<say::matrix::TitleEmbeddings, say::matrix::AllEmbeddings, say::matrix::OneEmbeddings>(
        MatrixId::embeddings),
    words<say::matrix::TitlePositions, say::matrix::AllPositions, say::matrix::OnePositions>(
        MatrixId::positions),
    words<say::matrix::TitleEncoded, say::matrix::AllEncoded, say::matrix::OneEncoded>(
        MatrixId::encoded),
    words<say::matrix::TitleQuery, say::matrix::AllQuery, say::matrix::OneQuery>(MatrixId::query),
    words<say::matrix::TitleKey, say::matrix::AllKey, say::matrix::OneKey>(MatrixId::key),
    words<say::matrix::TitleRotatedQuery, say::matrix::AllRotatedQuery,
          say::matrix::OneRotatedQuery>(MatrixId::rotated_query),
    words<say::matrix::TitleRotatedKey, say::matrix::AllRotatedKey, say::matrix::OneRotatedKey>(
        MatrixId::rotated_key),
    words<say::matrix::TitleValue, say::matrix::AllValue, say::matrix::OneValue>(MatrixId::value),
    words<say::matrix::TitleScores, say::matrix::AllScores, say::matrix::OneScores>(
        MatrixId::scores),
    words<say::matrix::TitleScaledScores, say::matrix::AllScaledScores,
          say::matrix::OneScaledScores>(MatrixId::scaled_scores),
    words<say::matrix::TitleCappedScores, say::matrix::AllCappedScores,
          say::matrix::OneCappedScores>(MatrixId::capped_scores),
    words<say::matrix::TitleBiasedScores, say::matrix::AllBiasedScores,
          say::matrix::OneBiasedScores>(MatrixId::biased_scores),
    words<say::matrix::TitleMask, say::matrix::AllMask, say::matrix::OneMask>(MatrixId::mask),
    words<say::matrix::TitleMaskedScores, say::matrix::AllMaskedScores,
          say::matrix::OneMaskedScores>(MatrixId::masked_scores),
    words<say::matrix::TitleUnmaskedWeights, say::matrix::AllUnmaskedWeights,
          say::matrix::OneUnmaskedWeights>(MatrixId::unmasked_weights),
    words<say::matrix::TitleMaskedWeights, say::matrix::AllMaskedWeights,
          say::matrix::OneMaskedWeights>(MatrixId::masked_weights),
    words<say::matrix::TitleAttentionWeights, say::matrix::AllAttentionWeights,
          say::matrix::OneAttentionWeights>(MatrixId::attention_weights),
    words<say::matrix::TitleContext, say::matrix::AllContext, say::matrix::OneContext>(
        MatrixId::context),
    words<say::matrix::TitleOutput, say::matrix::AllOutput, say::matrix::OneOutput>(
        MatrixId::output),
};
static_assert([] {
    for (std::size_t k = 0; k < kWords.size(); ++k) {
        if (kWords[k].id != static_cast<MatrixId>(k)) return false;
    }
    return true;
}());

const MatrixWords& wordsOf(MatrixId id) { return kWords[static_cast<std::size_t>(id)]; }

/// The matrix that a product with these weights, or an addition of this bias, makes.
MatrixId productOf(MatrixId parameter) {
    switch (parameter) {
        case MatrixId::w_query:
        case MatrixId::b_query: return MatrixId::query;
        case MatrixId::w_key:
        case MatrixId::b_key: return MatrixId::key;
        case MatrixId::w_value:
        case MatrixId::b_value: return MatrixId::value;
        default: return MatrixId::output;
    }
}

}  // namespace

Message titleOf(MatrixId id) { return wordsOf(id).title(); }

Message allOf(MatrixId id) { return wordsOf(id).all(); }

Message oneOf(MatrixId id) { return wordsOf(id).one(); }

Message rowOf(MatrixId id) {
    return isOfPairs(id) ? Message(say::matrix::RowOfPairs{}) : oneOf(id);
}

Message rowNameOf(MatrixId id) {
    return isOfPairs(id) ? Message(say::matrix::RowOfPairs{}) : Message(say::matrix::Row{});
}

Message legendOf(MatrixId id, const Conventions& conventions, bool is_turned) {
    const Verbatim symbol{symbolInConventions(id, conventions, is_turned)};
    if (isBias(id)) {
        return say::matrix::LegendBias{
            .symbol = symbol, .matrix = allOf(id), .to = allOf(productOf(id))};
    }
    if (isParameter(id)) {
        const bool is_last = id == MatrixId::w_output;
        return say::matrix::LegendWeights{
            .symbol = symbol,
            .matrix = allOf(id),
            .from = allOf(is_last ? MatrixId::context : MatrixId::embeddings),
            .to = allOf(productOf(id))};
    }
    if (isOfPairs(id)) {
        using Said = say::matrix::LegendPairs;
        return Said{.symbol = symbol,
                    .matrix = allOf(id),
                    .is = is_turned ? Said::Is::turned : Said::Is::other};
    }
    using Said = say::matrix::LegendTokens;
    return Said{.symbol = symbol,
                .matrix = allOf(id),
                .is = is_turned ? Said::Is::turned : Said::Is::other};
}

Message rowsOf(MatrixId id) {
    return isOfPairs(id) ? Message(say::matrix::RowsOfPairs{}) : Message(say::matrix::Rows{});
}

}  // namespace lookback
