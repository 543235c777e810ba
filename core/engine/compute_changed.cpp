#include "core/engine/compute_changed.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "core/base/shared_loop.h"
#include "core/engine/pass.h"

namespace lookback {
namespace {

/// With fewer operations, waking a second core takes longer than it saves.
constexpr double kWorthTwoCores = 1e6;

/// Blocks of rows between two questions whether the work is given up: of 4096 tokens, milliseconds.
constexpr Index kItemsBetweenQuestions = 16;

/// The number of rows, or columns, that go through the stages of a phase at a time, so that the
/// rows of five stages stay in the nearest caches.
Index blockHeight(const Document& document, Phase phase) {
    constexpr Index kMostRows = 48;
    constexpr Index kLeast = 12;
    constexpr Index kCells = 6144;
    if (phase != Phase::pairs && phase != Phase::mixing) return kMostRows;
    const Index fitting = kCells / std::max<Index>(document.n(), 1);
    return std::clamp(fitting / kLeast * kLeast, kLeast, kMostRows);
}

/// Some rows and columns.
struct Extent {
    Range rows;
    Range cols;
};

/// Computes the cells that a region has in some heads, rows and columns.
template <class Scalar>
void computeRegion(Pass<Scalar>& pass, const Stage& row, const Region& region, const Range& heads,
                   const Extent& within) {
    const Range some = common(common(region.rows, within.rows), {0, pass.document.n()});
    const Range cols = common(common(region.cols, within.cols), {0, row.width(pass.document)});
    if (some.empty() || cols.empty()) return;
    const Range wanted = isByHead(row) ? common(region.heads, heads) : Range{0, 1};
    for (Index head = wanted.begin; head < wanted.end; ++head) {
        computeBlock(pass, row, {head, some, cols});
    }
}

/// Computes the changed cells that the stages of a phase have in some heads, rows and columns.
template <class Scalar>
void computeRows(Pass<Scalar>& pass, Phase phase, const ChangedStages& changed, const Range& heads,
                 const Extent& within) {
    const Range& rows = within.rows;
    const Range& cols = within.cols;
    for (const MatrixId id : pass.trace.order) {
        const Stage& row = stage(id);
        if (phaseOf(row, pass.document) != phase) continue;
        const auto& [whole, some] = changed[static_cast<std::size_t>(id)];
        computeRegion(pass, row, whole, heads, within);
        if (some.empty()) continue;
        // The changed columns outside the changed rows, which are computed already.
        const Range concerned = common(some.heads, heads);
        const bool covers = common(whole.heads, concerned) == concerned;
        const Range done = covers ? whole.rows : Range();
        computeRegion(pass, row, some, heads, {{rows.begin, std::min(rows.end, done.begin)}, cols});
        computeRegion(pass, row, some, heads, {{std::max(rows.begin, done.end), rows.end}, cols});
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
bool computeChanged(Pass<Scalar>& pass, Phase phase, const ChangedStages& changed,
                    const GivesUp& gives_up) {
    const Document& document = pass.document;
    Region any;
    for (const MatrixId id : pass.trace.order) {
        if (phaseOf(stage(id), document) != phase) continue;
        const auto& [rows, cols] = changed[static_cast<std::size_t>(id)];
        any = hull(any, hull(rows, cols));
    }
    if (any.empty()) return true;
    const bool is_by_column = phase == Phase::columns;
    const Range lines = common(is_by_column ? any.cols : any.rows, {0, document.n()});
    const Range heads = common(any.heads, {0, document.heads});
    const Index height = blockHeight(document, phase);
    const Index blocks = (lines.size() + height - 1) / height;
    const bool is_by_head = phase != Phase::tokens && phase != Phase::output;
    const Index teams = is_by_head ? heads.size() : 1;
    const auto compute_item = [&](Index item) {
        const Index begin = lines.begin + item % blocks * height;
        const Index head = heads.begin + item / blocks;
        const Range some{begin, std::min(begin + height, lines.end)};
        computeRows(pass, phase, changed, is_by_head ? Range{head, head + 1} : heads,
                    is_by_column ? Extent{kEvery, some} : Extent{some, kEvery});
    };
    const Index items = blocks * teams;
    const bool is_shared = work(document, phase) > kWorthTwoCores;
    const Index at_a_time = is_shared && gives_up ? kItemsBetweenQuestions : items;
    for (Index first = 0; first < items; first += at_a_time) {
        if (isGivenUp(gives_up)) return false;
        const Index count = std::min(at_a_time, items - first);
        const auto compute_next = [&](Index k) { compute_item(first + k); };
        if (is_shared) {
            shareLoop(count, compute_next);
        } else {
            for (Index k = 0; k < count; ++k) compute_next(k);
        }
    }
    return true;
}

template void computeBlock(Pass<double>&, const Stage&, const Block&);
template void computeBlock(Pass<float>&, const Stage&, const Block&);
template void computeBlock(Pass<Eigen::half>&, const Stage&, const Block&);
template void computeBlock(Pass<Eigen::bfloat16>&, const Stage&, const Block&);
template bool computeChanged(Pass<double>&, Phase, const ChangedStages&, const GivesUp&);
template bool computeChanged(Pass<float>&, Phase, const ChangedStages&, const GivesUp&);
template bool computeChanged(Pass<Eigen::half>&, Phase, const ChangedStages&, const GivesUp&);
template bool computeChanged(Pass<Eigen::bfloat16>&, Phase, const ChangedStages&, const GivesUp&);

}  // namespace lookback
