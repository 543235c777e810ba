#include <algorithm>

#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/engine/compute_changed.h"
#include "core/engine/pass.h"

namespace lookback {
namespace {

bool contains(std::span<const MatrixId> list, MatrixId id) {
    return std::find(list.begin(), list.end(), id) != list.end();
}

/// True where any of the stages is computed from a matrix.
bool isRead(MatrixId id, const std::vector<MatrixId>& stages, const Document& document) {
    return std::any_of(stages.begin(), stages.end(), [&](MatrixId later) {
        const Stage& row = stage(later);
        // Some masking methods read the mask again when they compute the weights.
        const bool weighs = later == MatrixId::attention_weights && id == MatrixId::mask;
        return later != id && (row.left(document) == id || row.right(document) == id || weighs);
    });
}

/// The wanted stages and all stages that they are computed from, in the order of computation.
std::vector<MatrixId> neededFor(std::span<const MatrixId> wanted, const Document& document) {
    std::vector<MatrixId> needed;
    const std::vector<MatrixId> order = stageOrder(document);
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        if (isRead(*id, needed, document) || contains(wanted, *id)) needed.push_back(*id);
    }
    std::reverse(needed.begin(), needed.end());
    return needed;
}

/// Computes one stage after the other, each for all tokens.
template <class Scalar>
void computeOnly(const Document& document, std::span<const MatrixId> wanted, Trace& trace) {
    std::array<Tensor, kMatrixCount> operands;
    Pass<Scalar> pass{document, trace, operands};
    std::vector<MatrixId> needed = neededFor(wanted, document);
    while (!needed.empty()) {
        const Stage& row = stage(needed.front());
        const MatrixId weight_id = row.right(document);
        if (isParameter(weight_id)) {
            layOutWeight(pass, weight_id, editable(document, weight_id).get(),
                         info(weight_id).is_of_all_heads ? document.heads : 1);
        }
        makeRoom(pass, row);
        if (row.id == MatrixId::context) pass.finite_values = isFinite(pass, MatrixId::value);
        trace.order = {row.id};
        ChangedStages changed{};
        changed[static_cast<std::size_t>(row.id)] = kAllChanged;
        computeChanged(pass, phaseOf(row, document), changed);

        needed.erase(needed.begin());
        for (const MatrixInfo& past : kMatrices) {
            if (!isRead(past.id, needed, document) && !contains(wanted, past.id)) {
                giveBack(pass, past.id);
            }
        }
    }
    trace.order.assign(wanted.begin(), wanted.end());
}

}  // namespace

Trace attendOnly(const Document& document, std::span<const MatrixId> wanted) {
    Trace trace;
    withScalar(document.dtype,
               [&]<class Scalar>(Scalar) { computeOnly<Scalar>(document, wanted, trace); });
    return trace;
}

}  // namespace lookback
