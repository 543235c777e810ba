#pragma once

#include <string>

#include "app/look/vector_drawing.h"
#include "core/base/result.h"

namespace lookback {

/// A page as a PDF file: text as text, with its fonts, reduced to the characters that it has. A
/// point of the window is 1/96 inch.
/// Errors: the file could not be made, as where memory is short.
[[nodiscard]] Result<std::string> pdfPage(const VectorPage& page, const std::string& title);

}  // namespace lookback
