/// Numbers as files hold them in binary.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/document/document.h"

namespace lookback {

/// The type of a number in memory.
struct NumberFormat {
    enum class Kind : std::uint8_t { floating, brain, whole, natural };
    Kind kind = Kind::floating;  ///< `brain`: bfloat16
    std::size_t bytes = 8;       ///< floating 2, 4, 8; brain 2; whole and natural 1, 2, 4, 8
    bool is_big_endian = false;
};

/// The dtype of a document with these numbers; nothing for whole numbers.
[[nodiscard]] std::optional<DType> dtypeOf(const NumberFormat& format);

/// Returns numbers as doubles, exactly. @param bytes whose number is a multiple of the format's.
/// Nothing where a whole number of 64 bits is not a double.
[[nodiscard]] std::optional<std::vector<double>> numbersIn(std::string_view bytes,
                                                           const NumberFormat& format);

/// A whole number of up to 8 bytes, the least significant first. @param at where it begins; all its
/// bytes are in `bytes`
[[nodiscard]] std::uint64_t littleEndian(std::string_view bytes, std::size_t at, std::size_t size);

}  // namespace lookback
