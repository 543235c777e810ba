#include "core/language/experiment.h"

#include <cmath>

namespace lookback {

Document attentionOf(const ModelShape& model, const Twin& twin, DType dtype, Index tokens) {
    Document document;
    document.tokens.resize(static_cast<std::size_t>(tokens));
    document.dtype = dtype;
    document.embeddings = SharedMatrix(Matrix<double>(tokens, 0));
    document.heads = model.heads;
    document.weights = {.query = Matrix<double>(0, model.heads * model.d_k),
                        .key = Matrix<double>(0, model.heads * model.d_k),
                        .value = Matrix<double>(0, model.heads * model.d_v),
                        .output = std::nullopt};
    document.scale = model.scale;
    document.softcap = model.softcap;
    document.mask = twin.mask;
    document.masking = twin.masking;
    return document;
}

}  // namespace lookback
