#include "core/language/language_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/engine/attend.h"
#include "core/engine/kernels.h"
#include "core/gradients/backward_kernels.h"

namespace lookback {
namespace {

/// The matrix P of an encoding that is added and not learned, computed as in a document; empty for
/// other encodings.
template <class Scalar>
Matrix<Scalar> givenPlaces(const Experiment& experiment) {
    const PositionInfo& kind = info(experiment.model.positions);
    if (!kind.is_added || kind.has_table) return {};
    const ModelShape& m = experiment.model;
    Document document = attentionDocument(m, {}, experiment.dtype, experiment.context);
    document.embeddings = SharedMatrix(Matrix<double>::Zero(experiment.context, m.d_model).eval());
    document.positions.kind = kind.kind;
    const Trace trace = attendOnly(document, std::array{MatrixId::positions});
    return trace.tensor(MatrixId::positions).template as<Scalar>();
}

}  // namespace

template <class Scalar>
Embedding<Scalar>::Embedding(const Experiment& experiment)
    : given_(givenPlaces<Scalar>(experiment)) {}

template <class Scalar>
LanguageModel<Scalar>::LanguageModel(const Experiment& experiment, const Twin& twin, Index windows,
                                     Index length)
    : length_(length),
      residual_(experiment.model.residual),
      attention_(experiment.model, twin, windows, length),
      embedding_(experiment),
      x_(windows * length, experiment.model.d_model) {}

template <class Scalar>
const Matrix<Scalar>& LanguageModel<Scalar>::logits(const Parameters<Scalar>& parameters,
                                                    std::span<const Unit> inputs) {
    for (Index row = 0; row < x_.rows(); ++row) {
        embedding_.write(parameters, inputs[static_cast<std::size_t>(row)], row % length_,
                         x_.row(row));
    }
    h_ = attention_.forward(x_, parameters);
    if (residual_) h_ += x_;
    logits_.resize(h_.rows(), parameters.unembedding.cols());
    multiply(h_, unembedding_.take(parameters.unembedding), {0, logits_.cols()},
             logits_.topRows(h_.rows()));
    return logits_;
}

template <class Scalar>
double LanguageModel<Scalar>::loss(const Parameters<Scalar>& parameters,
                                   std::span<const Unit> inputs, std::span<const Unit> next) {
    logits(parameters, inputs);
    chances_.resize(logits_.rows(), logits_.cols());
    vectorKernels<Scalar>().softmax(logits_.data(), logits_.rows(), logits_.cols(), logits_.cols(),
                                    chances_.data());
    double sum = 0;
    for (Index row = 0; row < logits_.rows(); ++row) {
        // Relative to the largest probability: that of the next unit may be 0, the largest never
        // is.
        const double largest = std::log(static_cast<double>(chances_.row(row).maxCoeff()));
        const Scalar behind =
            logits_.row(row).maxCoeff() - logits_(row, next[static_cast<std::size_t>(row)]);
        sum += static_cast<double>(behind) - largest;
    }
    return static_cast<Scalar>(sum / static_cast<double>(logits_.rows()));
}

template <class Scalar>
void LanguageModel<Scalar>::goBack(const Parameters<Scalar>& parameters,
                                   std::span<const Unit> inputs, std::span<const Unit> next) {
    Matrix<Scalar>& down = chances_;
    for (Index row = 0; row < down.rows(); ++row) {
        down(row, next[static_cast<std::size_t>(row)]) -= 1;
    }
    down /= static_cast<Scalar>(down.rows());
    setProductOfTransposed<Scalar>(gradients_.unembedding, h_, down);
    setProductWithTransposed<Scalar>(down_h_, down, parameters.unembedding);

    const Matrix<Scalar>& through = attention_.backward(down_h_, parameters, gradients_);
    if (residual_) {
        down_h_ += through;
    } else {
        down_h_ = through;
    }
    const Index width = down_h_.cols();
    gradients_.token_embeddings.setZero(parameters.token_embeddings.rows(), width);
    gradients_.position_embeddings.setZero(parameters.position_embeddings.rows(), width);
    for (Index row = 0; row < down_h_.rows(); ++row) {
        gradients_.token_embeddings.row(inputs[static_cast<std::size_t>(row)]) += down_h_.row(row);
        if (parameters.position_embeddings.rows() > 0) {
            gradients_.position_embeddings.row(row % length_) += down_h_.row(row);
        }
    }
}

WindowUnits windowUnits(const UnitText& text, std::span<const Index> starts, Index context) {
    WindowUnits units;
    units.inputs.reserve(starts.size() * static_cast<std::size_t>(context));
    units.next.reserve(starts.size() * static_cast<std::size_t>(context));
    for (const Index start : starts) {
        const auto begin = text.units.begin() + start;
        units.inputs.insert(units.inputs.end(), begin, begin + context);
        units.next.insert(units.next.end(), begin + 1, begin + context + 1);
    }
    return units;
}

template class Embedding<float>;
template class Embedding<double>;
template class LanguageModel<float>;
template class LanguageModel<double>;

}  // namespace lookback
