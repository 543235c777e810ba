#include "core/gradients/backward_stages.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/gradients/backward_kernels.h"

namespace lookback {
namespace {

using Id = MatrixId;

/// One generic function, written once, for every scalar.
template <class Function>
constexpr BackwardKernel pull(Function) {
    constexpr auto kRun = [](auto& pass) { Function{}(pass); };
    return {kRun, kRun, kRun, kRun};
}

std::string_view symbol(MatrixId id) { return info(id).symbol; }
std::string_view leftOf(const Document& d, MatrixId id) { return symbol(stage(id).left(d)); }
std::string_view rightOf(const Document& d, MatrixId id) { return symbol(stage(id).right(d)); }

template <Id id>
constexpr auto kProjection = [](const Document& d) {
    const auto x = leftOf(d, id);
    const auto w = rightOf(d, id);
    // X + P is a sum itself: it needs brackets in a product.
    const std::string factor = x.size() > 1 ? fmt::format("({})", x) : std::string(x);
    return fmt::format("d{0} += d{1} {2}^T, d{2} = {0}^T d{1}", factor, symbol(id), w);
};

std::string softmaxFormula(const Document& d, MatrixId weights) {
    return fmt::format("d{0} = {1} \u00b7 (d{1} \u2212 row sum of d{1} \u00b7 {1})",
                       leftOf(d, weights), symbol(weights));
}

std::string weightsFormula(const Document& d) {
    switch (d.masking.method) {
        case MaskingMethod::renormalize:
            return "dA_M = (dA \u2212 row sum of dA \u00b7 A) / row sum of A_M";
        case MaskingMethod::zero: return "dA_M = dA";
        default: return softmaxFormula(d, Id::attention_weights);
    }
}

std::string maskingFormula(const Document& d) {
    const auto from = leftOf(d, Id::masked_scores);
    switch (d.masking.method) {
        case MaskingMethod::add:
        case MaskingMethod::add_allowed: return fmt::format("d{} = dS_M", from);
        case MaskingMethod::multiply: return fmt::format("d{} = dS_M \u00b7 M", from);
        default: return fmt::format("d{} = dS_M where M, else 0", from);
    }
}

std::string scoresFormula(const Document& d) {
    return fmt::format("d{0} = dS {1}, d{1} = dS^T {0}", leftOf(d, Id::scores),
                       rightOf(d, Id::scores));
}

std::string scaleFormula(const Document& d) {
    const auto from = leftOf(d, Id::scaled_scores);
    switch (d.scale.kind) {
        case Scale::Kind::sqrt_dk: return fmt::format("d{} = dS\u2032 / \u221ad_k", from);
        case Scale::Kind::dk: return fmt::format("d{} = dS\u2032 / d_k", from);
        case Scale::Kind::none: return fmt::format("d{} = dS\u2032", from);
        case Scale::Kind::number: break;
    }
    return fmt::format("d{} = dS\u2032 / {}", from, formatShort(d.scale.number));
}

/// In the order of the stage table.
const std::array kBackward{
    BackwardStage{Id::encoded,
                  [](const Document&) -> std::string { return "dX = d(X + P), dP = d(X + P)"; },
                  pull([](auto& pass) {
                      pass.grad(Id::embeddings) += pass.grad(Id::encoded);
                      pass.grad(Id::positions) += pass.grad(Id::encoded);
                  })},
    BackwardStage{Id::query, kProjection<Id::query>, pull([](auto& pass) {
                      unproject(pass, Id::query, pass.document.weights.query);
                  })},
    BackwardStage{Id::key, kProjection<Id::key>,
                  pull([](auto& pass) { unproject(pass, Id::key, pass.document.weights.key); })},
    BackwardStage{Id::rotated_query,
                  [](const Document&) -> std::string { return "dQ = R(place)^T dQ\u2032"; },
                  pull([](auto& pass) { rotateBack(pass, Id::rotated_query); })},
    BackwardStage{Id::rotated_key,
                  [](const Document&) -> std::string { return "dK = R(place)^T dK\u2032"; },
                  pull([](auto& pass) { rotateBack(pass, Id::rotated_key); })},
    BackwardStage{Id::value, kProjection<Id::value>, pull([](auto& pass) {
                      unproject(pass, Id::value, pass.document.weights.value);
                  })},
    BackwardStage{Id::scores, scoresFormula, pull([](auto& pass) {
                      const Id queries = stage(Id::scores).left(pass.document);
                      const Id keys = stage(Id::scores).right(pass.document);
                      for (Index head = 0; head < pass.document.heads; ++head) {
                          const auto scores = pass.grad(Id::scores, head);
                          pass.grad(queries, head).noalias() +=
                              product(scores, pass.value(keys, head));
                          pass.grad(keys, head).noalias() +=
                              product(scores.transpose(), pass.value(queries, head));
                      }
                  })},
    BackwardStage{Id::scaled_scores, scaleFormula, pull([](auto& pass) {
                      using Scalar = ScalarOf<decltype(pass)>;
                      const auto by = static_cast<Scalar>(divisor(pass.document));
                      pullEach(pass, Id::scaled_scores,
                               [by](Index, auto down, auto into) { into += down / by; });
                  })},
    BackwardStage{
        Id::biased_scores, [](const Document&) -> std::string { return "dS\u2032 = dS_b"; },
        pull([](auto& pass) {
            pullEach(pass, Id::biased_scores, [](Index, auto down, auto into) { into += down; });
        })},
    BackwardStage{Id::masked_scores, maskingFormula, pull([](auto& pass) { unmaskScores(pass); })},
    BackwardStage{Id::unmasked_weights,
                  [](const Document& d) { return softmaxFormula(d, Id::unmasked_weights); },
                  pull([](auto& pass) { softmaxBack(pass, Id::unmasked_weights); })},
    BackwardStage{Id::masked_weights,
                  [](const Document&) -> std::string { return "dA_0 = dA_M \u00b7 M"; },
                  pull([](auto& pass) {
                      using Scalar = ScalarOf<decltype(pass)>;
                      const auto mask = pass.mask();
                      pullEach(pass, Id::masked_weights, [&](Index, auto down, auto into) {
                          into += down.cwiseProduct(mask.template cast<Scalar>());
                      });
                  })},
    BackwardStage{Id::attention_weights, weightsFormula, pull([](auto& pass) {
                      switch (pass.document.masking.method) {
                          case MaskingMethod::renormalize: return renormalizeBack(pass);
                          case MaskingMethod::zero:
                              return pullEach(pass, Id::attention_weights,
                                              [](Index, auto down, auto into) { into += down; });
                          default: return softmaxBack(pass, Id::attention_weights);
                      }
                  })},
    BackwardStage{Id::context,
                  [](const Document&) -> std::string { return "dA = d(A V) V^T, dV = A^T d(A V)"; },
                  pull([](auto& pass) {
                      const Index d_v = pass.document.dV();
                      const auto context = pass.grad(Id::context);
                      for (Index head = 0; head < pass.document.heads; ++head) {
                          const auto down = context.middleCols(head * d_v, d_v);
                          pass.grad(Id::attention_weights, head).noalias() +=
                              product(down, pass.value(Id::value, head).transpose());
                          pass.grad(Id::value, head).noalias() +=
                              product(pass.value(Id::attention_weights, head).transpose(), down);
                      }
                  })},
    BackwardStage{
        Id::output,
        [](const Document&) -> std::string { return "d(A V) = dY W_O^T, dW_O = (A V)^T dY"; },
        pull([](auto& pass) {
            using Scalar = ScalarOf<decltype(pass)>;
            const Matrix<Scalar> w_output =
                pass.document.weights.output->get().template cast<Scalar>();
            const auto down = pass.grad(Id::output);
            pass.grad(Id::context).noalias() += product(down, w_output.transpose());
            pass.grad(Id::w_output).noalias() += product(pass.value(Id::context).transpose(), down);
        })},
};

}  // namespace

template <class Scalar>
BackwardPass<Scalar>::BackwardPass(const Document& of, const Trace& computed, Gradients& into)
    : document(of), trace(computed), gradients(into) {
    const auto clear = [&](MatrixId id) {
        const Tensor& stage = trace.tensor(id);
        const MatrixView weight = isWeight(id) ? matrixOf(document, trace, id) : MatrixView();
        const Index heads = isWeight(id) ? 1 : stage.heads();
        const Index rows = isWeight(id) ? weight.rows() : stage.rows();
        const Index cols = isWeight(id) ? weight.cols() : stage.cols();
        gradients.tensors[static_cast<std::size_t>(id)].template resize<Scalar>(heads, rows, cols);
        for (Index head = 0; head < heads; ++head) grad(id, head).setZero();
    };
    for (const MatrixId id : gradients.inputs) clear(id);
    for (const MatrixId id : gradients.stages) clear(id);
}

template struct BackwardPass<double>;
template struct BackwardPass<float>;
template struct BackwardPass<Eigen::half>;
template struct BackwardPass<Eigen::bfloat16>;

std::span<const BackwardStage> backwardTable() { return kBackward; }

const BackwardStage* backwardStage(MatrixId id) {
    const auto* row =
        std::find_if(kBackward.begin(), kBackward.end(),
                     [id](const BackwardStage& candidate) { return candidate.id == id; });
    return row == kBackward.end() ? nullptr : row;
}

}  // namespace lookback
