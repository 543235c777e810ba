#include "core/attention/stages.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/attention/edited.h"
#include "core/attention/kernels.h"
#include "core/attention/masking_arithmetic.h"
#include "core/attention/position_arithmetic.h"
#include "core/attention/stage_formulas.h"
#include "core/base/text.h"

namespace lookback {
namespace {

using Id = MatrixId;

constexpr auto kAlways = [](const Document&) { return true; };
constexpr auto kRotary = [](const Document& d) { return info(d.positions.kind).is_rotary; };
constexpr auto kAdded = [](const Document& d) { return info(d.positions.kind).is_added; };
constexpr auto kSloped = [](const Document& d) { return info(d.positions.kind).has_slopes; };
constexpr auto kCapped = [](const Document& d) { return d.softcap.has_value(); };
constexpr auto kMasksScores = [](const Document& d) {
    return info(d.masking.method).place == MaskingPlace::scores;
};
constexpr auto kMasksWeights = [](const Document& d) { return !kMasksScores(d); };

template <Id id>
constexpr auto kIs = [](const Document&) { return id; };

template <Operand operand>
constexpr auto kLaidOut = [](const Document&) { return operand; };

template <Arithmetic arithmetic>
constexpr auto kShown = [](const Document&) { return arithmetic; };

MatrixId scaledFrom(const Document& d) {
    return masksBeforeScale(d.masking) ? Id::masked_scores : Id::scores;
}
MatrixId scaledOrCapped(const Document& d) {
    return kCapped(d) ? Id::capped_scores : Id::scaled_scores;
}
MatrixId lastOfScores(const Document& d) {
    return kSloped(d) ? Id::biased_scores : scaledOrCapped(d);
}
MatrixId maskedFrom(const Document& d) {
    return masksBeforeScale(d.masking) ? Id::scores : lastOfScores(d);
}
MatrixId weightsFrom(const Document& d) {
    return kMasksWeights(d) ? Id::masked_weights : logitsOf(d);
}

Index tokensOf(const Document& d) { return d.n(); }
Index dInOf(const Document& d) { return d.dIn(); }
Index dKOf(const Document& d) { return d.dK(); }
Index dVOf(const Document& d) { return d.dV(); }

Touched allIf(bool differs) { return differs ? kAllTouched : Touched(); }

const MaskingArithmetic& masking(const Document& d) { return arithmeticOf(d.masking.method); }
const PositionArithmetic& placing(const Document& d) { return arithmeticOf(d.positions.kind); }

/// Of a stage that takes nothing from the document itself but its weights.
constexpr auto kUnedited = [](const Document&, const Document&) { return Touched(); };

constexpr auto kOtherAngles = [](const Document& was, const Document& is) {
    return allIf(was.positions.kind != is.positions.kind ||
                 !sameBits(was.positions.base, is.positions.base));
};

const std::array kStages{
    Stage{Id::embeddings, kAlways, "each token as a row of numbers",
          [](const Document&) -> std::string { return "X"; }, kShown<Arithmetic::given>,
          kIs<Id::embeddings>, kIs<Id::embeddings>, Phase::tokens, dInOf,
          kernel([](auto& pass, const Block& block) {
              copyRows(pass.document.embeddings.get(), pass, Id::embeddings, block);
          }),
          [](const Document& was, const Document& is) {
              return editedRows(was.embeddings, is.embeddings);
          },
          "Embeddings"},
    Stage{Id::positions, kAdded, "a row of numbers for each place in the sentence",
          [](const Document& d) { return std::string(placing(d).formula); },
          kShown<Arithmetic::given>, kIs<Id::positions>, kIs<Id::positions>, Phase::tokens, dInOf,
          kernel([](auto& pass, const Block& block) {
              run(placing(pass.document).place, pass, block);
          }),
          [](const Document& was, const Document& is) {
              return was.positions.kind == is.positions.kind
                         ? placing(is).edited(was.positions, is.positions)
                         : kAllTouched;
          },
          "Embeddings"},
    Stage{Id::encoded, kAdded, "what a token is, plus where it stands",
          [](const Document&) -> std::string { return "X + P"; }, kShown<Arithmetic::sum>,
          kIs<Id::embeddings>, kIs<Id::positions>, Phase::tokens, dInOf,
          kernel([](auto& pass, const Block& block) {
              pass.out(Id::encoded, block) =
                  pass.in(Id::embeddings, block) + pass.in(Id::positions, block);
          }),
          kUnedited, "Embeddings"},
    Stage{Id::query, kAlways, "what each token asks for",
          [](const Document& d) { return fmt::format("Q = {} W_Q", asFactor(inputOf(d))); },
          kShown<Arithmetic::dot>, inputOf, kIs<Id::w_query>, Phase::tokens, dKOf,
          kernel([](auto& pass, const Block& block) { project(pass, Id::query, block); }),
          kUnedited, "Queries"},
    Stage{Id::key, kAlways, "what each token offers to be found by",
          [](const Document& d) { return fmt::format("K = {} W_K", asFactor(inputOf(d))); },
          kShown<Arithmetic::dot>, inputOf, kIs<Id::w_key>, Phase::tokens, dKOf,
          kernel([](auto& pass, const Block& block) { project(pass, Id::key, block); }), kUnedited,
          "Keys & values", "",
          [](const Document& d) { return kRotary(d) ? Operand::none : Operand::transposed; }},
    Stage{Id::rotated_query, kRotary, "queries turned by their place",
          [](const Document&) -> std::string { return "Q\u2032 = R(place) Q"; },
          kShown<Arithmetic::rotation>, kIs<Id::query>, kIs<Id::query>, Phase::tokens, dKOf,
          kernel([](auto& pass, const Block& block) {
              rotate(pass, Id::query, Id::rotated_query, block);
          }),
          kOtherAngles, "Rotate"},
    Stage{Id::rotated_key, kRotary, "keys turned by their place",
          [](const Document&) -> std::string { return "K\u2032 = R(place) K"; },
          kShown<Arithmetic::rotation>, kIs<Id::key>, kIs<Id::key>, Phase::tokens, dKOf,
          kernel([](auto& pass, const Block& block) {
              rotate(pass, Id::key, Id::rotated_key, block);
          }),
          kOtherAngles, "Rotate", "", kLaidOut<Operand::transposed>},
    Stage{Id::value, kAlways, "what each token hands over when it is looked at",
          [](const Document& d) { return fmt::format("V = {} W_V", asFactor(inputOf(d))); },
          kShown<Arithmetic::dot>, inputOf, kIs<Id::w_value>, Phase::tokens, dVOf,
          kernel([](auto& pass, const Block& block) { project(pass, Id::value, block); }),
          kUnedited, "Keys & values", "", kLaidOut<Operand::plain>},
    Stage{Id::scores, kAlways, "how well each query matches each key",
          [](const Document& d) {
              return fmt::format("S = {} {}^T", info(queriesOf(d)).symbol, info(keysOf(d)).symbol);
          },
          kShown<Arithmetic::score>, queriesOf, keysOf, Phase::pairs, tokensOf,
          kernel([](auto& pass, const Block& block) {
              const Document& d = pass.document;
              multiply(rowsOf(pass.in(queriesOf(d), block.head), block),
                       pass.panels(keysOf(d), block.head, d.n()), block.cols,
                       rowsOf(pass.out(Id::scores, block.head), block));
          }),
          kUnedited, "Scores", "QK^T"},
    Stage{Id::scaled_scores, kAlways, "scores divided, so that wide vectors do not shout",
          scaleFormula, kShown<Arithmetic::quotient>, scaledFrom, scaledFrom, Phase::pairs,
          tokensOf, kernel([](auto& pass, const Block& block) {
              using Scalar = typename std::decay_t<decltype(pass)>::Number;
              const auto by = static_cast<Scalar>(divisor(pass.document));
              pass.out(Id::scaled_scores, block) = pass.in(scaledFrom(pass.document), block) / by;
          }),
          [](const Document& was, const Document& is) {
              return allIf(!sameBits(divisor(was), divisor(is)));
          },
          "Scale", "\u00f7\u221ad_k"},
    Stage{Id::capped_scores, kCapped, "large scores squeezed, so that none goes beyond the cap",
          softcapFormula, kShown<Arithmetic::capping>, kIs<Id::scaled_scores>,
          kIs<Id::scaled_scores>, Phase::pairs, tokensOf,
          kernel([](auto& pass, const Block& block) {
              using Scalar = typename std::decay_t<decltype(pass)>::Number;
              const auto cap = static_cast<Scalar>(*pass.document.softcap);
              pass.out(Id::capped_scores, block) =
                  pass.in(Id::scaled_scores, block).unaryExpr([cap](Scalar score) {
                      return cap * tanhOf(score / cap);
                  });
          }),
          [](const Document& was, const Document& is) {
              return allIf(!sameBits(was.softcap.value_or(0), is.softcap.value_or(0)));
          },
          "Cap", "tanh"},
    Stage{Id::biased_scores, kSloped, "far tokens lose some of their score", biasFormula,
          kShown<Arithmetic::bias>, scaledOrCapped, scaledOrCapped, Phase::pairs, tokensOf,
          kernel([](auto& pass, const Block& block) {
              subtractDistance(pass, scaledOrCapped(pass.document), Id::biased_scores, block);
          }),
          [](const Document& was, const Document& is) {
              return allIf(was.positions.kind != is.positions.kind ||
                           was.positions.slopes != is.positions.slopes);
          },
          "Distance", "\u2212 m\u00b7|i\u2212j|"},
    Stage{Id::mask, kAlways, "at whom each token may look", allowedFormula,
          kShown<Arithmetic::rule>, kIs<Id::mask>, kIs<Id::mask>, Phase::tokens, tokensOf,
          kernel([](auto& pass, const Block& block) { writeMask(pass, block); }),
          [](const Document& was, const Document& is) { return editedRows(was.mask, is.mask); },
          "Mask"},
    Stage{Id::masked_scores, kMasksScores, "scores of tokens that must not be seen are taken out",
          maskingFormula, kShown<Arithmetic::masking>, maskedFrom, kIs<Id::mask>, Phase::pairs,
          tokensOf, kernel([](auto& pass, const Block& block) {
              run(masking(pass.document).mask_scores, pass, block);
          }),
          [](const Document& was, const Document& is) {
              return allIf(was.masking.method != is.masking.method ||
                           !sameBits(was.masking.value, is.masking.value));
          },
          "Mask", "+ mask"},
    Stage{Id::unmasked_weights, kMasksWeights,
          "each row of scores becomes weights, mask or no mask",
          [](const Document& d) {
              return fmt::format("A_0 = softmax({})", info(logitsOf(d)).symbol);
          },
          kShown<Arithmetic::softmax>, logitsOf, logitsOf, Phase::pairs, tokensOf,
          kernel([](auto& pass, const Block& block) {
              rowSoftmax(pass, logitsOf(pass.document), Id::unmasked_weights, block);
          }),
          kUnedited, "Softmax", "softmax"},
    Stage{Id::masked_weights, kMasksWeights, "weights of tokens that must not be seen become 0",
          [](const Document&) -> std::string { return "A_M = A_0 \u00b7 M"; },
          kShown<Arithmetic::zeroing>, kIs<Id::unmasked_weights>, kIs<Id::mask>, Phase::pairs,
          tokensOf, kernel([](auto& pass, const Block& block) {
              using Scalar = typename std::decay_t<decltype(pass)>::Number;
              pass.out(Id::masked_weights, block) =
                  pass.in(Id::unmasked_weights, block)
                      .cwiseProduct(pass.mask(block).template cast<Scalar>());
          }),
          kUnedited, "Mask", "\u00b7 mask"},
    Stage{Id::attention_weights, kAlways, "each row becomes weights that add up to 1",
          weightsFormula, [](const Document& d) { return masking(d).weights; }, weightsFrom,
          weightsFrom, Phase::pairs, tokensOf, kernel([](auto& pass, const Block& block) {
              run(masking(pass.document).weigh, pass, block);
          }),
          [](const Document& was, const Document& is) {
              return allIf(was.masking.method != is.masking.method);
          },
          "", "softmax A"},
    Stage{Id::context, kAlways, "the values, mixed by the weights",
          [](const Document&) -> std::string { return "A V"; }, kShown<Arithmetic::weighted_sum>,
          kIs<Id::attention_weights>, kIs<Id::value>, Phase::pairs, dVOf,
          kernel([](auto& pass, const Block& block) {
              const Index d_v = pass.document.dV();
              auto context = rowsOf(pass.out(Id::context), block);
              multiply(rowsOf(pass.in(Id::attention_weights, block.head), block),
                       pass.panels(Id::value, block.head, d_v), block.cols,
                       context.middleCols(block.head * d_v, d_v),
                       pass.finite_values ? Terms::counting : Terms::all);
          }),
          kUnedited, "Weighted sum"},
    Stage{Id::output, [](const Document& d) { return d.weights.output.has_value(); },
          "the heads' contexts, mixed into the result",
          [](const Document&) -> std::string { return "Y = (A V) W_O"; }, kShown<Arithmetic::dot>,
          kIs<Id::context>, kIs<Id::w_output>, Phase::output,
          [](const Document& d) { return d.weights.output->cols(); },
          kernel([](auto& pass, const Block& block) { project(pass, Id::output, block); }),
          kUnedited, "Output", "\u00b7W_O"},
};

}  // namespace

std::span<const Stage> stageTable() { return kStages; }

const Stage& stage(MatrixId id) {
    const auto place = static_cast<std::size_t>(id) - static_cast<std::size_t>(Id::embeddings);
    assert(place < kStages.size() && kStages[place].id == id);
    return kStages[place];
}

std::vector<MatrixId> stageOrder(const Document& document) {
    std::vector<MatrixId> order;
    for (const Stage& row : kStages) {
        if (row.applies(document)) order.push_back(row.id);
    }
    if (masksBeforeScale(document.masking)) {
        const auto scaled = std::find(order.begin(), order.end(), Id::scaled_scores);
        const auto mask = std::find(order.begin(), order.end(), Id::mask);
        std::rotate(scaled, mask, std::find(order.begin(), order.end(), Id::masked_scores) + 1);
    }
    return order;
}

MatrixId logitsOf(const Document& document) {
    const bool masked_last = kMasksScores(document) && !masksBeforeScale(document.masking);
    return masked_last ? Id::masked_scores : lastOfScores(document);
}

MatrixId inputOf(const Document& document) {
    return kAdded(document) ? Id::encoded : Id::embeddings;
}

MatrixId queriesOf(const Document& d) { return kRotary(d) ? Id::rotated_query : Id::query; }

MatrixId keysOf(const Document& d) { return kRotary(d) ? Id::rotated_key : Id::key; }

}  // namespace lookback
