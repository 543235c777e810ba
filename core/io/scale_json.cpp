#include "core/io/scale_json.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/io/json_text.h"

namespace lookback {
namespace {

/// In the order of `Scale::Kind`; a number spells itself.
constexpr std::array<std::string_view, 3> kScaleNames{"sqrt_dk", "dk", "none"};

}  // namespace

std::optional<Scale> readScale(const Json& json, const std::string& path, Faults& faults) {
    if (json.is_number()) return Scale{Scale::Kind::number, json.get<double>()};
    const auto* const name = std::find(kScaleNames.begin(), kScaleNames.end(),
                                       json.is_string() ? json.get<std::string>() : "");
    if (name == kScaleNames.end()) {
        faults.add(path, fmt::format("is {}, expected one of {} or a number", described(json),
                                     fmt::join(kScaleNames, ", ")));
        return std::nullopt;
    }
    return Scale{static_cast<Scale::Kind>(name - kScaleNames.begin())};
}

std::string writeScale(const Scale& scale) {
    if (scale.kind == Scale::Kind::number) return jsonNumber(scale.number);
    return jsonString(kScaleNames[static_cast<std::size_t>(scale.kind)]);
}

}  // namespace lookback
