#include "app/widgets/line_breaks.h"

#include <cfloat>

namespace lookback {
namespace {

float widthOf(ImFont* font, std::string_view text) {
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size())
        .x;
}

/// Returns the beginning of a text that fits into one line.
std::string_view firstLine(ImFont* font, std::string_view text, float width) {
    std::size_t end = 0;
    float wide = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t next = at + 1;
        while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0u) == 0x80u) {
            ++next;
        }
        wide += widthOf(font, text.substr(at, next - at));
        if (at > 0 && wide > width) return text.substr(0, end > 0 ? end : at);
        if (text[at] == ' ') end = at;
        at = next;
    }
    return text;
}

}  // namespace

std::vector<std::string_view> brokenLines(ImFont* font, std::string_view text, float width) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        lines.push_back(firstLine(font, text, width));
        text.remove_prefix(lines.back().size());
        if (text.starts_with(' ')) text.remove_prefix(1);
    }
    return lines;
}

std::string inLines(ImFont* font, std::string_view text, float width) {
    std::string all;
    for (const std::string_view line : brokenLines(font, text, width)) {
        all += (all.empty() ? "" : "\n") + std::string(line);
    }
    return all;
}

}  // namespace lookback
