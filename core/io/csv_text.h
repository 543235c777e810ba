#pragma once

#include <string>

#include "core/base/matrix_view.h"

namespace lookback {

// How Lookback writes CSV.

/// A text as RFC 4180 writes it, in quotes where it needs them. A spreadsheet computes what begins
/// with one of the signs =+-@, even in quotes, unless an apostrophe says that it is a text. Control
/// characters become the pictures that Unicode has of them (U+2400 and following).
[[nodiscard]] std::string csvField(const std::string& text);

/// The shortest digits that read back exactly, `nan`, `inf`, `-inf`; true and false.
[[nodiscard]] std::string csvValue(double value, ScalarKind kind);

}  // namespace lookback
