#include "core/language/parameters.h"

#include <cmath>

namespace lookback {
namespace {

template <class Scalar>
Matrix<Scalar> filled(const std::vector<Scalar>& values, Index rows, Index cols) {
    return Eigen::Map<const Matrix<Scalar>>(values.data(), rows, cols);
}

template <class Scalar>
Matrix<Scalar> normal(TorchGenerator& generator, Index rows, Index cols) {
    return filled(generator.randn<Scalar>(rows * cols), rows, cols);
}

/// The weight of an nn.Linear, which stores and draws it as (out, in). The bound is computed in
/// the steps of its kaiming_uniform_, whose rounding shows in float64.
template <class Scalar>
Matrix<Scalar> linear(TorchGenerator& generator, Index in, Index out) {
    const double slope = std::sqrt(5.0);
    const double gain = std::sqrt(2.0 / (1 + slope * slope));
    const double bound = std::sqrt(3.0) * (gain / std::sqrt(static_cast<double>(in)));
    return filled(generator.uniform<Scalar>(in * out, -bound, bound), out, in).transpose();
}

}  // namespace

template <class Scalar>
Parameters<Scalar> drawParameters(const Experiment& experiment, Index vocabulary,
                                  TorchGenerator& generator) {
    const ModelShape& m = experiment.model;
    const Index places = info(m.positions).has_table ? experiment.context : 0;
    // Braces are evaluated in their order: the draws come one after the other.
    return {normal<Scalar>(generator, vocabulary, m.d_model),
            normal<Scalar>(generator, places, m.d_model),
            linear<Scalar>(generator, m.d_model, m.heads * m.d_k),
            linear<Scalar>(generator, m.d_model, m.heads * m.d_k),
            linear<Scalar>(generator, m.d_model, m.heads * m.d_v),
            linear<Scalar>(generator, m.heads * m.d_v, m.d_model),
            linear<Scalar>(generator, m.d_model, vocabulary)};
}

template Parameters<float> drawParameters(const Experiment&, Index, TorchGenerator&);
template Parameters<double> drawParameters(const Experiment&, Index, TorchGenerator&);

}  // namespace lookback
