#include "app/platform/web/address.h"

#include <algorithm>
#include <string_view>

namespace lookback {
namespace {

/// Takes a part up to a mark, and the mark.
std::string_view takePart(std::string_view& rest, char mark) {
    const std::size_t length = std::min(rest.find(mark), rest.size());
    const std::string_view part = rest.substr(0, length);
    rest.remove_prefix(std::min(length + 1, rest.size()));
    return part;
}

}  // namespace

Address readAddress(const std::string& text) {
    Address address;
    std::string_view rest(text);
    std::string_view wishes = takePart(rest, '#');
    if (wishes.starts_with('?')) wishes.remove_prefix(1);
    while (!wishes.empty()) {
        std::string_view value = takePart(wishes, '&');
        const std::string_view name = takePart(value, '=');
        if (name == "lesson") address.lesson = value;
        if (name == "lang") address.language = value;
        if (name == "present") address.presents = true;
        if (name == "embed") address.is_part = true;
    }
    constexpr std::string_view kData = "d=";
    if (rest.starts_with(kData)) address.data = rest.substr(kData.size());
    return address;
}

}  // namespace lookback
