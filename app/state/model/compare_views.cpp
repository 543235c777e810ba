#include "app/state/model/compare_views.h"

#include <algorithm>
#include <utility>

#include "messages/compare.h"

namespace lookback {
namespace {

/// Returns a view as a choice of the messages about views.
template <class Choice>
constexpr Choice choiceOf(CompareView view) {
    switch (view) {
        case CompareView::pair: return Choice::pair;
        case CompareView::methods: return Choice::methods;
        case CompareView::precisions: return Choice::precisions;
        case CompareView::scales: break;
    }
    return Choice::other;
}

}  // namespace

Message compareViewTitle(CompareView view) {
    using Said = say::compare::ViewTitle;
    return Said{.view = choiceOf<Said::View>(view)};
}

Message compareViewTip(CompareView view, const Argument& key) {
    using Said = say::compare::ViewTip;
    return Said{.view = choiceOf<Said::View>(view), .key = key};
}

bool hasRowTable(const AppState& state) {
    return state.place.compare_view != CompareView::pair && state.document().n() > 0 &&
           mayBeComputedTwice(state.document());
}

const RowTable& shownRowTable(const AppState& state) {
    const Place& place = state.place;
    const bool grows = place.compare_view == CompareView::precisions;
    return state.comparison.row(state.document(),
                                {place.compare_view, state.token(), place.head,
                                 state.preferences.decimals, grows ? place.score_growth : 1});
}

Action lineAsB(const AppState& state, int by) {
    std::vector<RowTableLine> lines = shownRowTable(state).lines;
    std::erase_if(lines, [](const RowTableLine& line) { return !line.row; });
    const VariantChoice& now = state.place.compared.b;
    auto at = std::find_if(lines.begin(), lines.end(),
                           [&](const RowTableLine& line) { return line.choice == now; });
    if (at == lines.end()) {
        at = std::find_if(lines.begin(), lines.end(),
                          [](const RowTableLine& line) { return line.is_own; });
    }
    const auto count = static_cast<std::ptrdiff_t>(lines.size());
    const auto next = (at - lines.begin() + by + count) % count;
    return SetVariant{Side::b, lines[static_cast<std::size_t>(next)].choice};
}

}  // namespace lookback
