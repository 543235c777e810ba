#pragma once

#include <cmath>

#include "core/attention/edited.h"
#include "core/attention/kernels.h"
#include "core/attention/spread.h"
#include "core/attention/value_users.h"
#include "core/attention/work_estimate.h"
#include "core/base/shared_loop.h"

namespace lookback {

/// Brings a trace up to a document: finds what differs from the document it was computed from, lets
/// it spread from stage to stage, and computes those blocks.
template <class Scalar>
class Recomputation {
public:
    Recomputation(const Document& document, Trace& trace)
        : document_(document), trace_(trace), pass_{document, trace} {}

    void run() {
        const Document& was = trace_.source;
        all_anew_ = trace_.order.empty() || !haveSameShapes(was, document_);
        const bool same_stages = was.positions.kind == document_.positions.kind &&
                                 was.masking.method == document_.masking.method &&
                                 was.masking.order == document_.masking.order;
        if (all_anew_ || !same_stages) makeRoom();
        takeWeights();
        if (work(document_, Phase::tokens) + work(document_, Phase::pairs) <
            kSoonerDoneThanCompared) {
            computeAll();
        } else {
            for (const Phase phase : {Phase::tokens, Phase::pairs, Phase::output}) {
                if (phase == Phase::pairs) pass_.finite_values = areFinite(panels(MatrixId::value));
                for (const MatrixId id : trace_.order) {
                    if (stage(id).phase == phase) follow(stage(id));
                }
                compute(phase);
            }
        }
        remember();
    }

private:
    using Wide = WideOf<Scalar>;

    [[nodiscard]] Touched& touched(MatrixId id) { return touched_[static_cast<std::size_t>(id)]; }
    [[nodiscard]] Tensor& panels(MatrixId id) {
        return trace_.panels[static_cast<std::size_t>(id)];
    }

    /// Lists the stages and gives each its memory; gives back what no stage uses.
    void makeRoom() {
        const std::vector<MatrixId> before = std::exchange(trace_.order, stageOrder(document_));
        for (const Stage& row : stageTable()) {
            Tensor& tensor = trace_.tensors[static_cast<std::size_t>(row.id)];
            if (!row.applies(document_)) {
                tensor = Tensor();
                continue;
            }
            const bool is_new = std::find(before.begin(), before.end(), row.id) == before.end();
            if (is_new || all_anew_ || haveOtherOperands(row)) touched(row.id) = kAllTouched;
            const Index heads = info(row.id).per_head ? document_.heads : 1;
            if (row.id == MatrixId::mask) {
                tensor.template resize<unsigned char>(heads, document_.n(), document_.n());
            } else {
                tensor.template resize<Scalar>(heads, document_.n(), row.width(document_));
            }
        }
        if (!document_.weights.output) panels(MatrixId::w_output) = Tensor();
        if (keysOf(trace_.source) != keysOf(document_)) {
            panels(keysOf(trace_.source)) = Tensor();
            touched(keysOf(document_)) = kAllTouched;
        }
        layOut(keysOf(document_), document_.heads, document_.dK(), document_.n());
        layOut(MatrixId::value, document_.heads, document_.n(), document_.dV());
    }

    [[nodiscard]] bool haveOtherOperands(const Stage& row) const {
        return row.left(trace_.source) != row.left(document_) ||
               row.right(trace_.source) != row.right(document_);
    }

    void layOut(MatrixId id, Index heads, Index depth, Index cols) {
        panels(id).template resize<Wide>(heads, depth, panelColumns<Wide>(cols));
    }

    /// Weights as the products read them, where they are not so already.
    void takeWeights() {
        const Weights& was = trace_.source.weights;
        const Weights& is = document_.weights;
        takeWeights(MatrixId::w_query, was.query, is.query, document_.heads);
        takeWeights(MatrixId::w_key, was.key, is.key, document_.heads);
        takeWeights(MatrixId::w_value, was.value, is.value, document_.heads);
        if (is.output) {
            takeWeights(MatrixId::w_output, was.output.value_or(SharedMatrix()), *is.output, 1);
        }
    }
    void takeWeights(MatrixId id, const SharedMatrix& was, const SharedMatrix& is, Index heads) {
        const Index width = is.cols() / heads;
        touched(id) = all_anew_ ? kAllTouched : editedColumns(was, is, width);
        if (touched(id).empty()) return;
        layOut(id, heads, is.rows(), width);
        const Matrix<double>& weights = is.get();
        for (Index head = 0; head < heads; ++head) {
            // Rounded to the scalar, as everything that the document gives.
            pass_.panels(id, head, width).setRows({0, is.rows()}, [&](Index row, Index col) {
                return static_cast<Wide>(static_cast<Scalar>(weights(row, head * width + col)));
            });
        }
    }

    [[nodiscard]] static bool areFinite(const Tensor& values) {
        return allFinite(values.template as<Wide>().data(),
                         values.heads() * values.rows() * values.cols());
    }

