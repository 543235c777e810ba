#include "core/attention/compute_changed.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "core/attention/pass.h"
#include "core/base/shared_loop.h"

namespace lookback {
namespace {

/// With fewer operations, waking a second core takes longer than it saves.
constexpr double kWorthTwoCores = 1e6;

/// The number of rows that go through the stages of a phase at a time, so that the rows of five
/// stages stay in the nearest caches.
Index blockHeight(const Document& document, Phase phase) {
    constexpr Index kMostRows = 48;
    constexpr Index kLeast = 12;
    constexpr Index kCells = 6144;
    if (phase != Phase::pairs) return kMostRows;
    const Index fitting = kCells / std::max<Index>(document.n(), 1);
    return std::clamp(fitting / kLeast * kLeast, kLeast, kMostRows);
}

/// Computes the cells that a region has in some heads and rows.
template <class Scalar>
void computeRegion(Pass<Scalar>& pass, const Stage& row, const Region& region, const Range& heads,
                   const Range& rows) {
    const Range some = common(region.rows, rows);
    const Range cols = common(region.cols, {0, row.width(pass.document)});
    if (some.empty() || cols.empty()) return;
    const Range wanted = isByHead(row) ? common(region.heads, heads) : Range{0, 1};
    for (Index head = wanted.begin; head < wanted.end; ++head) {
        computeBlock(pass, row, {head, some, cols});
    }
}

/// Computes the changed cells that the stages of a phase have in some heads and rows.
template <class Scalar>
void computeRows(Pass<Scalar>& pass, Phase phase, const ChangedStages& changed, const Range& heads,
                 const Range& rows) {
    for (const MatrixId id : pass.trace.order) {
        const Stage& row = stage(id);
        if (row.phase != phase) continue;
        const auto& [whole, some] = changed[static_cast<std::size_t>(id)];
        computeRegion(pass, row, whole, heads, rows);
        if (some.empty()) continue;
        // The changed columns outside the changed rows, which are computed already.
        const Range concerned = common(some.heads, heads);
        const bool covers = common(whole.heads, concerned) == concerned;
        const Range done = covers ? whole.rows : Range();
        computeRegion(pass, row, some, heads, {rows.begin, std::min(rows.end, done.begin)});
        computeRegion(pass, row, some, heads, {std::max(rows.begin, done.end), rows.end});
    }
}

/// Gives every NaN one sign. In 16 bits Eigen's vectors give it another sign than its single
/// numbers, so that the sign would depend on the block in which a NaN was computed.
template <class Scalar>
void settleNaN(Pass<Scalar>& pass, const Stage& row, const Block& block) {
    if (info(row.id).domain == Domain::allowed) return;
    const Index first = joinsHeads(row) ? block.head * row.width(pass.document) : 0;
    auto numbers = pass.out(row.id, block.head)
                       .block(block.rows.begin, first + block.cols.begin, block.rows.size(),
                              block.cols.size());
    numbers = numbers.unaryExpr([](Scalar number) {
        return number == number ? number : std::numeric_limits<Scalar>::quiet_NaN();
    });
}

}  // namespace

template <class Scalar>
void computeBlock(Pass<Scalar>& pass, const Stage& row, const Block& block) {
    std::get<KernelIn<Scalar>>(row.compute)(pass, block);
    if constexpr (!std::is_same_v<Scalar, WideOf<Scalar>>) settleNaN(pass, row, block);
    if (row.phase == Phase::tokens) layOutRows(pass, row, block.head, block.rows);
}

template <class Scalar>
void computeChanged(Pass<Scalar>& pass, Phase phase, const ChangedStages& changed) {
    const Document& document = pass.document;
    Region any;
    for (const MatrixId id : pass.trace.order) {
        if (stage(id).phase != phase) continue;
        const auto& [rows, cols] = changed[static_cast<std::size_t>(id)];
        any = hull(any, hull(rows, cols));
    }
    if (any.empty()) return;
    const Range rows = common(any.rows, {0, document.n()});
    const Range heads = common(any.heads, {0, document.heads});
    const Index height = blockHeight(document, phase);
    const Index blocks = (rows.size() + height - 1) / height;
    const Index teams = phase == Phase::pairs ? heads.size() : 1;
    const auto compute_item = [&](Index item) {
        const Index begin = rows.begin + item % blocks * height;
        const Index head = heads.begin + item / blocks;
        computeRows(pass, phase, changed, phase == Phase::pairs ? Range{head, head + 1} : heads,
                    {begin, std::min(begin + height, rows.end)});
    };
    if (work(document, phase) > kWorthTwoCores) return shareLoop(blocks * teams, compute_item);
    for (Index item = 0; item < blocks * teams; ++item) compute_item(item);
}

template void computeBlock(Pass<double>&, const Stage&, const Block&);
template void computeBlock(Pass<float>&, const Stage&, const Block&);
template void computeBlock(Pass<Eigen::half>&, const Stage&, const Block&);
template void computeBlock(Pass<Eigen::bfloat16>&, const Stage&, const Block&);
template void computeChanged(Pass<double>&, Phase, const ChangedStages&);
template void computeChanged(Pass<float>&, Phase, const ChangedStages&);
template void computeChanged(Pass<Eigen::half>&, Phase, const ChangedStages&);
template void computeChanged(Pass<Eigen::bfloat16>&, Phase, const ChangedStages&);

}  // namespace lookback
