/// The fonts that are part of the page.
#pragma once

#include <string_view>
#include <vector>

namespace lookback {

struct PageFont {
    std::string_view name;   ///< of its file: "Inter-Bold.otf"
    std::string_view bytes;  ///< of a font that has the page's characters alone
};

/// In the order of `FontFiles`. Made by tools/page_fonts.cpp.
[[nodiscard]] std::vector<PageFont> pageFonts();

}  // namespace lookback
