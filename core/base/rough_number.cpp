#include "core/base/rough_number.h"

#include <cstdlib>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {

std::string roughNumber(double value, int digits) {
    return formatShort(std::strtod(fmt::format("{:.{}e}", value, digits - 1).c_str(), nullptr));
}

}  // namespace lookback
