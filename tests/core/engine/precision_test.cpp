#include <cmath>

#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "core/explain/checks.h"
#include "core/explain/masking_words.h"
#include "core/gradients/backward.h"
#include "core/gradients/leak_verdict.h"
#include "tests/core/documents.h"
#include "tests/core/reference.h"
#include "tests/strange_numbers.h"

// What every dtype keeps to, against the next wider one and at the ends of its range.

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr std::array kHalves{DType::float16, DType::bfloat16};

/// The greatest difference, in units of epsilon times the greatest finite number.
/// @param size of the terms of sums, which may cancel
double apart(const MatrixView& half, const MatrixView& single, DType dtype, double size = 0) {
    double most = 0;
    for (Index row = 0; row < half.rows(); ++row) {
        for (Index col = 0; col < half.cols(); ++col) {
            const double there = single(row, col);
            if (std::isfinite(there)) size = std::max(size, std::abs(there));
            if (isClose(half(row, col), there, 0)) continue;
            const double difference = std::abs(half(row, col) - there);
            most = std::isnan(difference) ? kInfinity : std::max(most, difference);
        }
    }
    return most == 0 ? 0 : most / (size * info(dtype).epsilon);
}

/// The greatest number of the rows that the gradient of a bias is the sum of; 0 for other matrices.
/// A vector that is added to all keys changes no weight: these rows add up to 0.
double sizeOfTerms(const Gradients& gradients, MatrixId id) {
    double size = 0;
    for (const MatrixId of : gradients.stages) {
        if (!isBias(id) || stage(of).bias != id) continue;
        const Tensor& rows = gradients.tensor(of);
        for (Index head = 0; head < rows.heads(); ++head) {
            size = std::max(size, copied(rows.view(head)).cwiseAbs().maxCoeff());
        }
    }
    return size;
}

/// Gentle numbers: the scores stay within a few units, where no dtype loses a weight.
Document gentleDocument(Wanted wanted) {
    Document document = randomDocument(wanted);
    document.weights.query = Matrix<double>(document.weights.query.get() / 8);
    return document;
}

}  // namespace

TEST_CASE("16 bits give what float32 gives, but for their own rounding, there and back") {
    const Choice has_16_bits = [](const Wanted& wanted) {
        const bool is_wide = wanted.dtype == DType::float64 || wanted.dtype == DType::float32;
        // Padding blocks whole columns. Over one, softmax compares values of -65504 whose digits
        // 16 bits do not have.
        const bool is_blocked_column =
            isOverColumns(wanted.masking) && wanted.mask == MaskKind::padding;
        const bool has_empty_rows = wanted.mask == MaskKind::strict_causal;
        return !is_wide && !has_empty_rows && !is_blocked_column;
    };
    forEveryTable(has_16_bits, [](Wanted wanted) {
        wanted.heads = 2;
        wanted.output = true;
        wanted.seed = 5;  // no gradient of it is small beside the terms that it is the sum of
        const Document document = gentleDocument(wanted);
        Document wider = document;
        wider.dtype = DType::float32;
        const Trace trace = attend(document);
        const Trace wide = attend(wider);
        // Over columns, with G = 1 everywhere, the gradients of scores add up to 0.
        std::mt19937 generator(5);
        const Matrix<double> upstream =
            isOverColumns(wanted.masking)
                ? randomMatrix(generator, document.n(), wide.tensor(wide.result()).cols())
                : Matrix<double>::Ones(document.n(), wide.tensor(wide.result()).cols()).eval();
        const Gradients gradients = backward(document, trace, upstream);
        const Gradients wide_gradients = backward(wider, wide, upstream);
        CAPTURE(info(wanted.dtype).name);
        CAPTURE(info(wanted.mask).name);
        CAPTURE(info(wanted.masking.method).name);
        CAPTURE(info(wanted.position).name);
        // Each of some ten stages rounds by half an epsilon, and softmax turns an error of its
        // scores, of size s, into s times it.
        for (const MatrixId id : trace.order) {
            if (id == MatrixId::masked_scores) continue;  // the value is all that counts there
            CAPTURE(info(id).name);
            REQUIRE(apart(trace.view(id), wide.view(id), wanted.dtype) <= 8);
        }
        for (const auto* list : {&gradients.inputs, &gradients.stages}) {
            for (const MatrixId id : *list) {
                CAPTURE(info(id).name);
                REQUIRE(apart(gradients.view(id), wide_gradients.view(id), wanted.dtype,
                              sizeOfTerms(wide_gradients, id)) <= 16);
            }
        }
    });
}

