#pragma once

#include <array>
#include <string_view>

#include "core/base/matrix.h"
#include "core/language/experiment.h"
#include "core/random/torch.h"

namespace lookback {

/// The parameters of a model. Rows are multiplied from the left: `Q = X @ query`; no biases.
template <class Scalar>
struct Parameters {
    Matrix<Scalar> token_embeddings;     ///< (vocabulary, d_model)
    Matrix<Scalar> position_embeddings;  ///< (context, d_model); without rows unless learned
    Matrix<Scalar> query;                ///< (d_model, heads*d_k)
    Matrix<Scalar> key;                  ///< (d_model, heads*d_k)
    Matrix<Scalar> value;                ///< (d_model, heads*d_v)
    Matrix<Scalar> output;               ///< (heads*d_v, d_model)
    Matrix<Scalar> unembedding;          ///< (d_model, vocabulary)
};

template <class Scalar>
struct ParameterInfo {
    std::string_view name;    ///< as results spell it
    std::string_view symbol;  ///< in formulas; `_x` sets a subscript
    Matrix<Scalar> Parameters<Scalar>::*matrix;
};

/// The table of parameters, in the order in which they are drawn.
template <class Scalar>
inline constexpr std::array<ParameterInfo<Scalar>, 7> kParameters{{
    {"token_embeddings", "E", &Parameters<Scalar>::token_embeddings},
    {"position_embeddings", "P", &Parameters<Scalar>::position_embeddings},
    {"query", "W_q", &Parameters<Scalar>::query},
    {"key", "W_k", &Parameters<Scalar>::key},
    {"value", "W_v", &Parameters<Scalar>::value},
    {"output", "W_o", &Parameters<Scalar>::output},
    {"unembedding", "U", &Parameters<Scalar>::unembedding},
}};

/// Parameters in another type, rounded where it is narrower.
template <class To, class From>
[[nodiscard]] Parameters<To> converted(const Parameters<From>& from) {
    Parameters<To> to;
    for (std::size_t k = 0; k < kParameters<To>.size(); ++k) {
        to.*kParameters<To>[k].matrix = (from.*kParameters<From>[k].matrix).template cast<To>();
    }
    return to;
}

/// Parameters as PyTorch draws them: embeddings with `randn`, weights as `nn.Linear` begins.
/// @param vocabulary number of units
template <class Scalar>
[[nodiscard]] Parameters<Scalar> drawParameters(const Experiment& experiment, Index vocabulary,
                                                TorchGenerator& generator);

/// One number of a model's parameters.
struct NumberPlace {
    std::size_t matrix = 2;  ///< a place in kParameters; the queries' weights
    Index row = 0;
    Index col = 0;

    bool operator==(const NumberPlace&) const = default;
};

}  // namespace lookback
