#pragma once

#include <string>

#include "core/base/matrix_view.h"

namespace lookback {

// CSV as Lookback writes it: RFC 4180, safe in spreadsheets.

/// Returns a text as an RFC 4180 field, quoted where necessary. A text that begins with =, +, - or
/// @ gets an apostrophe in front, without which spreadsheets compute it, even in quotes. A
/// semicolon is quoted, too: it separates cells where a comma is the decimal mark. Control
/// characters of ASCII become their Unicode pictures (U+2400 and following), each other `isControl`
/// a question mark.
[[nodiscard]] std::string csvField(const std::string& text);

/// The shortest digits that read back exactly, `nan`, `inf`, `-inf`; true and false.
[[nodiscard]] std::string csvValue(double value, ScalarKind kind);

}  // namespace lookback
