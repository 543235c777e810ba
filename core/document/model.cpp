#include "core/document/model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lookback {

std::vector<Index> headCounts(const Document& document) {
    const Index common = std::gcd(document.weights.query.cols(), document.weights.value.cols());
    std::vector<Index> counts;
    for (Index heads = 1; heads <= std::max<Index>(common, 1); ++heads) {
        if (common % heads == 0) counts.push_back(heads);
    }
    return counts;
}

void setHeads(Document& document, Index heads) {
    if (heads == document.heads) return;
    document.heads = heads;
    document.positions.slopes.clear();
}

void setPositions(Document& document, PositionKind kind) {
    Positions& positions = document.positions;
    if (kind == positions.kind) return;
    if (info(positions.kind).has_table && document.draw) {
        const auto& into = document.draw->into;
        if (std::find(into.begin(), into.end(), "positions") != into.end()) document.draw.reset();
    }
    positions = {.kind = kind, .base = positions.base, .table = {}, .slopes = {}};
    if (info(kind).has_table) {
        positions.table = SharedMatrix(Matrix<double>::Zero(document.n(), document.dIn()).eval());
    }
}

double fittingValue(DType dtype, double value) {
    const bool stays = fits(dtype, value) || !std::isfinite(value);
    return stays ? value : std::copysign(info(dtype).largest, value);
}

void setOutput(Document& document, bool has_output) {
    if (has_output == document.weights.output.has_value()) return;
    if (document.draw) {
        const auto& into = document.draw->into;
        if (std::find(into.begin(), into.end(), "output") != into.end()) document.draw.reset();
    }
    document.weights.output.reset();
    if (!has_output) return;
    const Index width = document.weights.value.cols();
    document.weights.output = SharedMatrix(Matrix<double>::Identity(width, width).eval());
}

}  // namespace lookback
