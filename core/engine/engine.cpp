#include "core/engine/engine.h"

#include <algorithm>
#include <utility>

#include "core/engine/attend.h"
#include "core/engine/changed_cells.h"
#include "core/engine/compute_changed.h"
#include "core/engine/pass.h"

namespace lookback {
namespace {

/// With fewer operations, computing all takes less time than finding the differences.
constexpr double kSoonerDoneThanCompared = 5e3;

/// The least range of rows of a weighted sum that contains the rows `known` and all rows that
/// depend on changed values. Weights and sums are those before the change. A row whose weights of
/// the changed values are 0 does not depend on them, unless an old or new value is not finite (0 *
/// inf is not 0) or the sum contains a 0, whose sign could change.
/// @param row of the stage table, whose operands are the weights and the values
template <class Scalar>
Region valueUsers(const Pass<Scalar>& pass, const Stage& row, const Region& values,
                  const Range& known) {
    const Document& document = pass.document;
    const Range tokens = common(values.rows, {0, document.n()});
    const Range heads = common(values.heads, {0, document.heads});
    const Index width = row.width(document);
    Range users = known;
    for (Index head = heads.begin; head < heads.end; ++head) {
        const auto weights = pass.in(row.left(document), head);
        const auto sums = pass.in(row.id, head);
        const auto uses = [&](Index query) {
            const Index first = joinsHeads(row) ? head * width : 0;
            const auto sum = sums.row(query).segment(first, width).array();
            const auto share = weights.row(query).segment(tokens.begin, tokens.size()).array();
            return !pass.finite_values || !sum.isFinite().all() || (sum == Scalar(0)).any() ||
                   (share != Scalar(0)).any();
        };
        const Index first = users.empty() ? document.n() : users.begin;
        for (Index query = 0; query < first; ++query) {
            if (!uses(query)) continue;
            users = hull(users, {query, query + 1});
            break;
        }
        for (Index query = document.n(); !users.empty() && --query >= users.end;) {
            if (uses(query)) users = hull(users, {query, query + 1});
        }
    }
    return {heads, users, kEvery};
}

/// Updates a trace to a document: finds the differences from the document of the trace, follows
/// them from stage to stage, and computes the cells that they change.
template <class Scalar>
class Recomputation {
public:
    Recomputation(const Document& was, const Document& is, Trace& trace,
                  std::array<Tensor, kMatrixCount>& operands, const GivesUp& gives_up)
        : was_(was),
          document_(is),
          trace_(trace),
          pass_{is, trace, operands},
          gives_up_(gives_up) {}

    /// @return false where it was given up: the trace is of neither document then
    bool run() {
        all_anew_ = trace_.order.empty() || !haveSameShapes(was_, document_);
        const bool same_stages = was_.positions.kind == document_.positions.kind &&
                                 was_.softcap.has_value() == document_.softcap.has_value() &&
                                 was_.masking.method == document_.masking.method &&
                                 was_.masking.order == document_.masking.order;
        if (all_anew_ || !same_stages) listStages();
        takeWeights();
        if (work(document_, Phase::tokens) + work(document_, Phase::pairs) <
            kSoonerDoneThanCompared) {
            computeAll();
            return true;
        }
        for (const Phase phase :
             {Phase::tokens, Phase::pairs, Phase::columns, Phase::mixing, Phase::output}) {
            if (phase == Phase::pairs) pass_.finite_values = isFinite(pass_, MatrixId::value);
            for (const MatrixId id : trace_.order) {
                if (phaseOf(stage(id), document_) == phase) findChanged(stage(id));
            }
            if (!computeChanged(pass_, phase, changed_, gives_up_)) return false;
        }
        return true;
    }

private:
    [[nodiscard]] ChangedCells& changed(MatrixId id) {
        return changed_[static_cast<std::size_t>(id)];
    }

    /// Lists the stages and allocates their memory; frees the memory that no stage uses.
    void listStages() {
        const std::vector<MatrixId> before = std::exchange(trace_.order, stageOrder(document_));
        for (const Stage& row : stageTable()) {
            if (!row.applies(document_)) {
                giveBack(pass_, row.id);
                continue;
            }
            const bool is_new = std::find(before.begin(), before.end(), row.id) == before.end();
            if (is_new || all_anew_ || isUsedOtherwise(row)) changed(row.id) = kAllChanged;
            makeRoom(pass_, row);
        }
        if (!document_.weights.output) {
            pass_.operands[static_cast<std::size_t>(MatrixId::w_output)] = Tensor();
        }
    }
    /// True where a stage has other operands than before, or another layout for products.
    [[nodiscard]] bool isUsedOtherwise(const Stage& row) const {
        return row.left(was_) != row.left(document_) || row.right(was_) != row.right(document_) ||
               row.operand(was_) != row.operand(document_);
    }

