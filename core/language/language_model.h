#pragma once

#include <span>

#include "core/language/parameters.h"
#include "core/language/unit_text.h"
#include "core/language/window_attention.h"

namespace lookback {

/// The input of a model's attention: x = E[unit] + P[place].
template <class Scalar>
class Embedding {
public:
    explicit Embedding(const Experiment& experiment);

    /// Writes the row of a unit. @param place where it stands in the input @param row (1, d_model)
    template <class Row>
    void write(const Parameters<Scalar>& parameters, Unit unit, Index place, Row row) const {
        const Matrix<Scalar>& places = given_.rows() > 0 ? given_ : parameters.position_embeddings;
        row = parameters.token_embeddings.row(unit);
        if (places.rows() > 0) row += places.row(place);
    }

private:
    Matrix<Scalar> given_;  // (context, d_model): added positions that are not learned, or empty
};

/// The model of a twin, for several windows of a text at once: x = E[unit] + P[place],
/// h = x + attention(x) W_o, logits = h U.
template <class Scalar>
class LanguageModel {
public:
    /// @param windows how many, at least 1 @param length units that each of them has as input, from
    /// 1 to the experiment's context
    LanguageModel(const Experiment& experiment, const Twin& twin, Index windows, Index length);

    /// @param inputs the units of all windows, one window after the other
    /// @return (windows*length, vocabulary), valid until the next call. The last bit of a row does
    /// not depend on the other rows.
    const Matrix<Scalar>& logits(const Parameters<Scalar>& parameters,
                                 std::span<const Unit> inputs);

    /// The mean of -log softmax(logits)[next] over all places. @param next as long as the inputs
    double loss(const Parameters<Scalar>& parameters, std::span<const Unit> inputs,
                std::span<const Unit> next);

    /// The backward pass of the last `loss`, with the same arguments: computes `gradients`.
    void goBack(const Parameters<Scalar>& parameters, std::span<const Unit> inputs,
                std::span<const Unit> next);
    [[nodiscard]] const Parameters<Scalar>& gradients() const { return gradients_; }

    /// Every stage of the attention as it was computed last.
    [[nodiscard]] const Trace& trace() const { return attention_.trace(); }

private:
    Index length_;
    bool residual_;
    WindowAttention<Scalar> attention_;
    Embedding<Scalar> embedding_;
    RightOperand<Scalar> unembedding_;
    Matrix<Scalar> x_;        // (windows*length, d_model)
    Matrix<Scalar> h_;        // (windows*length, d_model)
    Matrix<Scalar> logits_;   // (windows*length, vocabulary)
    Matrix<Scalar> chances_;  // softmax of the logits, after `loss`
    Matrix<Scalar> down_h_;   // gradient of h, then of x
    Parameters<Scalar> gradients_;
};

/// The units of windows as a model reads them, and the next unit of each.
struct WindowUnits {
    std::vector<Unit> inputs;
    std::vector<Unit> next;
};
[[nodiscard]] WindowUnits windowUnits(const UnitText& text, std::span<const Index> starts,
                                      Index context);

}  // namespace lookback
