#include "app/state/update_view.h"

#include <algorithm>

#include "app/state/follow.h"
#include "core/base/text.h"
#include "core/document/edit.h"

namespace lookback {

Index ViewUpdate::lastCell(const Step& step) const {
    return std::max<Index>(cellCount(state_.trace(), step) - 1, 0);
}

void ViewUpdate::goTo(std::size_t step, Index cell) {
    view_.step = std::min(step, state_.steps.size() - 1);
    view_.cell = std::clamp<Index>(cell, 0, lastCell(state_.step()));
    view_.motion = view_.has_motion ? 0 : 1;
    view_.since_tick = 0;
    view_.unfolded = false;
    view_.locked.reset();
    if (const auto focus = focusOf(state_)) {
        if (info(focus->id).rows == Axis::token) selectToken(state_, focus->cell.row);
        if (focus->id == MatrixId::context) view_.head = focus->cell.col / state_.document().dV();
    }
    showFocus();
}

void ViewUpdate::showFocus() {
    if (const auto focus = focusOf(state_)) show(focus->id, focus->cell);
}

void ViewUpdate::show(MatrixId id, Cell cell) {
    Pane& pane = view_.pane;
    const auto hold = [&](Index& first, Index place) {
        first = std::max<Index>(std::clamp<Index>(first, place - pane.span + 1, place), 0);
    };
    const MatrixInfo& matrix = info(id);
    const Index d_v = std::max<Index>(state_.document().dV(), 1);
    hold(matrix.rows == Axis::token ? pane.query : pane.dimension, cell.row);
    hold(matrix.cols == Axis::token ? pane.key : pane.dimension,
         id == MatrixId::context ? cell.col % d_v : cell.col);
}

void ViewUpdate::operator()(const SelectToken& a) {
    selectToken(state_, a.at);
    show(MatrixId::embeddings, {state_.token(), 0});
}

void ViewUpdate::operator()(const GoTo& a) { goTo(a.step, a.cell); }

void ViewUpdate::operator()(const MoveStep& a) {
    const auto last = static_cast<std::ptrdiff_t>(state_.steps.size()) - 1;
    const auto wanted = static_cast<std::ptrdiff_t>(view_.step) + a.by;
    if (wanted < 0) return goTo(0, 0);
    if (wanted > last) return goTo(static_cast<std::size_t>(last), lastCell(state_.steps.back()));
    const Step& step = state_.steps[static_cast<std::size_t>(wanted)];
    goTo(static_cast<std::size_t>(wanted), a.by > 0 ? 0 : lastCell(step));
}

void ViewUpdate::operator()(const MoveCell& a) {
    const Index wanted = view_.cell + a.by;
    if (wanted < 0) {
        if (view_.step > 0) goTo(view_.step - 1, lastCell(state_.steps[view_.step - 1]));
    } else if (wanted > lastCell(state_.step())) {
        if (view_.step + 1 < state_.steps.size()) goTo(view_.step + 1, 0);
    } else {
        goTo(view_.step, wanted);
    }
}

void ViewUpdate::operator()(const SetHead& a) {
    view_.head = std::clamp<Index>(a.head, 0, state_.document().heads - 1);
}

void ViewUpdate::operator()(const Lock& a) { view_.locked = a.target; }

/// Play at the very end begins anew.
void ViewUpdate::operator()(const SetPlaying& a) {
    const bool at_end =
        view_.step + 1 == state_.steps.size() && view_.cell >= lastCell(state_.step());
    if (a.playing && at_end) goTo(0, 0);
    view_.playing = a.playing;
    view_.since_tick = 0;
}

void ViewUpdate::operator()(const SetTheme& a) { view_.theme = a.theme; }

void ViewUpdate::operator()(const SetTypeSize& a) {
    view_.type_percent = std::clamp(a.percent, kLeastTypePercent, kMostTypePercent);
}

void ViewUpdate::operator()(const SetDecimals& a) {
    view_.decimals = std::clamp(a.decimals, 0, kMostDecimals);
}

void ViewUpdate::operator()(const SetPresenting& a) {
    view_.presenting = a.presenting;
    view_.help_open = false;
    view_.open_panel = SidePanel::none;
}

void ViewUpdate::operator()(const ShowHelp& a) { view_.help_open = a.open; }

void ViewUpdate::operator()(const ShowPanel& a) { view_.open_panel = a.panel; }

void ViewUpdate::operator()(const Quit&) { view_.quitting = true; }

void ViewUpdate::operator()(const Notice& a) { view_.notice = a.text; }

void ViewUpdate::operator()(const Pan& a) {
    const Document& document = state_.document();
    Pane& pane = view_.pane;
    const auto move = [&](Index& first, Index by, Index total) {
        first = pane.range(first + by, total).first;
    };
    move(pane.query, a.queries, document.n());
    move(pane.key, a.keys, document.n());
    const Index widest =
        std::max({document.dIn(), document.weights.query.cols(), document.weights.value.cols()});
    move(pane.dimension, a.dimensions, widest);
}

void ViewUpdate::operator()(const Zoom& a) {
    const Index step = std::max<Index>(view_.pane.span / 3, 1);
    view_.pane.span = std::clamp(view_.pane.span - a.by * step, kLeastSpan, kMostSpan);
    showFocus();
}

void ViewUpdate::operator()(const Unfold& a) { view_.unfolded = a.unfolded; }

void ViewUpdate::operator()(const SetPlaySpeed& a) {
    view_.play_speed = std::clamp(a.speed, 0, static_cast<int>(kPlaySpeeds.size()) - 1);
}

void ViewUpdate::operator()(const SetMotion& a) { view_.has_motion = a.on; }

void ViewUpdate::operator()(const TypeNumber& a) {
    if (!isNumber(state_.document(), a.id, a.cell)) return;
    const double value = editable(state_.document(), a.id)(a.cell.row, a.cell.col);
    view_.typing = NumberTyping{a.id, a.cell, shortestDigits(value, ScalarKind::float64), true, ""};
    view_.open_panel = SidePanel::edit;
    show(a.id, a.cell);
}

void ViewUpdate::operator()(const NameToken& a) {
    const Document& document = state_.document();
    if (a.is_new ? document.n() >= kMaxTokens : a.at < 0 || a.at >= document.n()) return;
    view_.naming = TokenTyping{a.at, a.is_new,
                               a.is_new ? "" : document.tokens[static_cast<std::size_t>(a.at)]};
}

void ViewUpdate::operator()(const ShowMenu& a) { view_.wanted_menu = a.menu; }

}  // namespace lookback