    /// Lays out the weights that changed, as products read them.
    void takeWeights() {
        const Weights& was = was_.weights;
        const Weights& is = document_.weights;
        takeWeight(MatrixId::w_query, was.query, is.query, document_.heads);
        takeWeight(MatrixId::w_key, was.key, is.key, document_.heads);
        takeWeight(MatrixId::w_value, was.value, is.value, document_.heads);
        if (is.output) {
            takeWeight(MatrixId::w_output, was.output.value_or(SharedMatrix()), *is.output, 1);
        }
    }
    void takeWeight(MatrixId id, const SharedMatrix& was, const SharedMatrix& is, Index heads) {
        changed(id) = all_anew_ ? kAllChanged : editedColumns(was, is, is.cols() / heads);
        if (!changed(id).empty()) layOutWeight(pass_, id, is.get(), heads);
    }

    /// Computes all stages in full, except unchanged stages that depend on the document alone.
    void computeAll() {
        for (const MatrixId id : trace_.order) {
            const Stage& row = stage(id);
            const bool is_given = row.phase == Phase::tokens && row.left(document_) == id;
            if (is_given && changed(id).empty() && row.edited(was_, document_).empty()) continue;
            const Block block{0, {0, document_.n()}, {0, row.width(document_)}};
            for (Index head = 0; head < (isByHead(row) ? document_.heads : 1); ++head) {
                computeBlock(pass_, row, {head, block.rows, block.cols});
            }
        }
    }

    /// Finds the cells of a stage that have to be computed: edited cells, and cells that depend on
    /// changed cells of its operands.
    void findChanged(const Stage& row) {
        ChangedCells& own = changed(row.id);
        if (!own.rows.empty()) return;  // all cells already
        const ChangedCells& right = changed(row.right(document_));
        own = hull(row.edited(was_, document_),
                   spread(row, document_, changed(row.left(document_)), right));
        if (sharesRightRows(row, document_) && !right.rows.empty()) {
            own.rows = hull(own.rows, valueUsers(pass_, row, right.rows, own.rows.rows));
        }
    }

    const Document& was_;
    const Document& document_;
    Trace& trace_;
    Pass<Scalar> pass_;
    const GivesUp& gives_up_;
    ChangedStages changed_{};
    bool all_anew_ = false;  ///< nothing of the trace can be kept
};

/// @return false where it was given up
bool recompute(const Document& was, const Document& is, Trace& trace,
               std::array<Tensor, kMatrixCount>& operands, const GivesUp& gives_up = {}) {
    return withScalar(is.dtype, [&]<class Scalar>(Scalar) {
        return Recomputation<Scalar>(was, is, trace, operands, gives_up).run();
    });
}

}  // namespace

const Trace& Engine::attend(const Document& document, const GivesUp& gives_up) {
    if (recompute(source_, document, trace_, operands_, gives_up)) {
        remember(document);
    } else {
        *this = Engine();
    }
    return trace_;
}

/// Keeps the fields of the document that were read, to compare the next document with.
void Engine::remember(const Document& document) {
    const auto keep = [](auto& kept, const auto& given) {
        if (kept != given) kept = given;
    };
    source_.tokens.resize(document.tokens.size());
    source_.dtype = document.dtype;
    source_.embeddings = document.embeddings;
    source_.weights = document.weights;
    source_.biases = document.biases;
    keep(source_.positions, document.positions);
    source_.heads = document.heads;
    source_.scale = document.scale;
    source_.softcap = document.softcap;
    keep(source_.mask, document.mask);
    source_.masking = document.masking;
}

std::size_t Engine::bytes() const {
    std::size_t sum = trace_.bytes();
    for (const Tensor& operand : operands_) sum += operand.bytes();
    return sum;
}

Trace attend(const Document& document) {
    Trace trace;
    std::array<Tensor, kMatrixCount> operands;
    recompute(Document(), document, trace, operands);
    return trace;
}

}  // namespace lookback
