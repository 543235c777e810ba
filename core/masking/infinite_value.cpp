#include "core/masking/infinite_value.h"

#include <cmath>

#include <fmt/format.h>

#include "core/attention/masking_arithmetic.h"
#include "core/base/text.h"

namespace lookback {

std::optional<std::string> closedByInfinity(const Document& document, std::string_view proviso) {
    const double value = valueOf(document.masking);
    const double in_softmax =
        masksBeforeScale(document.masking) ? value / divisor(document) : value;
    if (!std::isinf(value) || in_softmax > 0) return std::nullopt;
    return fmt::format(
        "\u2212\u221e leaves blocked words a weight of exactly 0, whatever their numbers, as long "
        "as "
        "{}.",
        proviso);
}

std::string numbersPastValue(const Masking& masking) {
    const std::string value = formatShort(valueOf(masking));
    if (std::isinf(valueOf(masking))) {
        return fmt::format("others may: this scale makes no \u2212\u221e of {}", value);
    }
    return fmt::format("larger ones may: {} is a finite value", value);
}

}  // namespace lookback