    /// Whether the blocks of a stage are computed head by head.
    [[nodiscard]] static bool isByHead(const Stage& row) {
        return info(row.id).per_head || row.id == MatrixId::context;
    }
    [[nodiscard]] Index widthOf(const Stage& row) const {
        return row.id == MatrixId::context ? document_.dV() : row.width(document_);
    }

    /// All of all stages, but for a mask that is as it was.
    void computeAll() {
        for (const MatrixId id : trace_.order) {
            const Stage& row = stage(id);
            if (id == MatrixId::mask && touched(id).empty() &&
                row.edited(trace_.source, document_).empty()) {
                continue;
            }
            const Block block{0, {0, document_.n()}, {0, widthOf(row)}};
            for (Index head = 0; head < (isByHead(row) ? document_.heads : 1); ++head) {
                compute(row, {head, block.rows, block.cols});
            }
        }
    }

    /// Finds what has to be computed of a stage.
    void follow(const Stage& row) {
        Touched& own = touched(row.id);
        if (!own.rows.empty()) return;  // all of it
        const Touched& right = touched(row.right(document_));
        own = hull(row.edited(trace_.source, document_),
                   spread(row, document_, touched(row.left(document_)), right));
        if (row.id == MatrixId::context && !right.rows.empty()) {
            own.rows = hull(own.rows, valueUsers(pass_, right.rows, own.rows.rows));
        }
    }

    /// Computes what is touched of the stages of a phase, some rows at a time: while these are in
    /// the nearest memory, they go through all stages.
    void compute(Phase phase) {
        Region any;
        for (const MatrixId id : trace_.order) {
            if (stage(id).phase != phase) continue;
            any = hull(any, hull(touched(id).rows, touched(id).cols));
        }
        if (any.empty()) return;
        const Range rows = common(any.rows, {0, document_.n()});
        const Range heads = common(any.heads, {0, document_.heads});
        const Index height = blockHeight(document_, phase);
        const Index blocks = (rows.size() + height - 1) / height;
        const Index teams = phase == Phase::pairs ? heads.size() : 1;
        const bool is_long = work(document_, phase) > kWorthTwoCores;
        const auto compute_item = [&](Index item) {
            const Index begin = rows.begin + item % blocks * height;
            const Index head = heads.begin + item / blocks;
            compute(phase, phase == Phase::pairs ? Range{head, head + 1} : heads,
                    {begin, std::min(begin + height, rows.end)});
        };
        if (is_long) return shareLoop(blocks * teams, compute_item);
        for (Index item = 0; item < blocks * teams; ++item) compute_item(item);
    }

    void compute(Phase phase, const Range& heads, const Range& rows) {
        for (const MatrixId id : trace_.order) {
            const Stage& row = stage(id);
            if (row.phase != phase) continue;
            const auto& [whole, some] = touched(id);
            compute(row, whole, heads, rows);
            if (some.empty()) continue;
            // Of the columns, what these rows have not covered.
            const Range concerned = common(some.heads, heads);
            const bool covers = common(whole.heads, concerned) == concerned;
            const Range done = covers ? whole.rows : Range();
            compute(row, some, heads, {rows.begin, std::min(rows.end, done.begin)});
            compute(row, some, heads, {std::max(rows.begin, done.end), rows.end});
        }
    }
    void compute(const Stage& row, const Region& region, const Range& heads, const Range& rows) {
        const Range some = common(region.rows, rows);
        const Range cols = common(region.cols, {0, widthOf(row)});
        if (some.empty() || cols.empty()) return;
        const Range wanted = isByHead(row) ? common(region.heads, heads) : Range{0, 1};
        for (Index head = wanted.begin; head < wanted.end; ++head) compute(row, {head, some, cols});
    }
    void compute(const Stage& row, const Block& block) {
        std::get<KernelIn<Scalar>>(row.compute)(pass_, block);
        if (row.phase == Phase::tokens) layOutOperand(pass_, row.id, block.head, block.rows);
    }

    /// Keeps what the engine reads of the document, to compare the next one with.
    void remember() {
        const auto keep = [](auto& kept, const auto& given) {
            if (kept != given) kept = given;
        };
        Document& source = trace_.source;
        source.tokens.resize(document_.tokens.size());
        source.dtype = document_.dtype;
        source.embeddings = document_.embeddings;
        source.weights = document_.weights;
        keep(source.positions, document_.positions);
        source.heads = document_.heads;
        source.scale = document_.scale;
        keep(source.mask, document_.mask);
        source.masking = document_.masking;
    }

    const Document& document_;
    Trace& trace_;
    Pass<Scalar> pass_;
    std::array<Touched, kMatrixCount> touched_{};
    bool all_anew_ = false;  ///< nothing of the trace can be kept
};

}  // namespace lookback
