#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/look/painter.h"
#include "app/widgets/matrix_grid.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// Returns the offset of the label of a row or column during a motion, in pixels.
using LabelWay = std::function<ImVec2(Index)>;

/// The role of the bold label: that of a query is blue.
enum class Asks : std::uint8_t { query, key };

/// Labels to the left of the rows, right-aligned. `emphasized` is one of those that are named.
void rowLabels(Painter& painter, const GridSpec& spec, std::span<const std::string> labels,
               float width, std::optional<Index> emphasized, const LabelWay& way = {},
               Asks named = Asks::query);

/// True where rows are high enough for their labels; of lower ones only the emphasized label is
/// drawn.
[[nodiscard]] bool areLabelled(const Look& look, const GridSpec& spec);

/// The width of the widest of these labels.
[[nodiscard]] float widestLabel(const Painter& painter, std::span<const std::string> labels);

/// Returns the number of rows of labels above the columns: 1; 2 where labels alternate between rows
/// and long words are cut; 0 where only one label at a time has room. @param widest label, in
/// pixels
[[nodiscard]] int columnLabelRows(const Look& look, const GridSpec& spec, float widest);

/// Returns the height of the rows of labels above the columns.
[[nodiscard]] float columnLabelsHeight(const Look& look, const GridSpec& spec, float widest);

/// Pixels of the design: the largest width of labels beside rows.
inline constexpr float kLongestRowLabel = 90;

/// Draws labels above the columns: right-aligned as the digits, or centered as the grid says.
void columnLabels(Painter& painter, const GridSpec& spec, std::span<const std::string> labels,
                  std::optional<Index> emphasized, const LabelWay& way = {},
                  Asks named = Asks::key);

struct LegendOptions {
    std::string_view name{};  ///< before the scale; empty: none
    float scale = 84;         ///< width of the colours, in pixels of the design
};

/// The colour scale of a matrix and its ends, right-aligned at `top_right`.
void drawLegend(Painter& painter, ImVec2 top_right, Domain domain, std::string_view range,
                const LegendOptions& options = {});
/// The width of a legend.
[[nodiscard]] float legendWidth(const Painter& painter, std::string_view range,
                                const LegendOptions& options = {});

}  // namespace lookback
