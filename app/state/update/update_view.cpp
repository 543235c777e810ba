#include "app/state/update/update_view.h"

#include <algorithm>

#include "app/state/model/sentences.h"
#include "app/state/update/play.h"
#include "app/state/update/settle.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/document/edit.h"
#include "core/document/words.h"

namespace lookback {

/// What cannot be made of the document is not chosen; a notice says why.
void ModeUpdate::operator()(const SetVariant& a) {
    const Result<Document> wished = variantOf(state_.document(), a.choice);
    if (wished) {
        state_.place.compared.of(a.side) = a.choice;
    } else {
        state_.notice = asSentence(wished.error().where + ": " + wished.error().message);
    }
}

void ModeUpdate::operator()(const SetCompareView& a) { state_.place.compare_view = a.view; }

/// The sheet on which it was asked for stood open in case it could not be read.
void ModeUpdate::operator()(const VariantRead& a) {
    if (state_.hands.open<FileSheet>() != nullptr) state_.hands.sheet = {};
    state_.place.compare_view = CompareView::pair;
    (*this)(SetVariant{a.side, {.kind = VariantKind::file, .name = a.name, .file = a.document}});
}

void ModeUpdate::operator()(const SetProbe& a) { state_.place.leak.probe = a.probe; }

void ModeUpdate::operator()(const SetProbeWord& a) {
    state_.place.leak.word = firstCharacters(a.word, kLongestTypedWord);
}

void ModeUpdate::operator()(const SetNudge& a) { state_.place.leak.nudge = a.nudge; }

void ModeUpdate::operator()(const SetWiggling& a) {
    Nudge& nudge = state_.place.leak.nudge;
    if (a.on && nudge.amount == 0) nudge.amount = Nudge().amount;
    state_.place.leak.wiggling = a.on;
    state_.place.leak.wiggled = 0;
}

void ModeUpdate::operator()(const LeaksTested& a) { state_.leaks.take(*a.report); }

void ViewUpdate::goTo(std::size_t step, Index cell) {
    Place& place = state_.place;
    place.step = std::min(step, state_.steps().size() - 1);
    place.revealed = 0;
    focus(cell);
    if (!state_.preferences.has_motion) return;
    place.motion = 0;
    state_.motion.begin();
}

void ViewUpdate::focus(Index cell) {
    Place& place = state_.place;
    place.cell = std::clamp<Index>(cell, 0, state_.shown.lastCell(state_.step()));
    place.revealed = std::max(place.revealed, place.cell);
    place.since_tick = 0;
    place.is_blank = false;
    place.unfolded = false;
    place.locked.reset();
    if (const auto focus = focusOf(state_)) {
        if (info(focus->id).rows == Axis::token) selectToken(state_, focus->cell.row);
        if (focus->id == MatrixId::context) place.head = focus->cell.col / state_.document().dV();
    }
    showFocus();
}

void ViewUpdate::showFocus() {
    if (const auto focus = focusOf(state_)) show(focus->id, focus->cell);
}

void ViewUpdate::show(MatrixId id, Cell cell) {
    Pane& pane = state_.place.pane;
    const auto hold = [&](Index& first, Index place) {
        first = std::max<Index>(std::clamp<Index>(first, place - pane.span + 1, place), 0);
    };
    const MatrixInfo& matrix = info(id);
    const Index d_v = std::max<Index>(state_.document().dV(), 1);
    hold(matrix.rows == Axis::token ? pane.query : pane.dimension, cell.row);
    hold(matrix.cols == Axis::token ? pane.key : pane.dimension,
         id == MatrixId::context ? cell.col % d_v : cell.col);
}

/// The focus of the step goes to the row of the token, where the step has one.
void ViewUpdate::operator()(const SelectToken& a) {
    selectToken(state_, a.at);
    show(MatrixId::embeddings, {state_.token(), 0});
    const auto at = focusOf(state_);
    if (!at || info(at->id).rows != Axis::token || at->cell.row == state_.token()) return;
    const StepCell in_row{at->id, {state_.token(), at->cell.col}};
    focus(indexOf(state_.trace(), state_.step(), in_row));
}

void ViewUpdate::operator()(const GoTo& a) { goTo(a.step, a.cell); }

void ViewUpdate::operator()(const FocusCell& a) { focus(a.cell); }

void ViewUpdate::operator()(const MoveStep& a) {
    const auto last = static_cast<std::ptrdiff_t>(state_.steps().size()) - 1;
    const auto wanted = static_cast<std::ptrdiff_t>(state_.place.step) + a.by;
    if (wanted < 0) return goTo(0, 0);
    if (wanted > last)
        return goTo(static_cast<std::size_t>(last), state_.shown.lastCell(state_.steps().back()));
    const Step& step = state_.steps()[static_cast<std::size_t>(wanted)];
    goTo(static_cast<std::size_t>(wanted), a.by > 0 ? 0 : state_.shown.lastCell(step));
}

/// Among cells that have all appeared the focus walks; at the last of them it brings the next.
void ViewUpdate::operator()(const MoveCell& a) {
    const Place& place = state_.place;
    const Index wanted = place.cell + a.by;
    if (wanted < 0) {
        if (place.step > 0)
            goTo(place.step - 1, state_.shown.lastCell(state_.steps()[place.step - 1]));
    } else if (wanted > state_.shown.lastCell(state_.step())) {
        if (place.step + 1 < state_.steps().size()) goTo(place.step + 1, 0);
    } else if (place.cell < place.revealed) {
        focus(wanted);
    } else {
        goTo(place.step, wanted);
    }
}

/// Onwards the row in focus is completed first, then the next one comes; back it is the same,
/// mirrored.
void ViewUpdate::operator()(const MoveRow& a) {
    const Place& place = state_.place;
    const Trace& trace = state_.trace();
    const StepRow row = rowOf(trace, state_.step(), place.cell);
    if (a.by > 0 && place.cell < row.last) {
        moveWithin(row.last);
    } else if (a.by > 0 && row.number + 1 < row.count) {
        moveWithin(rowOf(trace, state_.step(), row.last + 1).last);
    } else if (a.by > 0 && place.step + 1 < state_.steps().size()) {
        goTo(place.step + 1, rowOf(trace, state_.steps()[place.step + 1], 0).last);
    } else if (a.by < 0 && row.number > 0) {
        goTo(place.step, row.first - 1);
    } else if (a.by < 0 && place.step > 0) {
        goTo(place.step - 1, state_.shown.lastCell(state_.steps()[place.step - 1]));
    }
}

/// Among cells that have all appeared the focus walks; else they appear.
void ViewUpdate::moveWithin(Index cell) {
    if (cell <= state_.place.revealed) {
        focus(cell);
    } else {
        goTo(state_.place.step, cell);
    }
}

void ViewUpdate::operator()(const SetHead& a) {
    state_.place.head = std::clamp<Index>(a.head, 0, state_.document().heads - 1);
}

void ViewUpdate::operator()(const SetMode& a) {
    const auto is_document = [](Mode mode) { return info(mode).subject == SubjectKind::document; };
    const bool is_same_kind = is_document(a.mode) && is_document(state_.place.mode);
    if (a.mode != state_.place.mode && !is_same_kind) state_.place.playing = false;
    state_.place.mode = a.mode;
}

void ViewUpdate::operator()(const SetConventions& a) {
    state_.preferences.conventions = a.conventions;
}

void ViewUpdate::operator()(const Lock& a) { state_.place.locked = a.target; }

/// Play at the very end begins anew.
void ViewUpdate::operator()(const SetPlaying& a) {
    if (a.playing) playOf(state_).rewind(state_);
    state_.place.playing = a.playing;
    state_.place.since_tick = 0;
}

void ViewUpdate::operator()(const SetTheme& a) { state_.preferences.theme = a.theme; }

void ViewUpdate::operator()(const SetTypeSize& a) {
    state_.preferences.type_percent = std::clamp(a.percent, kLeastTypePercent, kMostTypePercent);
}

void ViewUpdate::operator()(const SetDecimals& a) {
    state_.preferences.decimals = std::clamp(a.decimals, 0, kMostDecimals);
}

void ViewUpdate::operator()(const SetPresenting& a) {
    state_.place.presenting = a.presenting;
    state_.place.is_blank = false;
    state_.hands.open_panel = SidePanel::none;
    if (state_.hands.open<HelpSheet>() != nullptr) state_.hands.sheet = {};
}

void ViewUpdate::operator()(const SetBlank& a) { state_.place.is_blank = a.blank; }

void ViewUpdate::operator()(const ShowHelp& a) {
    Hands& hands = state_.hands;
    if (hands.open<HelpSheet>() != nullptr) hands.sheet = {};
    if (a.open) hands.sheet = HelpSheet{};
}

void ViewUpdate::operator()(const ShowPanel& a) { state_.hands.open_panel = a.panel; }

void ViewUpdate::operator()(const Quit&) { state_.quitting = true; }

void ViewUpdate::operator()(const Notice& a) { state_.notice = a.text; }

void ViewUpdate::operator()(const Pan& a) {
    const Document& document = state_.document();
    Pane& pane = state_.place.pane;
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
    Pane& pane = state_.place.pane;
    const Index step = std::max<Index>(pane.span / 3, 1);
    pane.span = std::clamp(pane.span - a.by * step, kLeastSpan, kMostSpan);
    showFocus();
}

void ViewUpdate::operator()(const Unfold& a) { state_.place.unfolded = a.unfolded; }

void ViewUpdate::operator()(const SetPlaySpeed& a) {
    state_.preferences.play_speed =
        std::clamp(a.speed, 0, static_cast<int>(kPlaySpeeds.size()) - 1);
}

/// Whatever is on its way is there at once.
void ViewUpdate::operator()(const SetMotion& a) {
    state_.preferences.has_motion = a.on;
    state_.place.motion = 1;
    state_.motion.end();
}

void ViewUpdate::operator()(const TypeNumber& a) {
    if (!isNumber(state_.document(), a.id, a.cell)) return;
    const double value = editable(state_.document(), a.id)(a.cell.row, a.cell.col);
    state_.hands.gesture =
        NumberTyping{a.id, a.cell, shortestDigits(value, ScalarKind::float64), true, "", a.figure};
    if (!a.figure) state_.hands.open_panel = SidePanel::edit;
    show(a.id, a.cell);
}

void ViewUpdate::operator()(const NameToken& a) {
    const Document& document = state_.document();
    if (a.is_new ? document.n() >= kMaxTokens : a.at < 0 || a.at >= document.n()) return;
    std::string_view name;
    if (!a.is_new) {
        name = document.tokens[static_cast<std::size_t>(a.at)];
        show(MatrixId::embeddings, {a.at, 0});
    }
    state_.hands.gesture =
        TokenNaming{a.at, a.is_new, std::string(firstCharacters(name, kLongestTypedWord))};
}

void ViewUpdate::operator()(const ShowMenu& a) { state_.hands.wanted_menu = a.menu; }

}  // namespace lookback
