#include "core/attention/stages.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/attention/kernels.h"
#include "core/base/text.h"

namespace lookback {
namespace {

using Id = MatrixId;
using Flags = Eigen::Map<const Matrix<unsigned char>>;

/// One generic function, written once, for every scalar.
template <class Function>
constexpr Kernel kernel(Function) {
    constexpr auto kRun = [](auto& pass) { Function{}(pass); };
    return {kRun, kRun, kRun, kRun};
}

constexpr auto kAlways = [](const Document&) { return true; };
constexpr auto kRotary = [](const Document& d) { return info(d.positions.kind).is_rotary; };
constexpr auto kAdded = [](const Document& d) { return info(d.positions.kind).is_added; };
constexpr auto kAlibi = [](const Document& d) { return d.positions.kind == PositionKind::alibi; };
constexpr auto kMasksScores = [](const Document& d) {
    return info(d.masking.method).place == MaskingPlace::scores;
};
constexpr auto kMasksWeights = [](const Document& d) { return !kMasksScores(d); };

template <Id id>
constexpr auto kIs = [](const Document&) { return id; };

template <Arithmetic arithmetic>
constexpr auto kShown = [](const Document&) { return arithmetic; };

MatrixId queriesOf(const Document& d) { return kRotary(d) ? Id::rotated_query : Id::query; }
MatrixId keysOf(const Document& d) { return kRotary(d) ? Id::rotated_key : Id::key; }
MatrixId scaledFrom(const Document& d) {
    return masksBeforeScale(d.masking) ? Id::masked_scores : Id::scores;
}
MatrixId scaledOrBiased(const Document& d) {
    return kAlibi(d) ? Id::biased_scores : Id::scaled_scores;
}
MatrixId maskedFrom(const Document& d) {
    return masksBeforeScale(d.masking) ? Id::scores : scaledOrBiased(d);
}
MatrixId weightsFrom(const Document& d) {
    return kMasksWeights(d) ? Id::masked_weights : logitsOf(d);
}

template <class Scalar>
Flags maskOf(const Pass<Scalar>& pass) {
    return pass.trace.tensor(Id::mask).template as<unsigned char>();
}

std::string scaleFormula(const Document& d) {
    const std::string top(info(scaledFrom(d)).symbol);
    switch (d.scale.kind) {
        case Scale::Kind::sqrt_dk: return "S\u2032 = " + top + " / \u221ad_k";
        case Scale::Kind::dk: return "S\u2032 = " + top + " / d_k";
        case Scale::Kind::none: return "S\u2032 = " + top;
        case Scale::Kind::number: break;
    }
    return fmt::format("S\u2032 = {} / {}", top,
                       shortestDigits(d.scale.number, ScalarKind::float64));
}

std::string maskingFormula(const Document& d) {
    const auto from = info(maskedFrom(d)).symbol;
    const std::string value = formatShort(d.masking.value);
    switch (d.masking.method) {
        case MaskingMethod::fill: return fmt::format("S_M = {} where M, else {}", from, value);
        case MaskingMethod::add: return fmt::format("S_M = {} + {}\u00b7(1 \u2212 M)", from, value);
        case MaskingMethod::multiply: return fmt::format("S_M = {} \u00b7 M", from);
        case MaskingMethod::add_allowed: return fmt::format("S_M = {} + M", from);
        case MaskingMethod::zero_rows:
        case MaskingMethod::renormalize:
        case MaskingMethod::zero: break;
    }
    return fmt::format("S_M = {} where M, else \u2212\u221e", from);
}

std::string weightsFormula(const Document& d) {
    if (d.masking.method == MaskingMethod::renormalize) return "A = A_M / row sum of A_M";
    if (d.masking.method == MaskingMethod::zero) return "A = A_M";
    return fmt::format("A = softmax({})", info(logitsOf(d)).symbol);
}

Arithmetic weightsArithmetic(const Document& d) {
    if (d.masking.method == MaskingMethod::renormalize) return Arithmetic::renormalising;
    return d.masking.method == MaskingMethod::zero ? Arithmetic::copy : Arithmetic::softmax;
}

std::string allowedFormula(const Document& d) {
    std::string all;
    for (const MaskRule& rule : d.mask.rules) {
        if (rule.kind == MaskKind::none) continue;
        all += all.empty() ? "" : " and ";
        all += info(rule.kind).rule;
    }
    return "M = " + (all.empty() ? std::string("every key") : all);
}

template <class Scalar>
void softmaxStage(Pass<Scalar>& pass, MatrixId from, MatrixId into) {
    perHead(pass, from, into,
            [](Index, auto scores, auto weights) { rowSoftmax<Scalar>(scores, weights); });
}

/// Rows without any allowed key weigh nothing (the convention of `zero_rows`).
template <class Scalar>
void clearEmptyRows(Pass<Scalar>& pass) {
    const auto mask = maskOf(pass);
    Tensor& weights = pass.out(Id::attention_weights);
    for (Index row = 0; row < mask.rows(); ++row) {
        if (mask.row(row).maxCoeff() != 0) continue;
        for (Index head = 0; head < weights.heads(); ++head) {
            weights.as<Scalar>(head).row(row).setZero();
        }
    }
}

constexpr auto kPositions = [](auto& pass) {
    using Scalar = typename std::decay_t<decltype(pass.w_query)>::Scalar;
    const Document& d = pass.document;
    pass.out(Id::positions).template resize<Scalar>(1, d.n(), d.dIn());
    pass.out(Id::positions).template as<Scalar>() =
        (d.positions.kind == PositionKind::learned
             ? d.positions.table.get()
             : sinusoidalTable(d.n(), d.dIn(), d.positions.base))
            .template cast<Scalar>();
};

constexpr auto kBias = [](auto& pass) {
    using Scalar = typename std::decay_t<decltype(pass.w_query)>::Scalar;
    perHead(pass, Id::scaled_scores, Id::biased_scores, [&](Index head, auto from, auto into) {
        using Wide = WideOf<Scalar>;
        const auto slope = static_cast<Wide>(static_cast<Scalar>(slopeOf(pass.document, head)));
        for (Index query = 0; query < from.rows(); ++query) {
            for (Index key = 0; key < from.cols(); ++key) {
                const auto distance = static_cast<Wide>(std::abs(query - key));
                into(query, key) = from(query, key) - static_cast<Scalar>(slope * distance);
            }
        }
    });
};

constexpr auto kMask = [](auto& pass) {
    const Index n = pass.document.n();
    pass.out(Id::mask).template resize<unsigned char>(1, n, n);
    auto mask = pass.out(Id::mask).template as<unsigned char>();
    for (Index query = 0; query < n; ++query) {
        for (Index key = 0; key < n; ++key) {
            mask(query, key) = allows(pass.document.mask, query, key) ? 1 : 0;
        }
    }
};

constexpr auto kMaskedScores = [](auto& pass) {
    const auto mask = maskOf(pass);
    const MatrixId source = maskedFrom(pass.document);
    perHead(pass, source, Id::masked_scores, [&](Index, auto from, auto into) {
        for (Index query = 0; query < from.rows(); ++query) {
            for (Index key = 0; key < from.cols(); ++key) {
                into(query, key) =
                    maskedScore(pass.document.masking, from(query, key), mask(query, key) != 0);
            }
        }
    });
};

constexpr auto kMaskedWeights = [](auto& pass) {
    using Scalar = typename std::decay_t<decltype(pass.w_query)>::Scalar;
    const auto mask = maskOf(pass);
    perHead(pass, Id::unmasked_weights, Id::masked_weights, [&](Index, auto from, auto into) {
        into = from.cwiseProduct(mask.template cast<Scalar>());
    });
};

constexpr auto kAttentionWeights = [](auto& pass) {
    const Document& d = pass.document;
    if (kMasksScores(d)) {
        softmaxStage(pass, logitsOf(d), Id::attention_weights);
        if (d.masking.method == MaskingMethod::zero_rows) clearEmptyRows(pass);
        return;
    }
    const bool divide = d.masking.method == MaskingMethod::renormalize;
    perHead(pass, Id::masked_weights, Id::attention_weights, [&](Index, auto from, auto into) {
        into = from;
        for (Index row = 0; divide && row < into.rows(); ++row)
            into.row(row) /= sumOf(into.row(row));
    });
};

constexpr auto kContext = [](auto& pass) {
    using Scalar = typename std::decay_t<decltype(pass.w_query)>::Scalar;
    const Document& d = pass.document;
    const Index d_v = d.dV();
    pass.out(Id::context).template resize<Scalar>(1, d.n(), d.heads * d_v);
    auto context = pass.out(Id::context).template as<Scalar>();
    for (Index head = 0; head < d.heads; ++head) {
        context.middleCols(head * d_v, d_v).noalias() =
            product(pass.in(Id::attention_weights, head), pass.in(Id::value, head));
    }
};

const std::array kStages{
    Stage{Id::embeddings, kAlways, "each token as a row of numbers",
          [](const Document&) -> std::string { return "X"; }, kShown<Arithmetic::given>,
          kIs<Id::embeddings>, kIs<Id::embeddings>, kernel([](auto& pass) {
              using Scalar = typename std::decay_t<decltype(pass.w_query)>::Scalar;
              const Matrix<double>& x = pass.document.embeddings.get();
              pass.out(Id::embeddings).template resize<Scalar>(1, x.rows(), x.cols());
              pass.out(Id::embeddings).template as<Scalar>() = x.template cast<Scalar>();
          })},
    Stage{Id::positions, kAdded, "a row of numbers for each place in the sentence",
          [](const Document& d) -> std::string {
              return d.positions.kind == PositionKind::learned
                         ? "P"
                         : "P = sin, cos of place / base^(2i/d)";
          },
          kShown<Arithmetic::given>, kIs<Id::positions>, kIs<Id::positions>, kernel(kPositions)},
    Stage{Id::encoded, kAdded, "what a token is, plus where it stands",
          [](const Document&) -> std::string { return "X + P"; }, kShown<Arithmetic::sum>,
          kIs<Id::embeddings>, kIs<Id::positions>, kernel([](auto& pass) {
              using Scalar = typename std::decay_t<decltype(pass.w_query)>::Scalar;
              const auto x = pass.in(Id::embeddings);
              pass.out(Id::encoded).template resize<Scalar>(1, x.rows(), x.cols());
              pass.out(Id::encoded).template as<Scalar>() = x + pass.in(Id::positions);
          })},
    Stage{Id::query, kAlways, "what each token asks for",
          [](const Document& d) { return fmt::format("Q = {} W_Q", info(inputOf(d)).symbol); },
          kShown<Arithmetic::dot>, inputOf, kIs<Id::w_query>,
          kernel([](auto& pass) { project(pass, Id::query, pass.w_query); })},
    Stage{Id::key, kAlways, "what each token offers to be found by",
          [](const Document& d) { return fmt::format("K = {} W_K", info(inputOf(d)).symbol); },
          kShown<Arithmetic::dot>, inputOf, kIs<Id::w_key>,
          kernel([](auto& pass) { project(pass, Id::key, pass.w_key); })},
    Stage{Id::rotated_query, kRotary, "queries turned by their place",
          [](const Document&) -> std::string { return "Q\u2032 = R(place) Q"; },
          kShown<Arithmetic::rotation>, kIs<Id::query>, kIs<Id::query>,
          kernel([](auto& pass) { rotate(pass, Id::query, Id::rotated_query); })},
    Stage{Id::rotated_key, kRotary, "keys turned by their place",
          [](const Document&) -> std::string { return "K\u2032 = R(place) K"; },
          kShown<Arithmetic::rotation>, kIs<Id::key>, kIs<Id::key>,
          kernel([](auto& pass) { rotate(pass, Id::key, Id::rotated_key); })},
    Stage{Id::value, kAlways, "what each token hands over when it is looked at",
          [](const Document& d) { return fmt::format("V = {} W_V", info(inputOf(d)).symbol); },
          kShown<Arithmetic::dot>, inputOf, kIs<Id::w_value>,
          kernel([](auto& pass) { project(pass, Id::value, pass.w_value); })},
    Stage{Id::scores, kAlways, "how well each query matches each key",
          [](const Document& d) {
              return fmt::format("S = {} {}^T", info(queriesOf(d)).symbol, info(keysOf(d)).symbol);
          },
          kShown<Arithmetic::score>, queriesOf, keysOf, kernel([](auto& pass) {
              const Document& d = pass.document;
              perHead(pass, queriesOf(d), Id::scores, [&](Index head, auto queries, auto scores) {
                  scores.noalias() = product(queries, pass.in(keysOf(d), head).transpose());
              });
          })},
    Stage{Id::scaled_scores, kAlways, "scores divided, so that wide vectors do not shout",
          scaleFormula, kShown<Arithmetic::quotient>, scaledFrom, scaledFrom,
          kernel([](auto& pass) {
              using Scalar = typename std::decay_t<decltype(pass.w_query)>::Scalar;
              const auto by = static_cast<Scalar>(divisor(pass.document));
              perHead(pass, scaledFrom(pass.document), Id::scaled_scores,
                      [by](Index, auto from, auto into) { into = from / by; });
          })},
    Stage{Id::biased_scores, kAlibi, "far tokens lose some of their score",
          [](const Document&) -> std::string {
              return "S_b = S\u2032 \u2212 slope \u00b7 |i \u2212 j|";
          },
          kShown<Arithmetic::bias>, kIs<Id::scaled_scores>, kIs<Id::scaled_scores>, kernel(kBias)},
    Stage{Id::mask, kAlways, "at whom each token may look", allowedFormula,
          kShown<Arithmetic::rule>, kIs<Id::mask>, kIs<Id::mask>, kernel(kMask)},
    Stage{Id::masked_scores, kMasksScores, "scores of tokens that must not be seen are taken out",
          maskingFormula, kShown<Arithmetic::masking>, maskedFrom, kIs<Id::mask>,
          kernel(kMaskedScores)},
    Stage{Id::unmasked_weights, kMasksWeights,
          "each row of scores becomes weights, mask or no mask",
          [](const Document& d) {
              return fmt::format("A_0 = softmax({})", info(logitsOf(d)).symbol);
          },
          kShown<Arithmetic::softmax>, logitsOf, logitsOf, kernel([](auto& pass) {
              softmaxStage(pass, logitsOf(pass.document), Id::unmasked_weights);
          })},
    Stage{Id::masked_weights, kMasksWeights, "weights of tokens that must not be seen become 0",
          [](const Document&) -> std::string { return "A_M = A_0 \u00b7 M"; },
          kShown<Arithmetic::zeroing>, kIs<Id::unmasked_weights>, kIs<Id::mask>,
          kernel(kMaskedWeights)},
    Stage{Id::attention_weights, kAlways, "each row becomes weights that add up to 1",
          weightsFormula, weightsArithmetic, weightsFrom, weightsFrom, kernel(kAttentionWeights)},
    Stage{Id::context, kAlways, "the values, mixed by the weights",
          [](const Document&) -> std::string { return "A V"; }, kShown<Arithmetic::weighted_sum>,
          kIs<Id::attention_weights>, kIs<Id::value>, kernel(kContext)},
    Stage{Id::output, [](const Document& d) { return d.weights.output.has_value(); },
          "the heads' contexts, mixed into the result",
          [](const Document&) -> std::string { return "Y = (A V) W_O"; }, kShown<Arithmetic::dot>,
          kIs<Id::context>, kIs<Id::w_output>, kernel([](auto& pass) {
              using Scalar = typename std::decay_t<decltype(pass.w_query)>::Scalar;
              const auto context = pass.in(Id::context);
              pass.out(Id::output).template resize<Scalar>(1, context.rows(), pass.w_output.cols());
              pass.out(Id::output).template as<Scalar>().noalias() =
                  product(context, pass.w_output);
          })},
};

}  // namespace

template <class Scalar>
Pass<Scalar>::Pass(const Document& of, Trace& into)
    : document(of),
      trace(into),
      w_query(of.weights.query.get().cast<Scalar>()),
      w_key(of.weights.key.get().cast<Scalar>()),
      w_value(of.weights.value.get().cast<Scalar>()) {
    if (of.weights.output) w_output = of.weights.output->get().cast<Scalar>();
}

template struct Pass<double>;
template struct Pass<float>;
template struct Pass<Eigen::half>;
template struct Pass<Eigen::bfloat16>;

std::span<const Stage> stageTable() { return kStages; }

const Stage& stage(MatrixId id) {
    const auto* row = std::find_if(kStages.begin(), kStages.end(),
                                   [id](const Stage& candidate) { return candidate.id == id; });
    assert(row != kStages.end());
    return *row;
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
    return masked_last ? Id::masked_scores : scaledOrBiased(document);
}

MatrixId inputOf(const Document& document) {
    return kAdded(document) ? Id::encoded : Id::embeddings;
}

double slopeOf(const Document& document, Index head) {
    const auto& given = document.positions.slopes;
    const std::vector<double> slopes = given.empty() ? alibiSlopes(document.heads) : given;
    return slopes[static_cast<std::size_t>(head)];
}

}  // namespace lookback
