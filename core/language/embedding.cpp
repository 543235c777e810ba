#include "core/language/embedding.h"

#include <array>

#include "core/attention/attend.h"

namespace lookback {
namespace {

/// What an encoding adds to each place, computed as a document computes it; nothing where it adds
/// nothing, or what is learned.
template <class Scalar>
Matrix<Scalar> givenPlaces(const Experiment& experiment) {
    const PositionInfo& kind = info(experiment.model.positions);
    if (!kind.is_added || kind.has_table) return {};
    const ModelShape& m = experiment.model;
    Document document = attentionOf(m, {}, experiment.dtype, experiment.context);
    document.embeddings = SharedMatrix(Matrix<double>::Zero(experiment.context, m.d_model).eval());
    document.positions.kind = kind.kind;
    const Trace trace = attendOnly(document, std::array{MatrixId::positions});
    return trace.tensor(MatrixId::positions).template as<Scalar>();
}

}  // namespace

template <class Scalar>
Embedding<Scalar>::Embedding(const Experiment& experiment)
    : given_(givenPlaces<Scalar>(experiment)) {}

template class Embedding<float>;
template class Embedding<double>;

}  // namespace lookback
