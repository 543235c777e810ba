#include "core/io/csv_text.h"

#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/io/json_text.h"

namespace lookback {
namespace {

/// Replaces control characters by their Unicode pictures (U+2400 and following).
std::string withoutControls(const std::string& text) {
    std::string shown;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < ' ' || byte == 0x7F) {
            shown += "\xE2\x90";
            shown += static_cast<char>(byte == 0x7F ? 0xA1 : 0x80 + byte);
        } else {
            shown += c;
        }
    }
    return oneLine(std::move(shown));
}

}  // namespace

std::string csvField(const std::string& text) {
    const bool computes =
        !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
    const std::string shown = (computes ? "'" : "") + withoutControls(text);
    if (!computes && shown.find_first_of(",;\"") == std::string::npos) return shown;
    std::string quoted_field = "\"";
    for (const char c : shown) {
        quoted_field += c;
        if (c == '"') quoted_field += '"';
    }
    return quoted_field + '"';
}

std::string csvValue(double value, ScalarKind kind) {
    return kind == ScalarKind::boolean ? jsonBool(value != 0) : shortestDigits(value, kind);
}

}  // namespace lookback
