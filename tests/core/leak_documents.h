#pragma once

#include <utility>

#include <doctest/doctest.h>

#include "core/attention/attend.h"
#include "core/gradients/leak.h"

namespace lookback::test {

/// The leak test of a document that is not too large for it.
inline Influence influenceOf(const Document& document) {
    auto result = influence(document, attend(document));
    REQUIRE(result.has_value());
    return *std::move(result);
}

/// Three tokens, two numbers each: the notebook's poem.
inline Document poem() {
    Document document;
    document.tokens = {"Write", "a", "poem"};
    document.embeddings = Matrix<double>{{1.16, 0.23}, {0.57, 1.36}, {4.41, -2.16}};
    document.weights.query = Matrix<double>{{0.5406104, -0.16565566}, {0.5869042, 0.6495563}};
    document.weights.key = Matrix<double>{{-0.15492962, -0.3442585}, {0.14268756, 0.41527155}};
    document.weights.value = Matrix<double>{{0.62334496, 0.6146145}, {-0.5187534, 0.13234161}};
    document.mask.rules = {MaskRule{MaskKind::causal}};
    return document;
}

}  // namespace lookback::test
