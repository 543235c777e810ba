// The verdict against brute force: every mask, method, order, precision and position encoding, with
// values that block, that do not, and -inf. Every result here is computed from scratch.
#include <random>

#include <doctest/doctest.h>

#include "core/engine/masking_arithmetic.h"
#include "core/engine/stages.h"
#include "core/gradients/other_embeddings.h"
#include "tests/core/leak_documents.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

bool isHidden(const Document& document, Index output, Index token) {
    return output != token && !allows(document.mask, output, token);
}

bool isSame(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// The outputs that must not see a token and hold another number in the second result.
std::vector<Index> movedOutputs(const Document& document, Index token, const Matrix<double>& before,
                                const Matrix<double>& after) {
    std::vector<Index> moved;
    for (Index row = 0; row < before.rows(); ++row) {
        if (!isHidden(document, row, token)) continue;
        for (Index col = 0; col < before.cols(); ++col) {
            if (isSame(before(row, col), after(row, col))) continue;
            moved.push_back(row);
            break;
        }
    }
    return moved;
}

/// What a promise is made for: keys and values that are finite, and scores too where anything is
/// left of them. Where softmax is over columns, the token's query and its scores count, too.
bool isInPromise(const Document& document, const Trace& trace, Index token) {
    const MaskingMethod method = document.masking.method;
    const bool by_scores = info(method).place == MaskingPlace::scores;
    const MatrixId last =
        by_scores ? stage(MatrixId::masked_scores).left(document) : softmaxInput(document);
    for (Index head = 0; head < document.heads; ++head) {
        for (const MatrixId id : {scoreKeys(document), MatrixId::value}) {
            if (!copied(trace.view(id, head).row(token)).allFinite()) return false;
        }
        if (isOverColumns(document.masking)) {
            for (const MatrixId id : {MatrixId::scores, last}) {
                if (!copied(trace.view(id, head)).row(token).allFinite()) return false;
            }
        }
        for (Index row = 0; row < document.n(); ++row) {
            if (!isHidden(document, row, token) || maskingArithmetic(method).replaces) continue;
            if (!std::isfinite(trace.view(MatrixId::scores, head)(row, token))) return false;
            if (!std::isfinite(trace.view(last, head)(row, token))) return false;
            const double logit = trace.view(softmaxInput(document), head)(row, token);
            if (std::isnan(logit) || logit == kInfinity) return false;
        }
    }
    return true;
}

/// Random, tiny, equal to another word's, 0, and larger and larger up to what the dtype holds.
std::vector<Matrix<double>> strangeEmbeddings(const Document& document, std::mt19937& generator) {
    const Matrix<double> random = randomMatrix(generator, 2, document.dIn());
    std::vector<Matrix<double>> rows{random.row(0), random.row(1), random.row(0) * 1e-7,
                                     random.row(0) * 0.0};
    for (Index token = 0; token < document.n(); ++token) {
        rows.emplace_back(document.embeddings.get().row(token));
    }
    const double most = info(document.dtype).largest / 2;
    const int steps = 7;
    for (int k = 1; k <= steps; ++k) {
        rows.emplace_back(random.row(k % 2) * (std::pow(most, 1.0 * k / steps) / 2));
    }
    return rows;
}

/// Calls `check(document)` for documents of all kinds. @param values of masking, by dtype
/// @return the number of tables that they are of
template <class Check>
int forManyDocuments(const std::vector<double (*)(DType)>& values, Check check) {
    unsigned seed = 0;
    return forEveryTable([&](Wanted wanted) {
        const bool uses_value = info(wanted.masking.method).uses_value;
        for (const auto value : values) {
            if (!uses_value && value != values.front()) break;
            wanted.seed = ++seed;
            wanted.masking.value = value(wanted.dtype);
            wanted.tokens = 3 + seed % 2;
            wanted.heads = 1 + seed / 2 % 2;
            wanted.output = seed / 4 % 2 != 0;
            Document document = randomDocument(wanted);
            if (seed % 3 == 0) flip(document.mask, {0, document.n() - 1});
            if (seed % 5 == 0) flip(document.mask, {1, 1});
            if (seed % 7 == 0) document.scale = {Scale::Kind::number, seed % 2 == 0 ? -2.0 : 0.01};
            CAPTURE(seed);
            CAPTURE(info(wanted.mask).name);
            CAPTURE(info(wanted.masking.method).name);
            CAPTURE(info(wanted.dtype).name);
            CAPTURE(info(wanted.position).name);
            check(document);
        }
    });
}

/// The largest change of a row's number, in units in the last place of its largest number.
double placesMoved(const Document& document, const Matrix<double>& before,
                   const Matrix<double>& after) {
    const DTypeInfo& dtype = info(document.dtype);
    const double largest = std::max(before.cwiseAbs().maxCoeff(), 4 / dtype.largest);
    const double place = dtype.epsilon * std::exp2(std::floor(std::log2(largest)));
    return (after - before).cwiseAbs().maxCoeff() / place;
}

/// Checks that no embedding as small as the document's numbers moves a hidden output further than
/// rounding does, and that the example is one of them.
void checkRounding(const Document& document, const LeakVerdict& verdict,
                   const Matrix<double>& before) {
    CHECK(document.masking.method == MaskingMethod::renormalize);
    CHECK(verdict.leaks.empty());
    const double largest = largestNumber(document);
    double most = 0;
    for (Index token = 0; token < document.n(); ++token) {
        OtherEmbeddings others(document, token, kLeakTries);
        for (Index k = 0; k < kLeakTries; ++k) {
            const Matrix<double> embedding = others.next();
            if (embedding.cwiseAbs().maxCoeff() > largest) continue;
            const Document other = withEmbedding(document, token, embedding);
            const Trace trace = attend(other);
            if (!isInPromise(other, trace, token)) continue;
            const Matrix<double> after = copied(trace.view(trace.result()));
            for (const Index row : movedOutputs(document, token, before, after)) {
                CHECK(placesMoved(document, before.row(row), after.row(row)) <= kRoundingPlaces);
                most = std::max(most, (after.row(row) - before.row(row)).cwiseAbs().maxCoeff());
            }
        }
    }
    // Beyond these, the search goes along the scores that may do more.
    if (most > 0) REQUIRE(verdict.example.has_value());
    if (verdict.example) CHECK(verdict.example->size >= most);
}

constexpr auto kMinusInfinity = [](DType) { return -kInfinity; };
constexpr auto kTooHigh = [](DType) { return -20.0; };

}  // namespace

