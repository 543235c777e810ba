#pragma once

#include "core/language/parameters.h"
#include "core/language/unit_text.h"

namespace lookback {

/// What enters the attention of a model: x = E[unit] + P[place].
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
    Matrix<Scalar> given_;  // (context, d_model) that is added where nothing is learned, or empty
};

}  // namespace lookback
