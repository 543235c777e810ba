#include "core/import/number_bytes.h"

#include <cassert>
#include <limits>

#include <Eigen/Core>

namespace lookback {
namespace {

/// The value of the bits of a number; NaN for one that no double holds.
double valueOf(std::uint64_t bits, const NumberFormat& format) {
    constexpr std::int64_t kExact = std::int64_t{1} << 53;
    using Eigen::numext::bit_cast;
    using Kind = NumberFormat::Kind;
    const std::size_t size = format.bytes * 8;
    switch (format.kind) {
        case Kind::brain: return bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
        case Kind::floating: {
            if (size == 64) return bit_cast<double>(bits);
            if (size == 32) return bit_cast<float>(static_cast<std::uint32_t>(bits));
            return static_cast<float>(bit_cast<Eigen::half>(static_cast<std::uint16_t>(bits)));
        }
        case Kind::whole: {
            const auto value = static_cast<std::int64_t>(bits << (64 - size)) >> (64 - size);
            if (value > kExact || value < -kExact) break;
            return static_cast<double>(value);
        }
        case Kind::natural:
            if (bits > static_cast<std::uint64_t>(kExact)) break;
            return static_cast<double>(bits);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

std::optional<DType> dtypeOf(const NumberFormat& format) {
    using Kind = NumberFormat::Kind;
    if (format.kind == Kind::brain) return DType::bfloat16;
    if (format.kind != Kind::floating) return std::nullopt;
    return format.bytes == 2 ? DType::float16 : format.bytes == 4 ? DType::float32 : DType::float64;
}

std::uint64_t littleEndian(std::string_view bytes, std::size_t at, std::size_t size) {
    assert(at <= bytes.size() && size <= 8 && size <= bytes.size() - at);
    std::uint64_t value = 0;
    for (std::size_t k = size; k-- > 0;) {
        value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
    }
    return value;
}

std::optional<std::vector<double>> numbersIn(std::string_view bytes, const NumberFormat& format) {
    assert(bytes.size() % format.bytes == 0);
    const bool is_whole = !dtypeOf(format).has_value();
    std::vector<double> values(bytes.size() / format.bytes);
    for (std::size_t k = 0; k < values.size(); ++k) {
        std::uint64_t bits = 0;
        if (format.is_big_endian) {
            for (std::size_t byte = 0; byte < format.bytes; ++byte) {
                bits = bits << 8 | static_cast<unsigned char>(bytes[k * format.bytes + byte]);
            }
        } else {
            bits = littleEndian(bytes, k * format.bytes, format.bytes);
        }
        values[k] = valueOf(bits, format);
        if (is_whole && values[k] != values[k]) return std::nullopt;
    }
    return values;
}

}  // namespace lookback
