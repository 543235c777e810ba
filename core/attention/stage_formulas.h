#pragma once

#include <string>

#include "core/document/document.h"

namespace lookback {

// Formulas of the stages that are written differently from document to document, as papers write
// them: `_x` is a subscript, `^x` a superscript.

[[nodiscard]] std::string scaleFormula(const Document& document);
[[nodiscard]] std::string maskingFormula(const Document& document);
[[nodiscard]] std::string weightsFormula(const Document& document);
/// Of weights that softmax makes.
[[nodiscard]] std::string softmaxFormula(const Document& document);
/// Whom a token may look at, by all rules of the mask.
[[nodiscard]] std::string allowedFormula(const Document& document);

}  // namespace lookback
