#pragma once

#include <string_view>
#include <vector>

namespace lookback {

/// A message of assets/locale, as its file has it.
struct CatalogueText {
    std::string_view key;      ///< `leak.cannot.no_tokens`
    std::string_view pattern;  ///< in the language of the file
    std::string_view slots;    ///< of the English message, in the order of their arguments: "a,n"
};

/// All messages of a language, sorted by key; made by tools/messages.cpp. Empty for a language
/// without a file in assets/locale.
[[nodiscard]] std::vector<CatalogueText> catalogueTexts(std::string_view language);

}  // namespace lookback
