#pragma once

#include "core/base/range.h"
#include "core/engine/packets.h"

namespace lookback {

// Matrix products. Each number of a product is one sum in the order of its terms, each term fused
// into it where the processor can (FMA): its last bit depends neither on the other numbers that are
// computed with it nor on blocks and threads. Computing only the cells that an edit changed needs
// this, and no BLAS promises it.

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

/// The width of the panel that begins where `left` columns are left.
template <class Scalar>
[[nodiscard]] constexpr Index panelWidth(Index left) {
    Index width = PanelWidths<Scalar>::kWidest;
    while (width > left && width > PanelWidths<Scalar>::kNarrowest) width /= 2;
    return width;
}

/// The columns of panels for `cols` columns of a matrix: the last panel may be padded.
template <class Scalar>
[[nodiscard]] constexpr Index panelColumns(Index cols) {
    constexpr Index kNarrowest = PanelWidths<Scalar>::kNarrowest;
    return (cols + kNarrowest - 1) / kNarrowest * kNarrowest;
}

/// The right operand of a product, (depth, cols), in the order in which the product reads it: panel
/// after panel of neighbouring columns, each row by row.
template <class Scalar>
struct Panels {
    Scalar* numbers = nullptr;  ///< depth * panelColumns(cols)
    Index depth = 0;
    Index cols = 0;

    /// Calls `use(first column, width, numbers)` for the panels that contain any of these columns.
    template <class Use>
    void each(const Range& wanted, Use use) const {
        for (Index at = 0; at < std::min(cols, wanted.end);) {
            const Index width = panelWidth<Scalar>(cols - at);
            if (at + width > wanted.begin) use(at, width, numbers + at * depth);
            at += width;
        }
    }

    /// Copies some rows of a matrix of this shape.
    template <class Source>
    void setRows(const Range& rows, const Source& matrix) const {
        each({0, cols}, [&](Index first, Index width, Scalar* panel) {
            const Index filled = std::min(width, cols - first);
            for (Index row = rows.begin; row < rows.end; ++row) {
                Scalar* const into = panel + row * width;
                for (Index k = 0; k < filled; ++k) {
                    into[k] = static_cast<Scalar>(matrix(row, first + k));
                }
                if (filled < width) std::fill(into + filled, into + width, Scalar(0));
            }
        });
    }

    /// Copies some columns from the rows of the transposed matrix.
    template <class Source>
    void setColumns(const Range& wanted, const Source& transposed) const {
        each(wanted, [&](Index first, Index width, Scalar* panel) {
            const Range filled = common({first, first + width}, wanted);
            for (Index row = 0; row < depth; ++row) {
                Scalar* const into = panel + row * width - first;
                for (Index col = filled.begin; col < filled.end; ++col) {
                    into[col] = transposed(col, row);
                }
                if (filled.end == cols) std::fill(into + cols, into + first + width, Scalar(0));
            }
        });
    }
};

/// The rows of a left operand or of a result.
template <class Scalar>
struct RowsOf {
    Scalar* numbers;
    Index stride;
    Index count;

