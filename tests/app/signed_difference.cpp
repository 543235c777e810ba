#include "tests/app/signed_difference.h"

#include <fmt/format.h>

namespace lookback::test {

std::string signedDifference(double was, double is, int decimals) {
    std::string text = fmt::format("{:+.{}f}", is - was, decimals);
    if (text.find_first_of("123456789") == std::string::npos) return "";
    if (text.front() == '-') text = "\u2212" + text.substr(1);
    return text;
}

}  // namespace lookback::test
