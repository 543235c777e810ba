#include "core/gradients/backward_stages.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/engine/stages.h"
#include "core/gradients/backward_kernels.h"
#include "core/gradients/masking_derivative.h"

namespace lookback {
namespace {

using Id = MatrixId;

std::string_view symbol(MatrixId id) { return info(id).symbol; }
std::string_view leftOf(const Document& d, MatrixId id) { return symbol(stage(id).left(d)); }
std::string_view rightOf(const Document& d, MatrixId id) { return symbol(stage(id).right(d)); }

/// The gradient of the bias that a stage adds, as the end of its formula.
std::string biasFormula(const Document& d, MatrixId id, std::string_view result) {
    const std::optional<MatrixId> bias = biasOf(d, id);
    return bias ? fmt::format(", d{} = 1^T d{}", symbol(*bias), result) : std::string();
}

template <Id id>
constexpr auto kProjection = [](const Document& d) {
    return fmt::format("d{0} += d{1} {2}^T, d{2} = {0}^T d{1}{3}", asFactor(stage(id).left(d)),
                       symbol(id), rightOf(d, id), biasFormula(d, id, symbol(id)));
};

std::string weightsFormula(const Document& d) {
    return maskingDerivative(d.masking.method).weights_formula(d);
}

std::string maskingFormula(const Document& d) {
    return maskingDerivative(d.masking.method).formula(leftOf(d, Id::masked_scores));
}

std::string scoresFormula(const Document& d) {
    return fmt::format("d{0} = dS {1}, d{1} = dS^T {0}", leftOf(d, Id::scores),
                       rightOf(d, Id::scores));
}

std::string scaleFormula(const Document& d) {
    const auto from = leftOf(d, Id::scaled_scores);
    const std::string by = symbolOfDivisor(d.scale);
    return fmt::format("d{} = dS\u2032{}{}", from, by.empty() ? "" : " / ", by);
}

/// The backward table, in the order of the stage table.
const std::array kBackward{
    BackwardStage{Id::encoded,
                  [](const Document&) -> std::string { return "dX = d(X + P), dP = d(X + P)"; },
                  backwardKernel([](auto& pass) {
                      pass.grad(Id::embeddings) += pass.grad(Id::encoded);
                      pass.grad(Id::positions) += pass.grad(Id::encoded);
                  })},
    BackwardStage{Id::query, kProjection<Id::query>, backwardKernel([](auto& pass) {
                      unproject(pass, Id::query, pass.document.weights.query);
                  })},
    BackwardStage{Id::key, kProjection<Id::key>, backwardKernel([](auto& pass) {
                      unproject(pass, Id::key, pass.document.weights.key);
                  })},
    BackwardStage{Id::rotated_query,
                  [](const Document&) -> std::string { return "dQ = R(position)^T dQ\u2032"; },
                  backwardKernel([](auto& pass) { rotateBack(pass, Id::rotated_query); })},
    BackwardStage{Id::rotated_key,
                  [](const Document&) -> std::string { return "dK = R(position)^T dK\u2032"; },
                  backwardKernel([](auto& pass) { rotateBack(pass, Id::rotated_key); })},
    BackwardStage{Id::value, kProjection<Id::value>, backwardKernel([](auto& pass) {
                      unproject(pass, Id::value, pass.document.weights.value);
                  })},
    BackwardStage{Id::scores, scoresFormula, backwardKernel([](auto& pass) {
                      const Id queries = stage(Id::scores).left(pass.document);
                      const Id keys = stage(Id::scores).right(pass.document);
                      for (Index head = 0; head < pass.document.heads; ++head) {
                          using Scalar = ScalarOf<decltype(pass)>;
                          const auto scores = pass.grad(Id::scores, head);
                          addProduct<Scalar>(pass.grad(queries, head), scores,
                                             pass.value(keys, head));
                          addProductOfTransposed<Scalar>(pass.grad(keys, head), scores,
                                                         pass.value(queries, head));
                      }
                  })},
    BackwardStage{Id::scaled_scores, scaleFormula, backwardKernel([](auto& pass) {
                      using Scalar = ScalarOf<decltype(pass)>;
                      const auto by = static_cast<Scalar>(divisor(pass.document));
                      pullEach(pass, Id::scaled_scores,
                               [by](Index, auto down, auto into) { into += down / by; });
                  })},
    BackwardStage{Id::capped_scores,
                  [](const Document& d) {
                      return fmt::format("dS\u2032 = dS_c \u00b7 (1 \u2212 tanh^2(S\u2032 / {}))",
                                         formatShort(*d.softcap));
                  },
                  backwardKernel([](auto& pass) { uncap(pass); })},
    BackwardStage{
        Id::biased_scores,
        [](const Document& d) { return fmt::format("d{} = dS_b", leftOf(d, Id::biased_scores)); },
        backwardKernel([](auto& pass) {
            pullEach(pass, Id::biased_scores, [](Index, auto down, auto into) { into += down; });
        })},
    BackwardStage{Id::masked_scores, maskingFormula, backwardKernel([](auto& pass) {
                      run(maskingDerivative(pass.document.masking.method).unmask, pass);
                  })},
    BackwardStage{Id::unmasked_weights,
                  [](const Document& d) { return softmaxBackFormula(d, Id::unmasked_weights); },
                  backwardKernel([](auto& pass) { softmaxBack(pass, Id::unmasked_weights); })},
    BackwardStage{Id::masked_weights,
                  [](const Document&) -> std::string { return "dA_0 = dA_M \u00b7 M"; },
                  backwardKernel([](auto& pass) {
                      using Scalar = ScalarOf<decltype(pass)>;
                      const auto mask = pass.mask();
                      pullEach(pass, Id::masked_weights, [&](Index, auto down, auto into) {
                          into += down.cwiseProduct(mask.template cast<Scalar>());
                      });
                  })},
    BackwardStage{Id::attention_weights, weightsFormula, backwardKernel([](auto& pass) {
                      run(maskingDerivative(pass.document.masking.method).unweigh, pass);
                  })},
    BackwardStage{Id::context,
                  [](const Document&) -> std::string { return "dA = d(A V) V^T, dV = A^T d(A V)"; },
                  backwardKernel([](auto& pass) {
                      using Scalar = ScalarOf<decltype(pass)>;
                      const Index d_v = pass.document.dV();
                      const auto context = pass.grad(Id::context);
                      for (Index head = 0; head < pass.document.heads; ++head) {
                          const auto down = context.middleCols(head * d_v, d_v);
                          addProductWithTransposed<Scalar>(pass.grad(Id::attention_weights, head),
                                                           down, pass.value(Id::value, head));
                          addProductOfTransposed<Scalar>(pass.grad(Id::value, head),
                                                         pass.value(Id::attention_weights, head),
                                                         down);
                      }
                  })},
    BackwardStage{
        Id::output,
        [](const Document& d) {
            return "d(A V) = dY W_o^T, dW_o = (A V)^T dY" + biasFormula(d, Id::output, "Y");
        },
        backwardKernel([](auto& pass) {
            using Scalar = ScalarOf<decltype(pass)>;
            const Matrix<Scalar> w_output =
                pass.document.weights.output->get().template cast<Scalar>();
            const auto down = pass.grad(Id::output);
            addProductWithTransposed<Scalar>(pass.grad(Id::context), down, w_output);
            addProductOfTransposed<Scalar>(pass.grad(Id::w_output), pass.value(Id::context), down);
            unbias(pass, Id::output);
        })},
};

}  // namespace

template <class Scalar>
BackwardPass<Scalar>::BackwardPass(const Document& of, const Trace& computed, Gradients& into)
    : document(of), trace(computed), gradients(into) {
    const auto clear = [&](MatrixId id) {
        const Tensor& stage = trace.tensor(id);
        const bool is_given = isParameter(id);
        const MatrixView given = is_given ? matrixById(document, trace, id) : MatrixView();
        const Index heads = is_given ? 1 : stage.heads();
        const Index rows = is_given ? given.rows() : stage.rows();
        const Index cols = is_given ? given.cols() : stage.cols();
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

std::string softmaxBackFormula(const Document& d, MatrixId weights) {
    return fmt::format("d{0} = {1} \u00b7 (d{1} \u2212 {2} sum of d{1} \u00b7 {1})",
                       leftOf(d, weights), symbol(weights),
                       isOverColumns(d.masking) ? "column" : "row");
}

std::span<const BackwardStage> backwardTable() { return kBackward; }

const BackwardStage* backwardStage(MatrixId id) {
    const auto* row =
        std::find_if(kBackward.begin(), kBackward.end(),
                     [id](const BackwardStage& candidate) { return candidate.id == id; });
    return row == kBackward.end() ? nullptr : row;
}

}  // namespace lookback
