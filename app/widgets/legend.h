#pragma once

#include <string_view>

#include "app/look/painter.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// The colour scale of a matrix and its ends, right-aligned at `top_right`.
void drawLegend(Painter& painter, ImVec2 top_right, Domain domain, std::string_view range);

}  // namespace lookback