TEST_CASE("the leak test finds the same cells in every dtype") {
    for (const MaskInfo& mask : maskKinds()) {
        for (const MaskingInfo& method : kMaskingMethods) {
            if (maskingWords(method.method).is_mistake) continue;
            Wanted wanted{.mask = mask.kind, .masking = {method.method}};
            const Document exact = gentleDocument(wanted);
            const Influence expected = *influence(exact, attend(exact));
            for (const DType dtype : kHalves) {
                Document document = exact;
                document.dtype = dtype;
                document.masking.value = lowValue(dtype);
                const Influence found = *influence(document, attend(document));
                CAPTURE(mask.name);
                CAPTURE(method.name);
                CHECK(found.leaks == expected.leaks);
                CHECK(leakVerdict(document, found).kind == leakVerdict(exact, expected).kind);
            }
        }
    }
}

TEST_CASE("rows add up to 1 as closely as sumTolerance says, in long rows too") {
    for (const DTypeInfo& dtype : kDTypes) {
        for (const MaskingMethod method : {MaskingMethod::fill, MaskingMethod::renormalize}) {
            Wanted wanted{.tokens = 300, .dtype = dtype.dtype, .masking = {method}};
            wanted.masking.value = lowValue(dtype.dtype);
            const Document document = gentleDocument(wanted);
            CAPTURE(dtype.name);
            for (const Check& check : checkWeights(document, attend(document))) {
                CHECK(check.sign == CheckSign::meant);
            }
        }
    }
}

TEST_CASE("what is too large becomes infinite, and then not a number") {
    Document document = documentWithScores(Matrix<double>{{40000, 1}, {1, 1}}, DType::float16);
    document.embeddings = Matrix<double>{{2, 0}, {0, 1}};
    Trace trace = attend(document);
    CHECK(trace.view(MatrixId::query)(0, 0) == kInfinity);  // 80000
    CHECK(trace.view(MatrixId::scores)(0, 0) == kInfinity);
    CHECK(std::isnan(trace.view(MatrixId::attention_weights)(0, 0)));
    document.dtype = DType::bfloat16;
    trace = attend(document);
    CHECK(trace.view(MatrixId::query)(0, 0) == 79872);  // the nearest of 8 bits
    CHECK(trace.view(MatrixId::attention_weights)(0, 0) == 1);

    document.dtype = DType::float16;
    document.embeddings = Matrix<double>{{1, 1}, {0, 0}};
    document.weights.query = Matrix<double>{{60000, 60000}, {60000, -30000}};
    CHECK(attend(document).view(MatrixId::query)(0, 0) == kInfinity);
    CHECK(attend(document).view(MatrixId::query)(0, 1) == 30000);
}

