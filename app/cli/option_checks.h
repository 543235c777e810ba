#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace lookback {

/// Says what is wrong with the text given for an option; empty where nothing is.
using OptionCheck = std::function<std::string(const std::string&)>;

/// The text as a message names it: shortened, and told in words where it is empty.
[[nodiscard]] std::string givenText(const std::string& text);

/// Refuses an empty text. @param expected "the PNG file to write"
[[nodiscard]] OptionCheck notEmpty(std::string_view expected);

/// Takes numbers from `least` to `most`.
[[nodiscard]] OptionCheck numberBetween(double least, double most);

/// Takes whole numbers from `least` to `most`.
[[nodiscard]] OptionCheck wholeBetween(int least, int most);

}  // namespace lookback