TEST_CASE("what cannot leak is refuted by no numbers") {
    std::mt19937 generator(1);
    int documents = 0;
    int open_masks = 0;
    int tried = 0;
    const int tables = forManyDocuments({kMinusInfinity}, [&](const Document& document) {
        const Influence found = influenceOf(document);
        const LeakVerdict verdict = leakVerdict(document, found);
        if (verdict.kind == LeakKind::nothing_to_leak) ++open_masks;
        if (verdict.kind != LeakKind::cannot) return;
        ++documents;
        REQUIRE(found.leaks.empty());
        const Matrix<double> before = resultOf(document);
        for (const Matrix<double>& embedding : strangeEmbeddings(document, generator)) {
            for (Index token = 0; token < document.n(); ++token) {
                const Document other = withEmbedding(document, token, embedding);
                const Trace trace = attend(other);
                if (!isInPromise(other, trace, token)) continue;
                const Matrix<double> after = copied(trace.view(trace.result()));
                REQUIRE(movedOutputs(document, token, before, after).empty());
                ++tried;
            }
        }
    });
    // Of 10,976 documents 6,317 leak, and the masks of 1,175 block nothing.
    CHECK(documents + open_masks > tables * 3 / 10);
    CHECK(documents > tables / 10);
    CHECK(tried > tables * 10);
}

