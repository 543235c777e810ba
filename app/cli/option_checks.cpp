#include "app/cli/option_checks.h"

#include <charconv>
#include <cstdlib>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {

std::string givenText(const std::string& text) {
    constexpr std::size_t kLongest = 40;
    return text.empty() ? "an empty text" : shortenedTo(text, kLongest);
}

OptionCheck notEmpty(std::string_view expected) {
    return [expected](const std::string& text) {
        return text.empty() ? fmt::format("is empty, expected {}", expected) : std::string();
    };
}

OptionCheck numberBetween(double least, double most) {
    return [least, most](const std::string& text) -> std::string {
        const bool is_plain =
            !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string::npos;
        char* end = nullptr;
        const double number = std::strtod(text.c_str(), &end);
        if (is_plain && *end == '\0' && number >= least && number <= most) return "";
        return fmt::format("{} is no number from {} to {}", givenText(text), least, most);
    };
}

OptionCheck wholeBetween(int least, int most) {
    return [least, most](const std::string& text) -> std::string {
        int number = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, fault] = std::from_chars(text.data(), end, number);
        if (fault == std::errc() && stop == end && number >= least && number <= most) return "";
        return fmt::format("{} is no whole number from {} to {}", givenText(text), least, most);
    };
}

}  // namespace lookback
