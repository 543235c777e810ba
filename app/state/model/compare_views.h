#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/state/model/app_state.h"
#include "app/state/model/place.h"
#include "app/state/update/action.h"
#include "core/base/message.h"

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
};

/// The only list of what Compare can show, in the order of the enumerators.
inline constexpr std::array kCompareViews{
    CompareViewInfo{CompareView::pair, "pair"},
    CompareViewInfo{CompareView::methods, "methods"},
    CompareViewInfo{CompareView::precisions, "precisions"},
    CompareViewInfo{CompareView::scales, "scales"},
};

[[nodiscard]] constexpr const CompareViewInfo& info(CompareView view) {
    return kCompareViews[static_cast<std::size_t>(view)];
}

/// Stops of the slider of `Place::score_growth`.
inline constexpr std::array kScoreGrowths{1.0, 10.0, 100.0, 1e3, 1e4, 1e6, 1e8, 1e10};

/// Returns the title of a view, as its tab shows it.
[[nodiscard]] Message compareViewTitle(CompareView view);

/// Returns the tooltip of a tab. @param key that goes to the next view
[[nodiscard]] Message compareViewTip(CompareView view, const Argument& key);

}  // namespace lookback
