#include "core/engine/stages.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/kernels.h"
#include "core/engine/masking_arithmetic.h"
#include "core/engine/position_arithmetic.h"
#include "messages/stages.h"

namespace lookback {
namespace {

using Id = MatrixId;

// Which documents call for a stage.

bool isRotary(const Document& d) { return info(d.positions.kind).is_rotary; }
bool isAdded(const Document& d) { return info(d.positions.kind).is_added; }
bool isSloped(const Document& d) { return info(d.positions.kind).has_slopes; }
bool isCapped(const Document& d) { return d.softcap.has_value(); }
bool masksScores(const Document& d) { return info(d.masking.method).place == MaskingPlace::scores; }
bool masksWeights(const Document& d) { return !masksScores(d); }
bool hasOutput(const Document& d) { return d.weights.output.has_value(); }

// Operands of stages that differ from document to document.

template <Id id>
constexpr auto kIs = [](const Document&) { return id; };

MatrixId scaledFrom(const Document& d) {
    return masksBeforeScale(d.masking) ? Id::masked_scores : Id::scores;
}
MatrixId scaledOrCapped(const Document& d) {
    return isCapped(d) ? Id::capped_scores : Id::scaled_scores;
}
MatrixId lastOfScores(const Document& d) {
    return isSloped(d) ? Id::biased_scores : scaledOrCapped(d);
}
MatrixId maskedFrom(const Document& d) {
    return masksBeforeScale(d.masking) ? Id::scores : lastOfScores(d);
}
MatrixId weightsFrom(const Document& d) {
    return masksWeights(d) ? Id::masked_weights : softmaxInput(d);
}

Index tokensOf(const Document& d) { return d.n(); }
Index dInOf(const Document& d) { return d.dIn(); }
Index dKOf(const Document& d) { return d.dK(); }
Index dVOf(const Document& d) { return d.dV(); }
Index outputWidthOf(const Document& d) { return d.weights.output->cols(); }

template <Operand operand>
constexpr auto kLaidOut = [](const Document&) { return operand; };

template <Arithmetic arithmetic>
constexpr auto kMade = [](const Document&) { return arithmetic; };

Arithmetic softmaxKind(const Document& d) {
    return isOverColumns(d.masking) ? Arithmetic::column_softmax : Arithmetic::softmax;
}

const MaskingArithmetic& masking(const Document& d) { return maskingArithmetic(d.masking.method); }
const PositionArithmetic& placing(const Document& d) {
    return positionArithmetic(d.positions.kind);
}

// Changes of a stage by edits of the fields of the document that it reads.

ChangedCells allIf(bool differs) { return differs ? kAllChanged : ChangedCells(); }

ChangedCells editedEmbeddings(const Document& was, const Document& is) {
    return editedRows(was.embeddings, is.embeddings);
}
template <std::optional<SharedMatrix> Biases::*bias>
ChangedCells editedBias(const Document& was, const Document& is) {
    const auto& before = was.biases.*bias;
    const auto& after = is.biases.*bias;
    if (before.has_value() != after.has_value()) return kAllChanged;
    if (!after) return {};
    const bool is_of_all_heads = bias != &Biases::output;
    return editedColumns(*before, *after, after->cols() / (is_of_all_heads ? is.heads : 1));
}
ChangedCells editedPositions(const Document& was, const Document& is) {
    return was.positions.kind == is.positions.kind ? placing(is).edited(was.positions, is.positions)
                                                   : kAllChanged;
}
ChangedCells editedAngles(const Document& was, const Document& is) {
    return allIf(was.positions.kind != is.positions.kind ||
                 !sameBits(was.positions.base, is.positions.base));
}
ChangedCells editedScale(const Document& was, const Document& is) {
    return allIf(!sameBits(divisor(was), divisor(is)));
}
ChangedCells editedSoftcap(const Document& was, const Document& is) {
    return allIf(!sameBits(was.softcap.value_or(0), is.softcap.value_or(0)));
}
ChangedCells editedSlopes(const Document& was, const Document& is) {
    return allIf(was.positions.kind != is.positions.kind ||
                 was.positions.slopes != is.positions.slopes);
}
ChangedCells editedMask(const Document& was, const Document& is) {
    return editedRows(was.mask, is.mask);
}
ChangedCells editedMasking(const Document& was, const Document& is) {
    return allIf(was.masking.method != is.masking.method ||
                 !sameBits(was.masking.value, is.masking.value));
}
ChangedCells editedMethod(const Document& was, const Document& is) {
    return allIf(was.masking.method != is.masking.method ||
                 was.masking.softmax != is.masking.softmax);
}
ChangedCells editedSoftmax(const Document& was, const Document& is) {
    return allIf(was.masking.softmax != is.masking.softmax);
}

// Formulas, as papers write them.

using Formula = std::string;

std::string_view symbolOf(Id id) { return info(id).symbol; }

/// The bias that a stage adds, as the last term of its formula.
std::string plusBias(const Document& d, Id id) {
    const std::optional<Id> bias = biasOf(d, id);
    return bias ? fmt::format(" + {}", symbolOf(*bias)) : Formula();
}

std::string formulaOfScores(const Document& d) {
    return fmt::format("S = {} {}^T", symbolOf(scoreQueries(d)), symbolOf(scoreKeys(d)));
}

std::string formulaOfScale(const Document& d) {
    const std::string scaled = fmt::format("S\u2032 = {}", symbolOf(scaledFrom(d)));
    const std::string by = symbolOfDivisor(d.scale);
    return by.empty() ? scaled : scaled + " / " + by;
}

/// Empty where scores are not divided: the ribbon then shows the symbol of the scaled scores.
std::string signOfScale(const Document& d) {
    const std::string by = symbolOfDivisor(d.scale);
    return by.empty() ? by : "\u00f7" + by;
}

std::string formulaOfSoftcap(const Document& d) {
    return fmt::format("S_c = {0} \u00b7 tanh(S\u2032 / {0})", formatShort(*d.softcap));
}

std::string formulaOfBias(const Document& d) {
    return fmt::format("S_b = {} \u2212 slope \u00b7 |i \u2212 j|", symbolOf(scaledOrCapped(d)));
}

std::string formulaOfMasking(const Document& d) {
    return masking(d).formula(symbolOf(maskedFrom(d)), d.masking);
}

/// The axis of softmax, where it is the wrong one.
Formula overColumns(const Document& d) {
    return isOverColumns(d.masking) ? fmt::format(" over {}", "columns") : Formula();
}

/// The engine, in the order of computation: formula and code stand side by side.
constexpr std::array kStages{
    Stage{
        .id = Id::embeddings,
        .line = stated<say::stages::Embeddings>,
        .formula = [](const Document&) -> Formula { return "X"; },
        .arithmetic = kMade<Arithmetic::given>,
        .left = kIs<Id::embeddings>,
        .right = kIs<Id::embeddings>,
        .width = dInOf,
        .phase = Phase::tokens,
        .compute = kernel([](auto& pass, const Block& block) {
            copyRows(pass.document.embeddings.get(), pass, Id::embeddings, block);
        }),
        .edited = editedEmbeddings,
        .step = stated<say::stages::StepEmbeddings>,
    },
    Stage{
        .id = Id::positions,
        .line = stated<say::stages::Positions>,
        .applies = isAdded,
        .formula = [](const Document& d) { return Formula(placing(d).formula); },
        .arithmetic = kMade<Arithmetic::given>,
        .left = kIs<Id::positions>,
        .right = kIs<Id::positions>,
        .width = dInOf,
        .phase = Phase::tokens,
        .compute = kernel(
            [](auto& pass, const Block& block) { run(placing(pass.document).place, pass, block); }),
        .edited = editedPositions,
        .step = stated<say::stages::StepEmbeddings>,
    },
    Stage{
        .id = Id::encoded,
        .line = stated<say::stages::Encoded>,
        .applies = isAdded,
        .formula = [](const Document&) -> Formula { return "X + P"; },
        .arithmetic = kMade<Arithmetic::sum>,
        .left = kIs<Id::embeddings>,
        .right = kIs<Id::positions>,
        .width = dInOf,
        .phase = Phase::tokens,
        .compute = kernel([](auto& pass, const Block& block) {
            pass.out(Id::encoded, block) =
                pass.in(Id::embeddings, block) + pass.in(Id::positions, block);
        }),
        .step = stated<say::stages::StepEmbeddings>,
    },
    Stage{
        .id = Id::query,
        .line = stated<say::stages::Query>,
        .formula =
            [](const Document& d) {
                return "Q = " + asFactor(inputOf(d)) + " W_q" + plusBias(d, Id::query);
            },
        .arithmetic = kMade<Arithmetic::dot>,
        .left = inputOf,
        .right = kIs<Id::w_query>,
        .width = dKOf,
        .phase = Phase::tokens,
        .compute = kernel([](auto& pass, const Block& block) { project(pass, Id::query, block); }),
        .bias = Id::b_query,
        .edited = editedBias<&Biases::query>,
        .step = stated<say::stages::StepQuery>,
    },
    Stage{
        .id = Id::key,
        .line = stated<say::stages::Key>,
        .formula =
            [](const Document& d) {
                return "K = " + asFactor(inputOf(d)) + " W_k" + plusBias(d, Id::key);
            },
        .arithmetic = kMade<Arithmetic::dot>,
        .left = inputOf,
        .right = kIs<Id::w_key>,
        .width = dKOf,
        .phase = Phase::tokens,
        .compute = kernel([](auto& pass, const Block& block) { project(pass, Id::key, block); }),
        .bias = Id::b_key,
        .edited = editedBias<&Biases::key>,
        .step = stated<say::stages::StepKeysAndValues>,
        .operand =
            [](const Document& d) { return isRotary(d) ? Operand::none : Operand::transposed; },
    },
    Stage{
        .id = Id::rotated_query,
        .line = stated<say::stages::RotatedQuery>,
        .applies = isRotary,
        .formula = [](const Document&) -> Formula { return "Q\u2032 = R(position) Q"; },
        .arithmetic = kMade<Arithmetic::rotation>,
        .left = kIs<Id::query>,
        .right = kIs<Id::query>,
        .width = dKOf,
        .phase = Phase::tokens,
        .compute = kernel([](auto& pass, const Block& block) {
            rotate(pass, Id::query, Id::rotated_query, block);
        }),
        .edited = editedAngles,
        .step = stated<say::stages::StepRotate>,
    },
    Stage{
        .id = Id::rotated_key,
        .line = stated<say::stages::RotatedKey>,
        .applies = isRotary,
        .formula = [](const Document&) -> Formula { return "K\u2032 = R(position) K"; },
        .arithmetic = kMade<Arithmetic::rotation>,
        .left = kIs<Id::key>,
        .right = kIs<Id::key>,
        .width = dKOf,
        .phase = Phase::tokens,
        .compute = kernel(
            [](auto& pass, const Block& block) { rotate(pass, Id::key, Id::rotated_key, block); }),
        .edited = editedAngles,
        .step = stated<say::stages::StepRotate>,
        .operand = kLaidOut<Operand::transposed>,
    },
    Stage{
        .id = Id::value,
        .line = stated<say::stages::Value>,
        .formula =
            [](const Document& d) {
                return "V = " + asFactor(inputOf(d)) + " W_v" + plusBias(d, Id::value);
            },
        .arithmetic = kMade<Arithmetic::dot>,
        .left = inputOf,
        .right = kIs<Id::w_value>,
        .width = dVOf,
        .phase = Phase::tokens,
        .compute = kernel([](auto& pass, const Block& block) { project(pass, Id::value, block); }),
        .bias = Id::b_value,
        .edited = editedBias<&Biases::value>,
        .step = stated<say::stages::StepKeysAndValues>,
        .operand = kLaidOut<Operand::plain>,
    },
    Stage{
        .id = Id::scores,
        .line = stated<say::stages::Scores>,
        .formula = formulaOfScores,
        .arithmetic = kMade<Arithmetic::score>,
        .left = scoreQueries,
        .right = scoreKeys,
        .width = tokensOf,
        .phase = Phase::pairs,
        .compute = kernel([](auto& pass, const Block& block) {
            const Document& d = pass.document;
            multiply(rowsOf(pass.in(scoreQueries(d), block.head), block),
                     pass.panels(scoreKeys(d), block.head, d.n()), block.cols,
                     rowsOf(pass.out(Id::scores, block.head), block));
        }),
        .step = stated<say::stages::StepScores>,
        .sign = [](const Document&) -> Formula { return "QK^T"; },
    },
    Stage{
        .id = Id::scaled_scores,
        .line = stated<say::stages::ScaledScores>,
        .formula = formulaOfScale,
        .arithmetic = kMade<Arithmetic::quotient>,
        .left = scaledFrom,
        .right = scaledFrom,
        .width = tokensOf,
        .phase = Phase::pairs,
        .compute = kernel([](auto& pass, const Block& block) {
            using Scalar = typename std::decay_t<decltype(pass)>::Number;
            const auto by = static_cast<Scalar>(divisor(pass.document));
            divide(pass, scaledFrom(pass.document), Id::scaled_scores, block, by);
        }),
        .edited = editedScale,
        .step = stated<say::stages::StepScale>,
        .sign = signOfScale,
    },
    Stage{
        .id = Id::capped_scores,
        .line = stated<say::stages::CappedScores>,
        .applies = isCapped,
        .formula = formulaOfSoftcap,
        .arithmetic = kMade<Arithmetic::capping>,
        .left = kIs<Id::scaled_scores>,
        .right = kIs<Id::scaled_scores>,
        .width = tokensOf,
        .phase = Phase::pairs,
        .compute = kernel([](auto& pass, const Block& block) {
            using Scalar = typename std::decay_t<decltype(pass)>::Number;
            const auto cap = static_cast<Scalar>(*pass.document.softcap);
            pass.out(Id::capped_scores, block) =
                pass.in(Id::scaled_scores, block).unaryExpr([cap](Scalar score) {
                    return cap * tanhOf(score / cap);
                });
        }),
        .edited = editedSoftcap,
        .step = stated<say::stages::StepCap>,
        .sign = [](const Document&) -> Formula { return "tanh"; },
    },
    Stage{
        .id = Id::biased_scores,
        .line = stated<say::stages::BiasedScores>,
        .applies = isSloped,
        .formula = formulaOfBias,
        .arithmetic = kMade<Arithmetic::bias>,
        .left = scaledOrCapped,
        .right = scaledOrCapped,
        .width = tokensOf,
        .phase = Phase::pairs,
        .compute = kernel([](auto& pass, const Block& block) {
            subtractDistance(pass, scaledOrCapped(pass.document), Id::biased_scores, block);
        }),
        .edited = editedSlopes,
        .step = stated<say::stages::StepDistance>,
        .sign = [](const Document&) -> Formula { return "\u2212 m\u00b7|i\u2212j|"; },
    },
    Stage{
        .id = Id::mask,
        .line = stated<say::stages::Mask>,
        .formula = [](const Document& d) { return "M = " + allowedKeys(d); },
        .arithmetic = kMade<Arithmetic::rule>,
        .left = kIs<Id::mask>,
        .right = kIs<Id::mask>,
        .width = tokensOf,
        .phase = Phase::tokens,
        .compute = kernel([](auto& pass, const Block& block) { writeMask(pass, block); }),
        .edited = editedMask,
        .step = stated<say::stages::StepMask>,
    },
    Stage{
        .id = Id::masked_scores,
        .line = stated<say::stages::MaskedScores>,
        .applies = masksScores,
        .formula = formulaOfMasking,
        .arithmetic = kMade<Arithmetic::masking>,
        .left = maskedFrom,
        .right = kIs<Id::mask>,
        .width = tokensOf,
        .phase = Phase::pairs,
        .compute = kernel([](auto& pass, const Block& block) {
            run(masking(pass.document).mask_scores, pass, block);
        }),
        .edited = editedMasking,
        .step = stated<say::stages::StepMask>,
        .sign = [](const Document& d) { return masking(d).sign(d.masking); },
    },
    Stage{
        .id = Id::unmasked_weights,
        .line = stated<say::stages::UnmaskedWeights>,
        .applies = masksWeights,
        .formula =
            [](const Document& d) {
                return fmt::format("A_0 = softmax({}){}", symbolOf(softmaxInput(d)),
                                   overColumns(d));
            },
        .arithmetic = softmaxKind,
        .left = softmaxInput,
        .right = softmaxInput,
        .width = tokensOf,
        .phase = Phase::pairs,
        .compute = kernel([](auto& pass, const Block& block) {
            weighBySoftmax(pass, Id::unmasked_weights, block);
        }),
        .edited = editedSoftmax,
        .step = stated<say::stages::StepSoftmax>,
        .sign = [](const Document&) -> Formula { return "softmax"; },
    },
    Stage{
        .id = Id::masked_weights,
        .line = stated<say::stages::MaskedWeights>,
        .applies = masksWeights,
        .formula = [](const Document&) -> Formula { return "A_M = A_0 \u00b7 M"; },
        .arithmetic = kMade<Arithmetic::zeroing>,
        .left = kIs<Id::unmasked_weights>,
        .right = kIs<Id::mask>,
        .width = tokensOf,
        .phase = Phase::pairs,
        .compute = kernel([](auto& pass, const Block& block) {
            using Scalar = typename std::decay_t<decltype(pass)>::Number;
            pass.out(Id::masked_weights, block) =
                pass.in(Id::unmasked_weights, block)
                    .cwiseProduct(pass.mask(block).template cast<Scalar>());
        }),
        .step = stated<say::stages::StepMask>,
        .sign = [](const Document&) -> Formula { return "\u00b7 mask"; },
    },
    Stage{
        .id = Id::attention_weights,
        .line = stated<say::stages::AttentionWeights>,
        .formula = [](const Document& d) { return masking(d).weights_formula(d); },
        .arithmetic =
            [](const Document& d) {
                const Arithmetic weights = masking(d).weights;
                return weights == Arithmetic::softmax ? softmaxKind(d) : weights;
            },
        .left = weightsFrom,
        .right = weightsFrom,
        .width = tokensOf,
        .phase = Phase::pairs,
        .compute = kernel(
            [](auto& pass, const Block& block) { run(masking(pass.document).weigh, pass, block); }),
        .edited = editedMethod,
        .sign = [](const Document& d) { return Formula(masking(d).weights_sign); },
    },
    Stage{
        .id = Id::context,
        .line = stated<say::stages::Context>,
        .formula = [](const Document&) -> Formula { return "A V"; },
        .arithmetic = kMade<Arithmetic::weighted_sum>,
        .left = kIs<Id::attention_weights>,
        .right = kIs<Id::value>,
        .width = dVOf,
        .phase = Phase::pairs,
        .compute = kernel([](auto& pass, const Block& block) {
            const Index d_v = pass.document.dV();
            auto context = rowsOf(pass.out(Id::context), block);
            multiply(rowsOf(pass.in(Id::attention_weights, block.head), block),
                     pass.panels(Id::value, block.head, d_v), block.cols,
                     context.middleCols(block.head * d_v, d_v),
                     pass.finite_values ? Terms::counting : Terms::all);
        }),
        .step = stated<say::stages::StepWeightedSum>,
    },
    Stage{
        .id = Id::output,
        .line = stated<say::stages::Output>,
        .applies = hasOutput,
        .formula = [](const Document& d) { return "Y = (A V) W_o" + plusBias(d, Id::output); },
        .arithmetic = kMade<Arithmetic::dot>,
        .left = kIs<Id::context>,
        .right = kIs<Id::w_output>,
        .width = outputWidthOf,
        .phase = Phase::output,
        .compute = kernel([](auto& pass, const Block& block) { project(pass, Id::output, block); }),
        .bias = Id::b_output,
        .edited = editedBias<&Biases::output>,
        .step = stated<say::stages::StepOutput>,
        .sign = [](const Document&) -> Formula { return "\u00b7W_o"; },
    },
};

constexpr std::size_t placeOfStage(Id id) {
    return static_cast<std::size_t>(id) - static_cast<std::size_t>(Id::embeddings);
}

static_assert(std::all_of(kStages.begin(), kStages.end(), [](const Stage& row) {
    return kStages[placeOfStage(row.id)].id == row.id && row.formula != nullptr &&
           row.arithmetic != nullptr && row.left != nullptr && row.right != nullptr &&
           row.width != nullptr && std::get<KernelIn<double>>(row.compute) != nullptr;
}));

}  // namespace

std::string symbolOfDivisor(const Scale& scale) {
    switch (scale.kind) {
        case Scale::Kind::sqrt_dk: return "\u221ad_k";
        case Scale::Kind::dk: return "d_k";
        case Scale::Kind::none: return {};
        case Scale::Kind::number: break;
    }
    return formatShort(scale.number);
}

std::span<const Stage> stageTable() { return kStages; }

const Stage& stage(MatrixId id) { return kStages[placeOfStage(id)]; }

Message stageLine(const Document& document, MatrixId id) {
    if (id == Id::scaled_scores && document.scale.kind == Scale::Kind::none) {
        return say::stages::ScoresNotDivided{};
    }
    const bool is_softmax = stage(id).arithmetic(document) == Arithmetic::column_softmax;
    if (is_softmax && id == Id::unmasked_weights) return say::stages::UnmaskedColumnWeights{};
    return stage(id).line();
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

MatrixId softmaxInput(const Document& d) {
    const bool masked_last = masksScores(d) && !masksBeforeScale(d.masking);
    return masked_last ? Id::masked_scores : lastOfScores(d);
}

MatrixId inputOf(const Document& d) { return isAdded(d) ? Id::encoded : Id::embeddings; }

std::optional<MatrixId> biasOf(const Document& document, MatrixId stage_id) {
    const std::optional<MatrixId> bias =
        isParameter(stage_id) ? std::nullopt : stage(stage_id).bias;
    return bias && isEditable(document, *bias) ? bias : std::nullopt;
}

MatrixId scoreQueries(const Document& d) { return isRotary(d) ? Id::rotated_query : Id::query; }

MatrixId scoreKeys(const Document& d) { return isRotary(d) ? Id::rotated_key : Id::key; }

TensorShape stageShape(const Stage& row, const Document& document) {
    return {info(row.id).per_head ? document.heads : 1, document.n(),
            row.width(document) * (joinsHeads(row) ? document.heads : 1)};
}

TensorShape operandShape(const Stage& row, const Document& document) {
    switch (row.applies(document) ? row.operand(document) : Operand::none) {
        case Operand::none: break;
        case Operand::plain: return {document.heads, document.n(), row.width(document)};
        case Operand::transposed: return {document.heads, row.width(document), document.n()};
    }
    return {};
}

Phase phaseOf(const Stage& row, const Document& document) {
    if (row.phase != Phase::pairs || !isOverColumns(document.masking)) return row.phase;
    if (row.arithmetic(document) == Arithmetic::column_softmax) return Phase::columns;
    return row.id > Id::unmasked_weights ? Phase::mixing : Phase::pairs;
}

double work(const Document& document, Phase phase) {
    const Index n = document.n();
    const Index d_k = document.dK();
    const Index d_v = document.dV();
    constexpr Index kSoftmax = 32;
    Index a_head = n * d_v;
    if (phase == Phase::tokens) a_head = n * document.dIn() * (2 * d_k + d_v);
    if (phase == Phase::pairs) a_head = n * n * (d_k + d_v + kSoftmax);
    if (phase == Phase::columns) a_head = n * n * kSoftmax;
    if (phase == Phase::mixing) a_head = n * n * d_v;
    return static_cast<double>(document.heads * a_head);
}

std::string asFactor(Id id) {
    const std::string symbol(symbolOf(id));
    return symbol.find('+') == std::string::npos ? symbol : "(" + symbol + ")";
}

std::string softmaxFormula(const Document& d) {
    return fmt::format("A = softmax({}){}", symbolOf(softmaxInput(d)), overColumns(d));
}

std::string allowedKeys(const Document& d) {
    std::string all;
    for (const MaskRule& rule : d.mask.rules) {
        if (rule.kind == MaskKind::none) continue;
        all += all.empty() ? "" : " and ";
        all += info(rule.kind).rule;
    }
    return all.empty() ? std::string(kEveryKey) : all;
}

}  // namespace lookback
