#pragma once

#include <array>
#include <string_view>

#include "app/state/model/app_state.h"
#include "app/state/model/place.h"
#include "app/state/update/action.h"

namespace lookback {

/// True where Compare is at a table that can be shown: there is a row, and the document is not too
/// large to be computed again and again.
[[nodiscard]] bool hasRowTable(const AppState& state);

/// The table that Compare is at. Only where `hasRowTable`.
[[nodiscard]] const RowTable& shownRowTable(const AppState& state);

/// Makes another line of the table B, of those that have a row: so many further from the line that
/// is B now, else from the document's own. Only where `hasRowTable`.
[[nodiscard]] Action lineAsB(const AppState& state, int by);

struct CompareViewInfo {
    CompareView view;
    std::string_view name;  ///< as sessions spell it
    const char* title;      ///< as its tab shows it
    std::string_view line;  ///< what it shows
};

/// The only list of what Compare can show, in the order of the enumerators.
inline constexpr std::array kCompareViews{
    CompareViewInfo{CompareView::pair, "pair", "Two variants",
                    "Two variants side by side, and how they differ."},
    CompareViewInfo{CompareView::methods, "methods", "Methods",
                    "The row that is read, under every masking method."},
    CompareViewInfo{CompareView::precisions, "precisions", "Precisions",
                    "The row that is read, in float64, float32, float16 and bfloat16."},
    CompareViewInfo{CompareView::scales, "scales", "Scales",
                    "The row that is read, under every scale, masked before it and after it."},
};

[[nodiscard]] constexpr const CompareViewInfo& info(CompareView view) {
    return kCompareViews[static_cast<std::size_t>(view)];
}

}  // namespace lookback