TEST_CASE("subnormal numbers count, and what is below them is 0") {
    for (const auto& [dtype, least] :
         {std::pair{DType::float16, 0x1p-24}, std::pair{DType::bfloat16, 0x1p-133}}) {
        Document document = documentWithScores(Matrix<double>{{1}}, dtype);
        document.weights.query = Matrix<double>{{0.75}};
        document.embeddings = Matrix<double>{{least}};
        const Trace trace = attend(document);
        CHECK(trace.view(MatrixId::embeddings)(0, 0) == least);
        CHECK(trace.view(MatrixId::query)(0, 0) == least);  // 0.75 of it rounds up
        CHECK(trace.view(MatrixId::scores)(0, 0) == 0);
        document.weights.query = Matrix<double>{{0.25}};
        CHECK(attend(document).view(MatrixId::query)(0, 0) == 0);
    }
    // e^-17 is 0 as a weight of float16, e^-16 is not; bfloat16 holds both.
    for (const double below : {-16.0, -17.5}) {
        const auto weight = [&](DType dtype) {
            Document document = documentWithScores(Matrix<double>{{0, below}, {0, 0}}, dtype);
            return attend(document).view(MatrixId::attention_weights)(0, 1);
        };
        CHECK((weight(DType::float16) > 0) == (below > -17));
        CHECK(weight(DType::bfloat16) > 0);
    }
}

TEST_CASE("subnormal numbers count in every column, be it of a vector or of the rest") {
    constexpr Index kSize = 17;  // more than a vector of any processor, and one
    struct Row {
        DType dtype;
        double tiny;
    };
    for (const Row& row : {Row{DType::float16, 1e-6}, Row{DType::bfloat16, 1e-39},
                           Row{DType::float32, 1e-42}, Row{DType::float64, 1e-320}}) {
        const DType dtype = row.dtype;
        const double tiny = row.tiny;
        CAPTURE(std::string(info(dtype).name));
        const double expected = roundedTo(tiny, info(dtype).kind);
        const auto same = [&](const MatrixView& view) {
            REQUIRE(view.cols() == kSize);
            CHECK((copied(view).array() == expected).all());
        };
        const Matrix<double> all = Matrix<double>::Constant(kSize, kSize, tiny);
        const Document document = documentWithScores(all, dtype);
        const Trace trace = attend(document);
        for (const MatrixId id : {MatrixId::query, MatrixId::scores, MatrixId::scaled_scores,
                                  MatrixId::masked_scores}) {
            same(trace.view(id));
        }

        Document one = documentWithScores(Matrix<double>{{0}}, dtype);
        one.embeddings = Matrix<double>(all.topRows(1));
        one.positions.kind = PositionKind::learned;
        one.positions.table = Matrix<double>(Matrix<double>::Zero(1, kSize));
        one.weights.query = Matrix<double>(Matrix<double>::Zero(kSize, 1));
        one.weights.key = Matrix<double>(Matrix<double>::Zero(kSize, 1));
        one.weights.value = Matrix<double>(Matrix<double>::Identity(kSize, kSize));
        const Trace encoded = attend(one);
        const Gradients gradients = backward(one, encoded, all.topRows(1));
        for (const MatrixId id :
             {MatrixId::embeddings, MatrixId::encoded, MatrixId::value, MatrixId::context}) {
            same(encoded.view(id));
            same(gradients.view(id));
        }
    }
}

TEST_CASE("every stage and gradient is a number of the dtype") {
    for (const DType dtype : kHalves) {
        Wanted wanted{.tokens = 5, .heads = 2, .output = true, .dtype = dtype};
        wanted.position = PositionKind::rope_half;
        const Document document = gentleDocument(wanted);
        const Trace trace = attend(document);
        const Gradients gradients = backward(document, trace);
        const auto check = [&](const MatrixView& view) {
            CHECK(view.kind() == info(dtype).kind);
            for (Index row = 0; row < view.rows(); ++row) {
                CHECK(view.row(row)(0, 1) == view(row, 1));
                CHECK(view.columns(1, 1)(row, 0) == view(row, 1));
            }
        };
        for (const MatrixId id : trace.order) {
            if (id != MatrixId::mask) check(trace.view(id, 1));
        }
        for (const MatrixId id : gradients.inputs) check(gradients.view(id));
        CHECK(gradients.loss == roundedTo(gradients.loss, info(dtype).kind));
    }
}
