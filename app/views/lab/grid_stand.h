#pragma once

#include <optional>

#include "app/state/scenery.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"

namespace lookback {

/// What stands around the cells of a matrix in a figure.
struct PartLook {
    std::optional<ImVec2> title;  ///< its middle
    bool is_brief = false;        ///< the title is the symbol
    bool has_row_labels = false;
    bool has_column_labels = false;
    float label_width = 0;  ///< of those beside the rows
};

/// How a matrix stands at rest.
[[nodiscard]] GridStand standOf(const Scene& scene, const StageGrid& grid, const PartLook& look);

/// True where the document still has what stood there.
[[nodiscard]] bool canDraw(const Scene& scene, const GridStand& stand);

/// The matrix as it stood: its numbers are those of the document as it is.
[[nodiscard]] StageGrid gridOf(const Scene& scene, const GridStand& stand);

}  // namespace lookback
