// Under the verdict `rounding`, embeddings no larger than the document's largest number try to move
// a forbidden output by more than rounding: random ones, and those along the greatest scores.
#include "core/gradients/rounding_bound.h"

#include <random>

#include <doctest/doctest.h>

#include "core/engine/engine.h"
#include "core/engine/stages.h"
#include "core/gradients/other_embeddings.h"
#include "tests/core/leak_documents.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr int kDocuments = 160;
constexpr int kTries = 60;  ///< for each hidden word

class Randoms {
public:
    explicit Randoms(int seed) : generator_(static_cast<unsigned>(seed)) {}

    Index below(Index count) {
        return static_cast<Index>(generator_() % static_cast<unsigned>(count));
    }
    double share() { return std::generate_canonical<double, 53>(generator_); }
    Matrix<double> rows(Index rows, Index cols, double size) {
        Matrix<double> numbers(rows, cols);
        for (double& number : numbers.reshaped()) number = size * (2 * share() - 1);
        return numbers;
    }

private:
    std::mt19937 generator_;
};

Document strangeDocument(Randoms& randoms) {
    Document document;
    const Index n = 2 + randoms.below(5);
    const Index d_in = 1 + randoms.below(4);
    const Index d_k = 2 * (1 + randoms.below(2));
    document.heads = 1 + randoms.below(4);
    const Index width = document.heads * (1 + randoms.below(3));
    const auto size = [&] { return std::exp2(static_cast<double>(randoms.below(4))); };
    for (Index k = 0; k < n; ++k) document.tokens.push_back("t" + std::to_string(k));
    document.dtype = kDTypes[static_cast<std::size_t>(randoms.below(4))].dtype;
    document.embeddings = randoms.rows(n, d_in, size());
    document.weights.query = randoms.rows(d_in, document.heads * d_k, size());
    document.weights.key = randoms.rows(d_in, document.heads * d_k, size());
    document.weights.value = randoms.rows(d_in, width, size());
    if (randoms.below(2) == 0) document.weights.output = randoms.rows(width, 2, 1);
    if (randoms.below(3) == 0) {
        document.biases.key = randoms.rows(1, document.heads * d_k, 2);
    }
    // Contexts that nearly cancel lose digits to rounding alone.
    if (randoms.below(3) == 0) document.biases.value = randoms.rows(1, width, 30);
    if (randoms.below(4) == 0) document.softcap = 40;
    const std::array positions{PositionKind::none, PositionKind::sinusoidal, PositionKind::alibi,
                               PositionKind::rope_half};
    document.positions.kind = positions[static_cast<std::size_t>(randoms.below(4))];
    if (randoms.below(4) == 0) document.scale = {Scale::Kind::number, -1.5};
    document.mask.rules = {MaskRule{MaskKind::causal}};
    document.masking.method = MaskingMethod::renormalize;
    return document;
}

double moveOf(const MatrixView& before, const MatrixView& after, Index row, DType dtype) {
    double move = 0;
    double largest = 0;
    for (Index col = 0; col < before.cols(); ++col) {
        if (std::isnan(before(row, col)) && std::isnan(after(row, col))) continue;
        const double by = std::abs(before(row, col) - after(row, col));
        if (std::isfinite(before(row, col)))
            largest = std::max(largest, std::abs(before(row, col)));
        move = std::isnan(by) ? kInfinity : std::max(move, by);
    }
    return placesMoved(move, largest, dtype);
}

}  // namespace

TEST_CASE("no embedding of usual size refutes the verdict rounding") {
    int roundings = 0;
    int leaks = 0;
    for (int seed = 0; seed < kDocuments; ++seed) {
        Randoms randoms(seed);
        Document document = strangeDocument(randoms);
        CAPTURE(seed);
        CAPTURE(info(document.dtype).name);
        const LeakVerdict verdict = verdictOf(document);
        if (verdict.kind == LeakKind::leaks) ++leaks;
        if (verdict.kind != LeakKind::rounding) continue;
        ++roundings;
        const Trace trace = attend(document);
        const std::vector<HiddenWord> hidden = hiddenWords(document.mask, document.n());
        const RoundingBound all = roundingBound(document, trace, hidden, -1);
        const double largest = largestNumber(document);
        Engine engine;
        for (const ReachingScore& reaching : all.reaching) {
            const Index token = reaching.cell.col;
            const Matrix<double> own = document.embeddings.get().row(token);
            for (int k = 0; k < kTries; ++k) {
                Matrix<double> other = randoms.rows(1, document.dIn(), largest);
                if (k % 2 == 0) other = own + randoms.share() * (reaching.embedding - own);
                other = other.cwiseMin(largest).cwiseMax(-largest);
                const Trace& moved = engine.attend(withEmbedding(document, token, other));
                for (Index row = 0; row < token; ++row) {
                    const double places = moveOf(trace.view(trace.result()),
                                                 moved.view(moved.result()), row, document.dtype);
                    CHECK(places <= kRoundingPlaces);
                    if (all.places <= kRoundingPlaces) CHECK(places <= all.places);
                }
            }
        }
    }
    CHECK(roundings > kDocuments / 4);
    CHECK(leaks > kDocuments / 8);
}

TEST_CASE("the greatest score that an embedding makes is found, whatever is added to scores") {
    for (int seed = 0; seed < kDocuments; ++seed) {
        Randoms randoms(seed);
        Document document = strangeDocument(randoms);
        document.dtype = DType::float64;
        CAPTURE(seed);
        const Trace trace = attend(document);
        const std::vector<HiddenWord> hidden = hiddenWords(document.mask, document.n());
        const RoundingBound bound = roundingBound(document, trace, hidden, -1);
        REQUIRE_FALSE(bound.reaching.empty());
        double greatest = -kInfinity;
        for (const ReachingScore& reaching : bound.reaching) {
            const Document other = withEmbedding(document, reaching.cell.col, reaching.embedding);
            const Trace moved = attend(other);
            for (Index head = 0; head < document.heads; ++head) {
                const MatrixView scores = moved.view(softmaxInput(document), head);
                greatest = std::max(greatest, scores(reaching.cell.row, reaching.cell.col));
            }
        }
        CHECK(greatest <= bound.score);
        CHECK(isClose(greatest, bound.score, 1e-9 * std::max(1.0, std::abs(greatest))));
    }
}

TEST_CASE("an embedding no larger than others that destroys a row is a leak, and it is shown") {
    Document document = ofNumbers({4, 3.5, -4}, 6);
    document.dtype = DType::float16;
    document.masking.method = MaskingMethod::renormalize;
    const LeakVerdict found = verdictOf(document);
    CHECK(found.kind == LeakKind::leaks);
    REQUIRE(found.example);
    CHECK(found.example->embedding.cwiseAbs().maxCoeff() <= 6);
    const Matrix<double> after =
        resultOf(withEmbedding(document, found.example->token, found.example->embedding));
    CHECK(distance(Matrix<double>(after.row(found.example->output)), found.example->after) == 0);
}
