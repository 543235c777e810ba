#pragma once

#include <utility>

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/gradients/leak_verdict.h"
#include "core/words/say.h"
#include "tests/core/documents.h"
#include "tests/core/reference.h"

namespace lookback::test {

/// The influence in a document that is not too large for it.
inline Influence influenceOf(const Document& document) {
    auto result = influence(document, attend(document));
    REQUIRE(result.has_value());
    return *std::move(result);
}

/// The leak test of a document that is not too large for it, compared with its own mask.
inline LeakVerdict verdictOf(const Document& document) {
    return leakVerdict(document, influenceOf(document));
}

/// The verdict in English, as the command line prints it.
inline std::string said(const LeakVerdict& verdict) {
    return english().text(verdict.label()) + " " + english().text(verdict.sentences);
}

/// The same document with another embedding in the place of a token's own.
inline Document withEmbedding(Document document, Index token, const Matrix<double>& embedding) {
    Matrix<double> embeddings = document.embeddings.get();
    embeddings.row(token) = embedding;
    document.embeddings = std::move(embeddings);
    return document;
}

/// The document's result, computed from scratch.
inline Matrix<double> resultOf(const Document& document) {
    const Trace trace = attend(document);
    return copied(trace.view(trace.result()));
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

/// Tokens of one number each, which is its key and value; queries are the numbers times `ask`.
inline Document ofNumbers(const std::vector<double>& numbers, double ask) {
    Document document;
    const auto n = static_cast<Index>(numbers.size());
    for (Index k = 0; k < n; ++k) document.tokens.push_back("t" + std::to_string(k + 1));
    document.embeddings = Matrix<double>(Eigen::Map<const Matrix<double>>(numbers.data(), n, 1));
    document.weights.query = Matrix<double>{{ask}};
    document.weights.key = Matrix<double>{{1}};
    document.weights.value = Matrix<double>{{1}};
    document.scale.kind = Scale::Kind::none;
    document.mask.rules = {MaskRule{MaskKind::causal}};
    return document;
}

/// The norms from central differences of the result.
inline Matrix<double> normsByDifferences(const Document& document) {
    constexpr double kStep = 1e-5;
    Matrix<double> squares = Matrix<double>::Zero(document.n(), document.n());
    const auto resultAt = [&](Cell cell, double step) {
        Document moved = document;
        moved.embeddings.set(cell, document.embeddings(cell.row, cell.col) + step);
        const Trace trace = attend(moved);
        return copied(trace.view(trace.result()));
    };
    for (Index token = 0; token < document.n(); ++token) {
        for (Index col = 0; col < document.dIn(); ++col) {
            const Matrix<double> slopes =
                (resultAt({token, col}, kStep) - resultAt({token, col}, -kStep)) / (2 * kStep);
            squares.col(token) += slopes.rowwise().squaredNorm();
        }
    }
    return squares.cwiseSqrt();
}

}  // namespace lookback::test
