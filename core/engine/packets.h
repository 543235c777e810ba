#pragma once

#include <limits>

#include <Eigen/Core>

#include "core/base/index.h"

// For vector_set.cpp only, whose every instruction set has these functions in a namespace of its
// own. Without containers and algorithms of the standard library: see there.

namespace lookback::LOOKBACK_SET {

/// Vectors of the processor by Eigen's packet functions, which exist for every processor. Eigen's
/// expressions compute the first and last numbers of a row one by one, by other functions,
/// depending on the alignment in memory; here every number takes the same path, so that a result
/// depends on its operands alone.
///
/// These functions are not part of Eigen's public interface: another version may rename them. The
/// compiler then reports "no member named ... in namespace Eigen::internal" here or in
/// panel_products.h, the only files that use them; wrong numbers cannot follow, as each function is
/// one operation (ploadu loads, pmadd is a * b + c) and the tests compare results with PyTorch to
/// the last digits. Written for Eigen 3.4.0 and tested with it. The functions: ploadu, pstoreu,
/// pset1, pzero, ptrue, padd, psub, pmul, pmadd, pmax, pand, por, pandnot, pcmp_eq, pcmp_lt_or_nan,
/// pldexp, plogical_shift_left, preinterpret, predux, predux_max, predux_any, and the traits of
/// packets.
namespace packets = Eigen::internal;

/// As many numbers (float or double) as the processor computes at once.
template <class Scalar>
using Packet = typename packets::packet_traits<Scalar>::type;

/// A few numbers: the narrowest vector.
template <class Scalar>
using NarrowPacket = typename packets::unpacket_traits<
    typename packets::unpacket_traits<Packet<Scalar>>::half>::half;

template <class P>
inline constexpr Index kLanes = packets::unpacket_traits<P>::size;

/// Reads the first `count` numbers of a packet, or all where there are more; the rest is `padding`.
template <class P, class Scalar>
EIGEN_ALWAYS_INLINE P loadSome(const Scalar* from, Index count, Scalar padding = 0) {
    if (count >= kLanes<P>) return packets::ploadu<P>(from);
    Scalar numbers[kLanes<P>];
    packets::pstoreu(numbers, packets::pset1<P>(padding));
    for (Index k = 0; k < count; ++k) numbers[k] = from[k];
    return packets::ploadu<P>(numbers);
}

/// Writes the first `count` numbers of a packet, or all where there are more.
template <class P, class Scalar>
EIGEN_ALWAYS_INLINE void storeSome(Scalar* into, const P& packet, Index count) {
    if (count >= kLanes<P>) return packets::pstoreu(into, packet);
    Scalar numbers[kLanes<P>];
    packets::pstoreu(numbers, packet);
    for (Index k = 0; k < count; ++k) into[k] = numbers[k];
}

/// Calls `use(packet, at, count)` for the numbers of a row in turn. The first `count` numbers of
/// the packet are of the row; in the last packet the rest is `padding`. Always inlined, so that
/// sums of `use` stay in the registers.
template <class Scalar, class Use>
EIGEN_ALWAYS_INLINE void eachPacket(const Scalar* row, Index size, Scalar padding, Use use) {
    using P = Packet<Scalar>;
    Index at = 0;
    for (; at + kLanes<P> <= size; at += kLanes<P>)
        use(packets::ploadu<P>(row + at), at, kLanes<P>);
    if (at < size) use(loadSome<P>(row + at, size - at, padding), at, size - at);
}

/// True where a number of the packet is not 0.
template <class P>
[[nodiscard]] bool anyNonZero(const P& packet) {
    const P is_zero = packets::pcmp_eq(packet, packets::pzero(packet));
    return packets::predux_any(P(packets::pandnot(packets::ptrue(packet), is_zero)));
}

/// True where no number is infinite or NaN.
template <class Scalar>
[[nodiscard]] bool allFinite(const Scalar* numbers, Index size) {
    using P = Packet<Scalar>;
    P sum = packets::pset1<P>(Scalar(0));
    eachPacket(numbers, size, Scalar(0), [&](const P& some, Index, Index) {
        sum = packets::padd(sum, P(packets::psub(some, some)));  // 0, or else NaN
    });
    const Scalar all = packets::predux(sum);
    return all == all;
}

template <class Scalar, int count>
struct TaylorTerms {
    Scalar terms[count];
};

/// 1, 1, 1/2, 1/6, ...: the Taylor series of e^x.
template <class Scalar, int count>
[[nodiscard]] constexpr TaylorTerms<Scalar, count> taylorTerms() {
    TaylorTerms<Scalar, count> series{};
    double factorial = 1;
    for (int k = 0; k < count; ++k) {
        series.terms[k] = static_cast<Scalar>(1 / factorial);
        factorial *= k + 1;
    }
    return series;
}

/// Constants of the exponential function.
template <class Scalar>
struct ExpConstants {
    static constexpr bool kIsFloat = sizeof(Scalar) == sizeof(float);
    /// For x ≤ kLowest, e^x rounds to 0: it is less than half of the least number above 0.
    static constexpr Scalar kLowest = kIsFloat ? -104 : -746;
    static constexpr auto kOneOverLn2 = static_cast<Scalar>(1.4426950408889634);
    /// ln(2) as kHigh plus a rest; kHigh has so few digits that whole * kHigh is exact.
    static constexpr auto kHigh = static_cast<Scalar>(kIsFloat ? 0x1.62ep-1 : 0x1.62e42fefap-1);
    static constexpr auto kLow =
        static_cast<Scalar>(kIsFloat ? 0x1.0bfbe8p-15 : 0x1.cf79abc9e3b3ap-40);
    /// Later terms do not change the rounded sum.
    static constexpr int kCount = kIsFloat ? 8 : 14;
    static constexpr auto kTaylor = taylorTerms<Scalar, kCount>();
    /// Adding kShift rounds a number to a whole number, which is in the last bits of the sum; in a
    /// float these bits hold the whole number plus 64.
    static constexpr Scalar kShift = kIsFloat ? 0x1.8p23F + 64 : 0x1.8p52;
};

/// number * 2^(shifted - kShift), rounded once even where it is subnormal.
template <class P>
P timesPowerOfTwo(const P& number, const P& shifted) {
    using Scalar = typename packets::unpacket_traits<P>::type;
    if constexpr (ExpConstants<Scalar>::kIsFloat && kLanes < P >> 1) {
        // Shifts the last bits to the place of the exponent and adds them to it. A NaN stays NaN.
        using Bits = typename packets::unpacket_traits<P>::integer_packet;
        const Bits power = packets::plogical_shift_left<23>(packets::preinterpret<Bits>(shifted));
        const Bits scaled = packets::padd(packets::preinterpret<Bits>(number), power);
        return packets::pmul(packets::preinterpret<P>(scaled), packets::pset1<P>(0x1p-64F));
    } else {
        const P shift = packets::pset1<P>(ExpConstants<Scalar>::kShift);
        return packets::pldexp(number, P(packets::psub(shifted, shift)));
    }
}

/// e to the power of numbers that are 0 or less; -inf gives 0, NaN gives NaN. Error: 1 unit in the
/// last place. The power is split into 2^whole * e^rest with |rest| <= ln(2) / 2, and e^rest is the
/// sum of the leading terms of its Taylor series.
template <class P>
P expOfNegative(const P& power) {
    using Scalar = typename packets::unpacket_traits<P>::type;
    using Exp = ExpConstants<Scalar>;
    const auto all = [](Scalar number) { return packets::pset1<P>(number); };
    const P counts = packets::pcmp_lt_or_nan(all(Exp::kLowest), power);
    if (!packets::predux_any(counts)) return all(0);  // e.g. most blocked keys of a causal mask
    const P x = packets::pand(power, counts);         // 0 for the rest: subnormal results are slow
    const P shifted = packets::pmadd(x, all(Exp::kOneOverLn2), all(Exp::kShift));
    const P whole = packets::psub(shifted, all(Exp::kShift));
    P rest = packets::pmadd(whole, all(-Exp::kHigh), x);
    rest = packets::pmadd(whole, all(-Exp::kLow), rest);
    P sum = all(Exp::kTaylor.terms[Exp::kCount - 1]);
    for (int k = Exp::kCount - 1; k-- > 0;) {
        sum = packets::pmadd(sum, rest, all(Exp::kTaylor.terms[k]));
    }
    return packets::pand(timesPowerOfTwo<P>(sum, shifted), counts);
}

/// Softmax over a row that fits a packet, in registers alone.
template <class P, class Scalar>
void softmaxOfOnePacket(const Scalar* scores, Index size, Scalar* weights) {
    const P row = loadSome<P>(scores, size, -std::numeric_limits<Scalar>::infinity());
    const P largest = packets::pset1<P>(packets::predux_max(row));
    const P powers = expOfNegative<P>(packets::psub(row, largest));
    const P share = packets::pset1<P>(1 / packets::predux(powers));
    storeSome(weights, P(packets::pmul(powers, share)), size);
}

/// Softmax over each of some rows (its maximum is subtracted first). A row that is -inf throughout,
/// or holds a NaN, is NaN throughout, as in PyTorch: its sum is NaN, even where the maximum ignores
/// NaN. @param stride from row to row, of scores and weights
template <class Scalar>
void softmax(const Scalar* scores, Index rows, Index size, Index stride, Scalar* weights) {
    using P = Packet<Scalar>;
    using Narrow = NarrowPacket<Scalar>;
    constexpr Scalar kNothing = -std::numeric_limits<Scalar>::infinity();
    const auto each_row = [&](Index first, Index count, auto use) {
        for (Index row = first; row < first + count; ++row)
            use(scores + row * stride, weights + row * stride, row - first);
    };
    if (size <= kLanes<P>) {
        return each_row(0, rows, [&](const Scalar* from, Scalar* into, Index) {
            size <= kLanes<Narrow> ? softmaxOfOnePacket<Narrow>(from, size, into)
                                   : softmaxOfOnePacket<P>(from, size, into);
        });
    }
    // Some rows at a time, as many as the nearest cache holds: the processor begins a row while the
    // sums of the row before are not finished.
    constexpr Index kMost = 16;
    constexpr Index kNumbers = 2048;
    const Index fitting = kNumbers / size;
    const Index group = fitting < 1 ? 1 : fitting < kMost ? fitting : kMost;
    Scalar notes[kMost];  // for each row the largest score, then 1 / sum
    for (Index first = 0; first < rows; first += group) {
        const Index count = group < rows - first ? group : rows - first;
        each_row(first, count, [&](const Scalar* from, Scalar*, Index k) {
            P largest = packets::pset1<P>(kNothing);
            eachPacket(from, size, kNothing, [&](const P& score, Index, Index) {
                largest = packets::pmax(score, largest);
            });
            notes[k] = packets::predux_max(largest);
        });
        each_row(first, count, [&](const Scalar* from, Scalar* into, Index k) {
            Scalar& note = notes[k];
            const P largest = packets::pset1<P>(note);
            P sum = packets::pset1<P>(Scalar(0));
            eachPacket(from, size, kNothing, [&](const P& score, Index at, Index some) {
                const P power = expOfNegative<P>(packets::psub(score, largest));
                sum = packets::padd(sum, power);
                storeSome(into + at, power, some);
            });
            note = 1 / packets::predux(sum);
        });
        each_row(first, count, [&](const Scalar*, Scalar* into, Index k) {
            const P share = packets::pset1<P>(notes[k]);
            eachPacket(into, size, Scalar(0), [&](const P& power, Index at, Index some) {
                storeSome(into + at, P(packets::pmul(power, share)), some);
            });
        });
    }
}

}  // namespace lookback::LOOKBACK_SET
