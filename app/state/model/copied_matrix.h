#pragma once

#include <optional>
#include <string>

#include "app/state/model/hands.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace lookback {

struct AppState;

/// Returns the matrix that Ctrl+C copies: that under the pointer, else in the Lab the stage in
/// focus; nothing where there is neither.
[[nodiscard]] std::optional<PointedMatrix> matrixToCopy(const AppState& state);

/// Returns the name of a copied matrix for sentences: "all scaled scores", "the difference".
[[nodiscard]] Message copiedName(const PointedMatrix& matrix);

/// Returns the text of a matrix in the chosen format and digits. Errors: its numbers are hidden,
/// not computed or too many, or the two sides have no such pair.
[[nodiscard]] Result<std::string> copiedMatrix(const AppState& state, const PointedMatrix& matrix);

/// Returns the notice about a copied matrix: "Copied scaled scores as NumPy, with 4 decimals."
[[nodiscard]] Message copyNotice(const AppState& state, const PointedMatrix& matrix);

}  // namespace lookback