TEST_CASE("leaks have examples that show them, and what does not leak here does not move") {
    int leaks = 0;
    int roundings = 0;
    int still = 0;
    const std::vector<double (*)(DType)> values{lowValue, kTooHigh, kMinusInfinity};
    const int tables = forManyDocuments(values, [&](const Document& document) {
        const Influence found = influenceOf(document);
        const LeakVerdict verdict = leakVerdict(document, found);
        const Matrix<double> before = resultOf(document);
        if (verdict.kind == LeakKind::rounding) {
            ++roundings;
            CHECK(found.leaks.empty());
            checkRounding(document, verdict, before);
            return;
        }
        CHECK(verdict.example.has_value() == (verdict.kind == LeakKind::leaks));
        CHECK(verdict.leaks.empty() == (verdict.kind != LeakKind::leaks));
        for (const Cell cell : verdict.leaks) CHECK(isHidden(document, cell.row, cell.col));
        if (verdict.example) {
            ++leaks;
            const LeakExample& example = *verdict.example;
            const Matrix<double> after =
                resultOf(withEmbedding(document, example.token, example.embedding));
            const auto moved = movedOutputs(document, example.token, before, after);
            CHECK(std::find(moved.begin(), moved.end(), example.output) != moved.end());
            CHECK(distance(Matrix<double>(before.row(example.output)), example.before) == 0);
            CHECK(distance(Matrix<double>(after.row(example.output)), example.after) == 0);
            const Cell cell{example.output, example.token};
            CHECK(std::binary_search(verdict.leaks.begin(), verdict.leaks.end(), cell));
        }
        if (verdict.kind != LeakKind::not_here) return;
        ++still;
        CHECK(found.leaks.empty());  // every derivative that is not 0 has shown
        for (Index token = 0; token < document.n(); ++token) {
            OtherEmbeddings others(document, token, kLeakTries);
            for (Index k = 0; k < kLeakTries; k += 7) {
                const Document other = withEmbedding(document, token, others.next());
                const Trace trace = attend(other);
                if (!isInPromise(other, trace, token)) continue;
                const Matrix<double> after = copied(trace.view(trace.result()));
                CHECK(movedOutputs(document, token, before, after).empty());
            }
        }
    });
    CHECK(leaks > tables / 5);
    CHECK(roundings > 5);
    CHECK(still > tables / 10);
}

TEST_CASE("an output that the score of a blocked word keeps from being finite is no rounding") {
    int lost = 0;
    int leaks = 0;
    for (unsigned seed = 1; seed <= 120; ++seed) {
        Document document = randomDocument({.tokens = 4,
                                            .d_in = 14,
                                            .heads = 3,
                                            .dtype = DType::float16,
                                            .masking = {MaskingMethod::renormalize},
                                            .seed = seed});
        document.weights.query = Matrix<double>(document.weights.query.get() * 32);
        const Matrix<double> before = resultOf(document);
        if (before.allFinite()) continue;
        ++lost;
        const LeakVerdict verdict = verdictOf(document);
        if (verdict.kind == LeakKind::leaks) ++leaks;
        CAPTURE(seed);
        const Trace trace = attend(document);
        const double largest = largestUsual(document);
        for (Index row = 0; row < document.n(); ++row) {
            if (before.row(row).allFinite()) continue;
            for (Index at = 0; at < document.heads * document.n(); ++at) {
                const Index head = at / document.n();
                const Index token = at % document.n();
                if (!isHidden(document, row, token)) continue;
                const Matrix<double> query = copied(trace.view(MatrixId::query, head)).row(row);
                const Matrix<double> keys =
                    document.weights.key.get().middleCols(head * document.dK(), document.dK());
                const Matrix<double> slopes = query * keys.transpose();
                const Matrix<double> least = roundedTo(
                    slopes.unaryExpr([&](double slope) { return std::copysign(largest, -slope); }),
                    document.dtype);
                const Matrix<double> after = resultOf(withEmbedding(document, token, least));
                if (!after.row(row).allFinite()) continue;
                CHECK(std::binary_search(verdict.leaks.begin(), verdict.leaks.end(),
                                         Cell{row, token}));
            }
        }
    }
    CHECK(lost > 0);
    CHECK(leaks > 0);
}
