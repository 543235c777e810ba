#include "core/engine/memory.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/pass.h"
#include "messages/faults.h"

namespace lookback {
namespace {

struct ScalarSizes {
    std::size_t own;   ///< bytes of a number in the trace
    std::size_t wide;  ///< bytes of a number in an operand of products
};

ScalarSizes sizesOf(DType dtype) {
    ScalarSizes sizes{};
    withScalar(dtype, [&]<class Scalar>(Scalar) {
        sizes = {sizeof(Scalar), sizeof(WideOf<Scalar>)};
    });
    return sizes;
}

double bytesOfStage(const Stage& row, const Document& document, const ScalarSizes& sizes) {
    const bool is_mask = info(row.id).domain == Domain::allowed;
    const double own =
        stageShape(row, document).cells() * static_cast<double>(is_mask ? 1 : sizes.own);
    TensorShape operand = operandShape(row, document);
    operand.cols = panelColumns<float>(operand.cols);
    return own + operand.cells() * static_cast<double>(sizes.wide);
}

/// Weights (rows, cols): in the document, in double precision, and laid out for products.
double bytesOfWeight(Index rows, Index cols, const ScalarSizes& sizes) {
    return static_cast<double>(rows) * static_cast<double>(cols) *
           static_cast<double>(sizeof(double) + sizes.wide);
}

double bytesOfWeights(const Document& document, const ScalarSizes& sizes) {
    const Weights& weights = document.weights;
    double bytes = 2 * bytesOfWeight(document.dIn(), weights.query.cols(), sizes) +
                   bytesOfWeight(document.dIn(), weights.value.cols(), sizes);
    if (weights.output) {
        bytes += bytesOfWeight(weights.value.cols(), weights.output->cols(), sizes);
    }
    return bytes;
}

double bytesOfSnapshots(const Document& document) {
    double bytes = 0;
    for (const DocumentSnapshot& kept : document.snapshots) bytes += keptMemoryOf(*kept.document);
    return bytes;
}

/// Bytes of a document: in all, of matrices of pairs of tokens, and of snapshots.
struct Needs {
    double all = 0;
    double pairs = 0;
    double snapshots = 0;
};

Needs needsOf(const Document& document) {
    const ScalarSizes sizes = sizesOf(document.dtype);
    Needs needs{.snapshots = bytesOfSnapshots(document)};
    needs.all = needs.snapshots + bytesOfWeights(document, sizes);
    for (const Stage& row : stageTable()) {
        if (!row.applies(document)) continue;
        const double bytes = bytesOfStage(row, document, sizes);
        needs.all += bytes;
        if (info(row.id).cols == Axis::token) needs.pairs += bytes;
    }
    return needs;
}

/// The field that makes a document large, and words for the size of the document.
Error blamed(const Document& document, double allowed) {
    const Index n = document.n();
    const Message tokens = say::faults::Tokens{.n = n};
    const Needs needs = needsOf(document);
    if (2 * needs.snapshots > needs.all) {
        return {"snapshots", say::faults::TokensAndSnapshots{
                                 .n = n, .snapshots = std::ssize(document.snapshots)}};
    }
    if (2 * needs.pairs < needs.all) {
        MatrixId widest = MatrixId::embeddings;
        for (const MatrixId id : {MatrixId::w_query, MatrixId::w_value, MatrixId::w_output}) {
            if (!isEditable(document, id)) continue;
            if (editable(document, id).cols() > editable(document, widest).cols()) widest = id;
        }
        return {isDrawn(document, widest) ? "draw.program" : std::string(info(widest).name),
                say::faults::ColumnsForTokens{.cols = editable(document, widest).cols(), .n = n}};
    }
    if (document.heads == 1) return {"tokens", tokens};
    const double by_one_head = needs.pairs / static_cast<double>(document.heads);
    return {needs.all - needs.pairs + by_one_head <= allowed ? "heads" : "tokens",
            say::faults::HeadsOfTokens{.heads = document.heads, .n = n}};
}

}  // namespace

double keptMemoryOf(const Document& document) {
    double bytes = sizeof(Document);
    for (const MatrixId id : kEditableMatrices) {
        if (!isEditable(document, id)) continue;
        bytes += static_cast<double>(sizeof(double)) *
                 static_cast<double>(editable(document, id).get().size());
    }
    return bytes;
}

double traceMemory(const Document& document) { return needsOf(document).all; }

std::optional<Error> memoryFault(const Document& document, double bytes, double allowed,
                                 Message (*what)(const Message& size)) {
    if (bytes <= allowed) return std::nullopt;
    using Said = say::faults::Memory;
    Error fault = blamed(document, allowed);
    fault.message = Said{.what = what != nullptr ? what(fault.message) : std::move(fault.message),
                         .memory = Verbatim{memoryText(bytes, allowed)},
                         .most = Verbatim{memoryText(allowed)},
                         .limit = allowed < kMaxMemory ? Said::Limit::free : Said::Limit::other};
    return fault;
}

}  // namespace lookback
