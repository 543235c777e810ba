#pragma once

#include "core/engine/packets.h"
#include "core/engine/vector_kernels.h"

namespace lookback::LOOKBACK_SET {

// The products of rows with panels: packed_panels.h says what their last bit depends on.

/// Widths of panels, in numbers: powers of two from the widest down to the narrowest. Six rows of
/// sums of the widest panel fit the registers.
template <class Scalar>
struct PanelWidths {
#ifdef EIGEN_VECTORIZE_AVX512
    static constexpr Index kPackets = 4;
#else
    static constexpr Index kPackets = 2;
#endif
    using Whole = Packet<Scalar>;
    using Half = typename packets::unpacket_traits<Whole>::half;
    using Quarter = NarrowPacket<Scalar>;
    static constexpr Index kWidest = kPackets * kLanes<Whole>;
    static constexpr Index kNarrowest = kLanes<Quarter>;
};

/// A number that is known when a template is compiled.
template <int count>
struct Count {};

/// The terms begin, begin + 1, ... end - 1 of a product.
struct TermRange {
    Index begin;
    Index end;
};

template <class Scalar>
[[nodiscard]] EIGEN_ALWAYS_INLINE Scalar* rowOf(const RowsOf<Scalar>& rows, Index at) {
    return rows.numbers + at * rows.stride;
}

/// The range of terms, most leading and trailing terms with a factor of 0 in all rows left out.
template <class Scalar>
[[nodiscard]] TermRange countingTerms(const RowsOf<const Scalar>& left, TermRange terms) {
    using P = Packet<Scalar>;
    const auto count = [&](Index at) {
        P any = packets::ploadu<P>(left.numbers + at);
        for (Index row = 1; row < left.count; ++row) {
            any = packets::por(any, packets::ploadu<P>(rowOf(left, row) + at));
        }
        return anyNonZero(any);
    };
    while (terms.end - terms.begin >= kLanes<P> && !count(terms.end - kLanes<P>))
        terms.end -= kLanes<P>;
    while (terms.end - terms.begin >= kLanes<P> && !count(terms.begin)) terms.begin += kLanes<P>;
    return terms;
}

/// Multiplies as many rows with one panel as the registers hold. The sums stay in registers only
/// where all loops over them are unrolled and hold no branch.
/// @param filled columns of the panel; fewer than its width only for the narrowest width
/// @param go_on adds to the numbers in `result`
template <class P, int kRows, int kPackets, class Scalar>
void productTile(RowsOf<const Scalar> left, const Scalar* panel, TermRange terms, bool go_on,
                 const RowsOf<Scalar>& result, Index filled) {
    constexpr Index kSize = kLanes<P>;
    constexpr int kSums = kRows * kPackets;
    const Index count = kPackets * kSize == PanelWidths<Scalar>::kNarrowest ? filled : kSize;
    const auto place = [&](int k) { return rowOf(result, k / kPackets) + k % kPackets * kSize; };
    P sums[kSums];
    if (go_on) {
#pragma GCC unroll 24
        for (int k = 0; k < kSums; ++k) sums[k] = loadSome<P>(place(k), count);
    } else {
#pragma GCC unroll 24
        for (int k = 0; k < kSums; ++k) sums[k] = packets::pset1<P>(Scalar(0));
    }
    for (Index term = terms.begin; term < terms.end; ++term) {
        P right[kPackets];
        for (int k = 0; k < kPackets; ++k) {
            right[k] = packets::ploadu<P>(panel + (term * kPackets + k) * kSize);
        }
#pragma GCC unroll 24
        for (int k = 0; k < kSums; ++k) {
            const P factor = packets::pset1<P>(rowOf(left, k / kPackets)[term]);
            sums[k] = packets::pmadd(factor, right[k % kPackets], sums[k]);
        }
    }
#pragma GCC unroll 24
    for (int k = 0; k < kSums; ++k) storeSome(place(k), sums[k], count);
}

/// Multiplies all rows with one panel. Never inlined, so that no caller takes registers from the
/// loops of the tiles.
template <class P, int kPackets, class Scalar>
EIGEN_DONT_INLINE void panelProduct(const RowsOf<const Scalar>& left, const Scalar* panel,
                                    Index depth, Terms terms, bool go_on,
                                    const RowsOf<Scalar>& result, Index filled) {
    constexpr Index kDepth = 256;  // rows of a panel that the nearest caches hold
    // A narrow tile has more rows: an addition waits for the one before it, other rows fill the
    // time.
    constexpr int kRows = kPackets == 1 ? 8 : 6;
    Index from = 0;
    do {
        const TermRange piece{from, from + kDepth < depth ? from + kDepth : depth};
        const bool goes_on = go_on || from > 0;
        Index row = 0;
        const auto tiles = [&]<int kHeight>(Count<kHeight>) {
            for (; row + kHeight <= left.count; row += kHeight) {
                const RowsOf<const Scalar> some{rowOf(left, row), left.stride, kHeight};
                const TermRange wanted = terms == Terms::all ? piece : countingTerms(some, piece);
                if (wanted.begin == wanted.end && goes_on) continue;
                productTile<P, kHeight, kPackets, Scalar>(
                    some, panel, wanted, goes_on, {rowOf(result, row), result.stride, kHeight},
                    filled);
            }
        };
        tiles(Count<kRows>());
        tiles(Count<kRows / 2>());
        tiles(Count<kRows / 2 - 1>());
        tiles(Count<1>());
        from += kDepth;
    } while (from < depth);
}

/// The product of rows with a panel, as `VectorKernels::multiply` describes it.
template <class Scalar>
void multiply(const RowsOf<const Scalar>& left, const Panel<Scalar>& panel, Terms terms, bool go_on,
              const RowsOf<Scalar>& result) {
    using Widths = PanelWidths<Scalar>;
    using Whole = typename Widths::Whole;
    constexpr Index kSize = kLanes<Whole>;
    const auto with = [&]<class P, int kPackets>(Count<kPackets>, P) {
        panelProduct<P, kPackets, Scalar>(left, panel.numbers, panel.depth, terms, go_on, result,
                                          panel.filled);
    };
    if (panel.width > 2 * kSize) {
        with(Count<Widths::kPackets>(), Whole());
    } else if (panel.width == 2 * kSize) {
        with(Count<2>(), Whole());
    } else if (panel.width == kSize) {
        with(Count<1>(), Whole());
    } else if (2 * panel.width == kSize) {
        with(Count<1>(), typename Widths::Half());
    } else {
        with(Count<1>(), typename Widths::Quarter());
    }
    if (terms == Terms::all) return;
    for (Index row = 0; row < result.count; ++row) {
        Scalar* const numbers = rowOf(result, row);
        for (Index col = 0; col < panel.filled; ++col) numbers[col] += Scalar(0);
    }
}

}  // namespace lookback::LOOKBACK_SET