    [[nodiscard]] Scalar* row(Index at) const { return numbers + at * stride; }
};

/// The range of terms, most leading and trailing terms with a factor of 0 in all rows left out.
template <class Scalar>
[[nodiscard]] Range countingTerms(const RowsOf<const Scalar>& left, Range terms) {
    using P = Packet<Scalar>;
    const auto count = [&](Index at) {
        P any = packets::ploadu<P>(left.numbers + at);
        for (Index row = 1; row < left.count; ++row) {
            any = packets::por(any, packets::ploadu<P>(left.row(row) + at));
        }
        return anyNonZero(any);
    };
    while (terms.size() >= kLanes<P> && !count(terms.end - kLanes<P>)) terms.end -= kLanes<P>;
    while (terms.size() >= kLanes<P> && !count(terms.begin)) terms.begin += kLanes<P>;
    return terms;
}

/// The terms that a product adds up.
enum class Terms : std::uint8_t {
    all,
    /// The terms whose left factor is not 0. Where the right operand is finite, the sum is the same
    /// but for the sign of a 0, which is made +0. With a causal mask these are half of all terms.
    counting,
};

/// Multiplies as many rows with one panel as the registers hold. The sums stay in registers only
/// where all loops over them are unrolled and hold no branch.
/// @param filled columns of the panel; fewer than its width only for the narrowest width
/// @param go_on adds to the numbers in `result`
template <class P, int kRows, int kPackets, class Scalar>
void productTile(RowsOf<const Scalar> left, const Scalar* panel, Range terms, bool go_on,
                 const RowsOf<Scalar>& result, Index filled) {
    constexpr Index kSize = kLanes<P>;
    constexpr int kSums = kRows * kPackets;
    const Index count = kPackets * kSize == PanelWidths<Scalar>::kNarrowest ? filled : kSize;
    const auto place = [&](int k) { return result.row(k / kPackets) + k % kPackets * kSize; };
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
            const P factor = packets::pset1<P>(left.row(k / kPackets)[term]);
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
                                    Index depth, Terms terms, const RowsOf<Scalar>& result,
                                    Index filled) {
    constexpr Index kDepth = 256;  // rows of a panel that the nearest caches hold
    // A narrow tile has more rows: an addition waits for the one before it, other rows fill the
    // time.
    constexpr int kRows = kPackets == 1 ? 8 : 6;
    Index from = 0;
    do {
        const Range piece{from, std::min(from + kDepth, depth)};
        Index row = 0;
        const auto tiles = [&]<int kHeight>(std::integral_constant<int, kHeight>) {
            for (; row + kHeight <= left.count; row += kHeight) {
                const RowsOf<const Scalar> some{left.row(row), left.stride, kHeight};
                const Range wanted = terms == Terms::all ? piece : countingTerms(some, piece);
                if (wanted.empty() && from > 0) continue;
                productTile<P, kHeight, kPackets, Scalar>(some, panel, wanted, from > 0,
                                                          {result.row(row), result.stride, kHeight},
                                                          filled);
            }
        };
        tiles(std::integral_constant<int, kRows>());
        tiles(std::integral_constant<int, kRows / 2>());
        tiles(std::integral_constant<int, kRows / 2 - 1>());
        tiles(std::integral_constant<int, 1>());
        from += kDepth;
    } while (from < depth);
}

/// The product of rows with the panels that contain any of the wanted columns.
/// @param left (rows, depth). @param result (rows, cols); whole panels of it are written.
template <class Scalar>
void multiplyRows(const RowsOf<const Scalar>& left, const Panels<Scalar>& right,
                  const Range& wanted, Terms terms, const RowsOf<Scalar>& result) {
    if (result.count == 0) return;  // its numbers stand nowhere
    using Widths = PanelWidths<Scalar>;
    using Whole = typename Widths::Whole;
    constexpr Index kSize = kLanes<Whole>;
    right.each(wanted, [&](Index first, Index width, const Scalar* panel) {
        const RowsOf<Scalar> into{result.numbers + first, result.stride, result.count};
        const Index filled = std::min(width, right.cols - first);
        const auto with = [&]<class P, int kPackets>(std::integral_constant<int, kPackets>, P) {
            panelProduct<P, kPackets, Scalar>(left, panel, right.depth, terms, into, filled);
        };
        if (width == 4 * kSize) return with(std::integral_constant<int, 4>(), Whole());
        if (width == 2 * kSize) return with(std::integral_constant<int, 2>(), Whole());
        if (width == kSize) return with(std::integral_constant<int, 1>(), Whole());
        if (2 * width == kSize) {
            return with(std::integral_constant<int, 1>(), typename Widths::Half());
        }
        with(std::integral_constant<int, 1>(), typename Widths::Quarter());
    });
    if (terms == Terms::all) return;
    for (Index row = 0; row < result.count; ++row) {
        for (Index col = wanted.begin; col < wanted.end; ++col) result.row(row)[col] += Scalar(0);
    }
}

}  // namespace lookback
