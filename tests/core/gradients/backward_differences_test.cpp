#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/gradients/backward.h"
#include "tests/core/documents.h"
#include "tests/core/reference.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The input that an id stands for.
SharedMatrix& inputOf(Document& document, MatrixId id) {
    switch (id) {
        case MatrixId::w_query: return document.weights.query;
        case MatrixId::w_key: return document.weights.key;
        case MatrixId::w_value: return document.weights.value;
        case MatrixId::w_output: return *document.weights.output;
        case MatrixId::b_query: return *document.biases.query;
        case MatrixId::b_key: return *document.biases.key;
        case MatrixId::b_value: return *document.biases.value;
        case MatrixId::b_output: return *document.biases.output;
        case MatrixId::positions: return document.positions.table;
        default: return document.embeddings;
    }
}

double lossOf(const Document& document, const Matrix<double>& upstream) {
    const Trace trace = attend(document);
    return copied(trace.view(trace.result())).cwiseProduct(upstream).sum();
}

/// The greatest difference to central differences, relative to max(1, |x|), over every input.
double differenceError(const Document& document) {
    constexpr double kBackwardDifferencesStep = 1e-5;
    std::mt19937 generator(7);
    const Trace trace = attend(document);
    const MatrixView result = trace.view(trace.result());
    const Matrix<double> upstream = randomMatrix(generator, result.rows(), result.cols());
    const Gradients gradients = backward(document, trace, upstream);
    double most = 0;
    for (const MatrixId id : gradients.inputs) {
        Document moved = document;
        SharedMatrix& input = inputOf(moved, id);
        Matrix<double> slopes(input.rows(), input.cols());
        for (Index row = 0; row < slopes.rows(); ++row) {
            for (Index col = 0; col < slopes.cols(); ++col) {
                const double here = input(row, col);
                input.set({row, col}, here + kBackwardDifferencesStep);
                const double above = lossOf(moved, upstream);
                input.set({row, col}, here - kBackwardDifferencesStep);
                const double below = lossOf(moved, upstream);
                input.set({row, col}, here);
                slopes(row, col) = (above - below) / (2 * kBackwardDifferencesStep);
            }
        }
        most = std::max(most, distance(gradients.view(id), slopes));
    }
    return most;
}

/// True where the mask blocks a whole row, or a whole column.
bool hasEmptyLine(const Document& document, bool is_column) {
    for (Index line = 0; line < document.n(); ++line) {
        bool empty = true;
        for (Index other = 0; other < document.n(); ++other) {
            const Cell cell = is_column ? Cell{other, line} : Cell{line, other};
            empty = empty && !allows(document.mask, cell.row, cell.col);
        }
        if (empty) return true;
    }
    return false;
}

/// Smaller numbers than usual: third derivatives stay small, and so do the differences' errors.
Document steadyDocument(const Wanted& wanted) {
    Document document = randomDocument(wanted);
    document.embeddings = Matrix<double>(document.embeddings.get() / 2);
    document.weights.query = Matrix<double>(document.weights.query.get() / 2);
    return document;
}

}  // namespace

TEST_CASE("gradients agree with finite differences for every mask, method, order and position") {
    for (const double value : {-2.0, -1e9}) {
        const auto documentOf = [value](Wanted wanted) {
            wanted.masking.value = value;
            wanted.tokens = 3;
            wanted.heads = 2;
            wanted.output = true;
            return steadyDocument(wanted);
        };
        // Where a row, or a column that softmax is over, is empty, 0/0 has no slope, and a score to
        // which -1e9 is added keeps seven digits: too few for differences.
        const Choice has_slopes = [&](const Wanted& wanted) {
            const MaskingMethod method = wanted.masking.method;
            const bool needs_keys = method == MaskingMethod::renormalize ||
                                    (method == MaskingMethod::add && value == -1e9);
            const bool needs_queries =
                isOverColumns(wanted.masking) && (method == MaskingMethod::zero_rows ||
                                                  (method == MaskingMethod::add && value == -1e9));
            return wanted.dtype == DType::float64 &&
                   !(needs_keys && hasEmptyLine(documentOf(wanted), false)) &&
                   !(needs_queries && hasEmptyLine(documentOf(wanted), true));
        };
        const int compared = forEveryTable(has_slopes, [&](const Wanted& wanted) {
            CAPTURE(info(wanted.mask).name);
            CAPTURE(info(wanted.masking.method).name);
            CAPTURE(masksBeforeScale(wanted.masking));
            CAPTURE(info(wanted.position).name);
            CHECK(differenceError(documentOf(wanted)) <= 1e-7);
        });
        CHECK(compared > 14 * 5);  // mask kinds, each with most methods
    }
}

TEST_CASE("gradients agree with finite differences for every cap") {
    for (const double softcap : {0.125, 0.5, 2.0, 50.0}) {
        for (const PositionInfo& position : kPositionKinds) {
            CAPTURE(softcap);
            CAPTURE(position.name);
            const Document document = steadyDocument(
                {.heads = 2, .output = true, .position = position.kind, .softcap = softcap});
            CHECK(differenceError(document) <= 1e-7);
        }
    }
}

TEST_CASE("gradients agree with finite differences for every shape and divisor") {
    for (const Index tokens : {1, 4}) {
        for (const Index heads : {1, 2, 3}) {
            for (const bool output : {false, true}) {
                for (const Scale scale :
                     {Scale{Scale::Kind::sqrt_dk}, Scale{Scale::Kind::dk}, Scale{Scale::Kind::none},
                      Scale{Scale::Kind::number, -2.5}}) {
                    Wanted wanted{.tokens = tokens, .d_in = 2, .heads = heads, .d_k = 2, .d_v = 3};
                    wanted.output = output;
                    wanted.position = PositionKind::learned;
                    Document document = steadyDocument(wanted);
                    document.scale = scale;
                    CAPTURE(tokens);
                    CAPTURE(heads);
                    CAPTURE(output);
                    CAPTURE(divisor(document));
                    CHECK(differenceError(document) <= 1e-7);
                }
            }
        }
    }
}
