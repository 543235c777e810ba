#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/document/edit.h"
#include "core/import/placement.h"
#include "core/lesson/needs.h"

namespace lookback {
namespace {

/// The numbers of a placed tensor in the orientation of documents: (in, out).
Matrix<double> placedNumbers(const FoundTensor& tensor, const PlacedTensor& placed,
                             const Placement& placement) {
    const Cell size = *sizeAs(placed.target, tensor);
    Matrix<double> matrix =
        Eigen::Map<const Matrix<double>>(tensor.values.data(), size.row, size.col);
    if (placed.turned != Turned::no) matrix = matrix.transpose().eval();
    if (placed.is_part) {
        matrix = matrix.middleCols(placed.outputs.begin, placed.outputs.size()).eval();
    }
    if (placed.repeats > 1) {
        const Index width = matrix.cols() * placed.repeats / placement.heads;
        Matrix<double> repeated(matrix.rows(), width * placement.heads);
        for (Index head = 0; head < placement.heads; ++head) {
            repeated.middleCols(head * width, width) =
                matrix.middleCols(head / placed.repeats * width, width);
        }
        matrix = std::move(repeated);
    }
    if (!placement.head || placed.target == MatrixId::embeddings) return matrix;
    if (placed.target == MatrixId::w_output) {
        const Index height = matrix.rows() / placement.heads;
        return matrix.middleRows(*placement.head * height, height).eval();
    }
    const Index width = matrix.cols() / placement.heads;
    return matrix.middleCols(*placement.head * width, width).eval();
}

SharedMatrix& matrixOf(Document& document, MatrixId target) {
    const auto made = [](std::optional<SharedMatrix>& matrix) -> SharedMatrix& {
        return matrix ? *matrix : matrix.emplace();
    };
    switch (target) {
        case MatrixId::w_query: return document.weights.query;
        case MatrixId::w_key: return document.weights.key;
        case MatrixId::w_value: return document.weights.value;
        case MatrixId::w_output: return made(document.weights.output);
        case MatrixId::b_query: return made(document.biases.query);
        case MatrixId::b_key: return made(document.biases.key);
        case MatrixId::b_value: return made(document.biases.value);
        case MatrixId::b_output: return made(document.biases.output);
        default: return document.embeddings;
    }
}

/// Removes the biases that weights of another width came in place of.
void dropOtherBiases(Document& document) {
    const auto fit = [](std::optional<SharedMatrix>& bias, Index cols) {
        if (bias && bias->cols() != cols) bias.reset();
    };
    const Weights& weights = document.weights;
    fit(document.biases.query, weights.query.cols());
    fit(document.biases.key, weights.key.cols());
    fit(document.biases.value, weights.value.cols());
    if (weights.output) fit(document.biases.output, weights.output->cols());
}

/// The narrowest dtype that holds all placed numbers: float32 for both 16-bit types together.
DType widestDType(const Found& found, const Placement& placement) {
    std::optional<DType> widest;
    for (const PlacedTensor& placed : placement.placed) {
        const std::optional<DType> dtype = found.tensors[placed.tensor].dtype;
        if (!dtype || widest == dtype) continue;
        const bool are_both_short = widest && *widest > DType::float32 && *dtype > DType::float32;
        widest = are_both_short ? DType::float32 : std::min(widest.value_or(*dtype), *dtype);
    }
    return widest.value_or(DType::float64);
}

std::vector<std::string> numberedTokens(Index n) {
    std::vector<std::string> tokens;
    for (Index k = 1; k <= n; ++k) tokens.push_back(fmt::format("t{}", k));
    return tokens;
}

/// A new document before its numbers.
Document emptyDocument(const Found& found, const Placement& placement) {
    Document document;
    document.dtype = widestDType(found, placement);
    document.mask = {{MaskRule{}}, {}};
    document.masking.value = -std::numeric_limits<double>::infinity();
    return document;
}

/// Gives the document tokens for its embeddings, and lets mask and positions follow them.
void fitTokens(Document& document, const std::optional<std::vector<std::string>>& texts) {
    const Index n = document.embeddings.rows();
    const bool is_other = n != document.n();
    if (texts) {
        document.tokens = *texts;
    } else if (is_other) {
        document.tokens = numberedTokens(n);
    }
    if (is_other && isMasked(document)) document.mask = maskToPutOn(document, document.mask);
    const SharedMatrix& table = document.positions.table;
    const bool has_table = info(document.positions.kind).has_table;
    if (has_table && (table.rows() != n || table.cols() != document.dIn())) {
        Matrix<double> fitted = Matrix<double>::Zero(n, document.dIn());
        const Index rows = std::min(n, table.rows());
        const Index cols = std::min(document.dIn(), table.cols());
        fitted.topLeftCorner(rows, cols) = table.get().topLeftCorner(rows, cols);
        document.positions.table = std::move(fitted);
    }
}

}  // namespace

Checked<Document> importedDocument(const Found& found, const Placement& placement,
                                   const Document* onto, double allowed) {
    Document document = onto != nullptr ? *onto : emptyDocument(found, placement);
    for (const PlacedTensor& placed : placement.placed) {
        if (onto != nullptr && isDrawn(*onto, placed.target)) document.draw.reset();
        matrixOf(document, placed.target) =
            placedNumbers(found.tensors[placed.tensor], placed, placement);
    }
    dropOtherBiases(document);
    const Index heads = placement.head ? 1 : placement.heads;
    if (heads != document.heads) document.positions.slopes.clear();
    document.heads = heads;
    fitTokens(document,
              placement.texts ? std::optional(found.texts[*placement.texts].texts) : std::nullopt);
    if (std::vector<Error> wrong = faults(document); !wrong.empty())
        return tl::unexpected(std::move(wrong));
    if (auto fault = needsFault(document, allowed))
        return tl::unexpected(std::vector{*std::move(fault)});
    return document;
}

}  // namespace lookback
