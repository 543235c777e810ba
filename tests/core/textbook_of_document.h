#pragma once

#include <map>
#include <vector>

#include "core/attention/masks.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"

namespace lookback::test {

/// The mask of a rule, by the function of the textbook (core/attention) for its kind.
[[nodiscard]] textbook::Mask textbookMask(const MaskRule& rule, Index tokens);

/// Matrices by id: one, or one for each head.
using TextbookStages = std::map<MatrixId, std::vector<Matrix<double>>>;

/// Every matrix that a document calls for, by the functions of the textbook in double.
[[nodiscard]] TextbookStages textbookStages(const Document& document);

}  // namespace lookback::test
