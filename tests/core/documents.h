#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/document/document.h"
#include "tests/combinations.h"

namespace lookback::test {

/// The properties of a random document.
struct Wanted {
    Index tokens = 4;
    Index d_in = 3;
    Index heads = 1;
    Index d_k = 2;
    Index d_v = 2;
    bool output = false;
    bool biases = false;
    DType dtype = DType::float64;
    PositionKind position = PositionKind::none;
    MaskKind mask = MaskKind::causal;
    Masking masking{};
    std::optional<double> softcap{};
    unsigned seed = 1;
};

inline Matrix<double> randomMatrix(std::mt19937& generator, Index rows, Index cols) {
    Matrix<double> result(rows, cols);
    for (Index row = 0; row < rows; ++row) {
        for (Index col = 0; col < cols; ++col) {
            // Multiples of 1/64 are exact in every dtype.
            result(row, col) = (static_cast<double>(generator() % 257) - 128) / 64;
        }
    }
    return result;
}

/// A rule of the kind that blocks something and allows something, where the kind can.
inline MaskRule telling(MaskKind kind, Index tokens) {
    MaskRule rule = newRule(kind, tokens);
    for (Index k = 0; k < static_cast<Index>(rule.per_token.size()); ++k) {
        rule.per_token[static_cast<std::size_t>(k)] = kind == MaskKind::padding ? k != 1 : k / 2;
    }
    for (std::size_t row = 0; row < rule.allowed.size(); ++row) {
        for (std::size_t col = 0; col < rule.allowed.size(); ++col) {
            rule.allowed[row][col] = (row + 2 * col) % 3 != 0;
        }
    }
    return rule;
}

/// Rules of the kind with all combinations of these numbers, where they are valid.
inline std::vector<MaskRule> rulesOf(MaskKind kind, Index tokens, const std::vector<Index>& each) {
    std::vector<MaskRule> rules{newRule(kind, tokens)};
    for (std::size_t k = 0; k < info(kind).numbers.size(); ++k) {
        for (const MaskRule& rule : std::exchange(rules, {})) {
            for (const Index number : each) {
                if (number < info(kind).numbers[k].smallest) continue;
                rules.push_back(rule);
                rules.back().numbers[k] = number;
            }
        }
    }
    return rules;
}

/// A masking value that blocks, in every dtype.
inline double lowValue(DType dtype) { return fits(dtype, -1e9) ? -1e9 : -3e4; }

/// Gives queries, keys, values and an output random biases.
inline void addBiases(Document& document, std::mt19937& generator) {
    const auto bias = [&](const SharedMatrix& weight) {
        return SharedMatrix(randomMatrix(generator, 1, weight.cols()));
    };
    const Weights& weights = document.weights;
    document.biases = {bias(weights.query), bias(weights.key), bias(weights.value), std::nullopt};
    if (weights.output) document.biases.output = bias(*weights.output);
}

inline Document randomDocument(const Wanted& wanted) {
    std::mt19937 generator(wanted.seed);
    Document document;
    document.title = "random";
    for (Index k = 0; k < wanted.tokens; ++k)
        document.tokens.push_back("t" + std::to_string(k + 1));
    document.dtype = wanted.dtype;
    document.heads = wanted.heads;
    document.embeddings = randomMatrix(generator, wanted.tokens, wanted.d_in);
    document.weights.query = randomMatrix(generator, wanted.d_in, wanted.heads * wanted.d_k);
    document.weights.key = randomMatrix(generator, wanted.d_in, wanted.heads * wanted.d_k);
    document.weights.value = randomMatrix(generator, wanted.d_in, wanted.heads * wanted.d_v);
    if (wanted.output) {
        document.weights.output =
            SharedMatrix(randomMatrix(generator, wanted.heads * wanted.d_v, 3));
    }
    document.positions.kind = wanted.position;
    if (wanted.position == PositionKind::learned) {
        document.positions.table = randomMatrix(generator, wanted.tokens, wanted.d_in);
    }
    if (wanted.biases) addBiases(document, generator);
    document.mask.rules = {telling(wanted.mask, wanted.tokens)};
    document.masking = wanted.masking;
    document.softcap = wanted.softcap;
    if (!fits(wanted.dtype, wanted.masking)) document.masking.value = lowValue(wanted.dtype);
    return document;
}

/// A document whose raw scores are exactly these, unscaled, and whose context is the weights.
inline Document documentWithScores(const Matrix<double>& scores, DType dtype) {
    const Index n = scores.rows();
    const Matrix<double> one = Matrix<double>::Identity(n, n);
    Document document;
    document.tokens.assign(static_cast<std::size_t>(n), "t");
    document.dtype = dtype;
    document.embeddings = one;
    document.weights.query = scores;
    document.weights.key = one;
    document.weights.value = one;
    document.scale.kind = Scale::Kind::none;
    document.masking.value = lowValue(dtype);
    return document;
}

/// True where a mask blocks no pair of `tokens` tokens.
inline bool allowsAll(const Mask& mask, Index tokens) {
    for (Index query = 0; query < tokens; ++query) {
        for (Index key = 0; key < tokens; ++key) {
            if (!allows(mask, query, key)) return false;
        }
    }
    return true;
}

/// A custom mask: `blocked` holds 1 where a query may not look, as the reference writes masks.
inline Mask customMask(const Matrix<double>& blocked) {
    MaskRule rule = newRule(MaskKind::custom, blocked.rows());
    for (Index row = 0; row < blocked.rows(); ++row) {
        for (Index col = 0; col < blocked.cols(); ++col) {
            rule.allowed[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)] =
                blocked(row, col) == 0;
        }
    }
    return {{rule}, {}};
}

/// True for the documents of a test.
using Choice = std::function<bool(const Wanted&)>;

/// Documents over all tables: every mask kind, masking method, order, axis of softmax, dtype and
/// position encoding, and capped scores for the encodings that such scores meet: none, and those
/// with slopes. About half of the documents have biases, with each row of each table.
/// @param choice null: all documents
[[nodiscard]] std::vector<Wanted> allTables(const Choice& choice = nullptr);

/// As few of the documents as have every pair of values of two tables that any document of `all`
/// has: of a mask kind and a dtype, of an order and an encoding, and so on.
[[nodiscard]] std::vector<Wanted> pairsOfTables(const std::vector<Wanted>& all);

/// Calls `check(wanted)` for documents with every pair of values of two tables, or for all
/// documents (`everyCombination`). `choice` must leave out the documents that the test does not ask
/// about: if `check` skipped a document, pairs that only this document has would go unchecked.
/// @return the number of documents
template <class Check>
int forEveryTable(const Choice& choice, Check check) {
    const std::vector<Wanted> all = allTables(choice);
    const std::vector<Wanted> wanted = everyCombination() ? all : pairsOfTables(all);
    INFO(wanted.size(), " of ", all.size(), " documents, see tests/combinations.h");
    for (const Wanted& one : wanted) check(one);
    return static_cast<int>(wanted.size());
}
template <class Check>
int forEveryTable(Check check) {
    return forEveryTable(nullptr, check);
}

}  // namespace lookback::test
