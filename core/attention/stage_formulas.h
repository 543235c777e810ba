#pragma once

#include <string>
#include <string_view>

#include "core/document/document.h"
#include "core/document/matrix_id.h"

namespace lookback {

// Formulas of the stages that are written differently from document to document, as papers write
// them: `_x` is a subscript, `^x` a superscript.

/// A matrix's symbol in a product: X + P is a sum itself and needs brackets.
[[nodiscard]] std::string asFactor(MatrixId id);

[[nodiscard]] std::string scaleFormula(const Document& document);
[[nodiscard]] std::string softcapFormula(const Document& document);
[[nodiscard]] std::string biasFormula(const Document& document);
[[nodiscard]] std::string maskingFormula(const Document& document);
[[nodiscard]] std::string weightsFormula(const Document& document);
/// Of weights that softmax makes.
[[nodiscard]] std::string softmaxFormula(const Document& document);
/// Whom a token may look at, by all rules of the mask: `key ≤ query and key is valid`.
inline constexpr std::string_view kEveryKey = "every key";
[[nodiscard]] std::string allowedKeys(const Document& document);
/// The same as what the mask is made by.
[[nodiscard]] std::string allowedFormula(const Document& document);

}  // namespace lookback
