#include "core/language/experiment.h"

#include <cmath>

namespace lookback {
namespace {

bool isShared(Index width, Index heads, Index of_one) {
    return heads > 0 && of_one * heads == width;
}

void setShape(ModelShape& model, Index d_model, Index heads) {
    for (Index ModelShape::*const of_one : {&ModelShape::d_k, &ModelShape::d_v}) {
        const bool was_shared = isShared(model.d_model, model.heads, model.*of_one);
        const bool can_be_shared = heads > 0 && d_model >= heads && d_model % heads == 0;
        if (was_shared && can_be_shared) model.*of_one = d_model / heads;
    }
    model.d_model = d_model;
    model.heads = heads;
}

}  // namespace

Document attentionDocument(const ModelShape& model, const Twin& twin, DType dtype, Index tokens) {
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

void setWidth(ModelShape& model, Index d_model) { setShape(model, d_model, model.heads); }

void setHeads(ModelShape& model, Index heads) { setShape(model, model.d_model, heads); }

void setContext(Experiment& experiment, Index context) {
    const Index before = experiment.context;
    experiment.context = context;
    // An invalid context has no places.
    if (context < 1 || context > kMaxTokens) return;
    for (Twin& twin : experiment.twins) {
        for (Index places = before; places < context; ++places) insertToken(twin.mask, places);
        for (Index places = before; places > context; --places) removeToken(twin.mask, places - 1);
    }
}

}  // namespace lookback
