#include "app/state/update/update_view.h"

#include <algorithm>

#include "app/state/model/copied_matrix.h"
#include "app/state/model/sentences.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/play.h"
#include "app/state/update/settle.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/document/edit.h"
#include "core/document/words.h"
#include "core/lesson/lesson.h"
#include "core/words/say.h"
#include "messages/sheets.h"

namespace lookback {
namespace {

/// Returns the address to which the data of a link are appended; empty: the text is no address.
std::string linkedPage(const std::string& typed) {
    const std::string page = typed.substr(0, typed.find('#'));
    const std::size_t begin = std::min(page.find_first_not_of(' '), page.size());
    std::string address = page.substr(begin, page.find_last_not_of(' ') + 1 - begin);
    for (const std::string_view scheme : {"https://", "http://", "file://"}) {
        const bool is_address = address.starts_with(scheme) && address.size() > scheme.size();
        if (is_address && address.find(' ') == std::string::npos) return address;
    }
    return "";
}

/// Makes the change of the shown decimals one that can be undone.
void rememberDecimals(AppState& state, int before) {
    const std::size_t at = useWork(state, [](const auto& work) { return work.history.place(); });
    state.decimals.done.push_back(
        {info(state.place.mode).subject, at, before, state.preferences.decimals});
    state.decimals.undone.clear();
}

}  // namespace

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
    place.is_at_stop = false;
    place.revealed = std::max(place.revealed, place.cell);
    place.since_tick = 0;
    place.is_blank = false;
    place.unfolded = false;
    place.locked.reset();
    if (const auto focus = focusedTarget(state_)) {
        if (info(focus->id).rows == Axis::token) selectToken(state_, focus->cell.row);
        if (focus->id == MatrixId::context) place.head = focus->cell.col / state_.document().dV();
    }
    showFocus();
}

void ViewUpdate::showFocus() {
    if (const auto focus = focusedTarget(state_)) show(focus->id, focus->cell);
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

/// The focus goes to the row of the token, where the step has such a row.
void ViewUpdate::operator()(const SelectToken& a) {
    selectToken(state_, a.at);
    show(MatrixId::embeddings, {state_.token(), 0});
    const auto at = focusedTarget(state_);
    if (!at || info(at->id).rows != Axis::token || at->cell.row == state_.token()) return;
    const StepCell in_row{at->id, {state_.token(), at->cell.col}};
    focus(stepCellIndex(state_.document(), state_.step(), in_row));
}

void ViewUpdate::operator()(const GoTo& a) { goTo(a.step, a.cell); }

void ViewUpdate::operator()(const FocusCell& a) { focus(a.cell); }

void ViewUpdate::operator()(const Move& a) {
    switch (a.unit) {
        case StepUnit::cell: return moveByCells(a.by);
        case StepUnit::stop: return moveByStop(a.by);
        case StepUnit::step: return moveBySteps(a.by);
    }
}

void ViewUpdate::moveBySteps(int by) {
    const auto last = static_cast<std::ptrdiff_t>(state_.steps().size()) - 1;
    const auto wanted = static_cast<std::ptrdiff_t>(state_.place.step) + by;
    if (wanted < 0) return goTo(0, 0);
    if (wanted > last)
        return goTo(static_cast<std::size_t>(last), state_.shown.lastCell(state_.steps().back()));
    const Step& step = state_.steps()[static_cast<std::size_t>(wanted)];
    goTo(static_cast<std::size_t>(wanted), by > 0 ? 0 : state_.shown.lastCell(step));
}

/// Before the last cell that has appeared the focus only moves; from that cell on, the next one
/// appears. Over an end of the step it goes to the neighbouring step.
void ViewUpdate::moveByCells(int by) {
    const Place& place = state_.place;
    const Index wanted = place.cell + by;
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

/// Goes to the next or previous stop, counted from the last cell that has appeared. Over an end of
/// the step it goes to the neighbouring step; before the first stop is the first cell of all.
void ViewUpdate::moveByStop(int by) {
    const Place& place = state_.place;
    const auto stops_of = [&](std::size_t step) {
        return stopsOf(state_.shown, state_.steps()[step], place.head);
    };
    const std::vector<Stop> stops = stops_of(place.step);
    const auto next = std::find_if(stops.begin(), stops.end(), [&](const Stop& stop) {
        return stop.revealed > place.revealed;
    });
    if (by > 0 && next != stops.end()) return goToStop(place.step, *next);
    if (by > 0) {
        if (place.step + 1 < state_.steps().size())
            goToStop(place.step + 1, stops_of(place.step + 1).front());
        return;
    }
    const auto previous = std::find_if(stops.rbegin(), stops.rend(), [&](const Stop& stop) {
        return stop.revealed < place.revealed;
    });
    if (previous != stops.rend()) return goToStop(place.step, *previous);
    if (place.step == 0) return goTo(0, 0);
    goToStop(place.step - 1, stops_of(place.step - 1).back());
}

void ViewUpdate::goToStop(std::size_t step, const Stop& stop) {
    goTo(step, stop.revealed);
    focus(stop.cell);
    state_.place.is_at_stop = true;
}

/// Play at the end of what the mode shows starts again at its beginning.
void ViewUpdate::operator()(const SetPlaying& a) {
    if (a.playing) playOf(state_).rewind(state_);
    state_.place.playing = a.playing;
    state_.place.since_tick = 0;
}

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

void ViewUpdate::operator()(const SetMode& a) {
    if (isModeHidden(state_, a.mode)) {
        state_.notice = {hiddenByLesson(state_)};
        return;
    }
    const auto is_document = [](Mode mode) { return info(mode).subject == SubjectKind::document; };
    const bool is_same_kind = is_document(a.mode) && is_document(state_.place.mode);
    if (a.mode != state_.place.mode && !is_same_kind) state_.place.playing = false;
    const bool opens_compare = a.mode == Mode::compare && state_.place.mode != Mode::compare;
    state_.place.mode = a.mode;
    if (opens_compare) goToDifference();
}

/// Goes to the first stage in which the compared variants differ, where they do
/// not differ in the stage in focus; not while later steps are hidden.
void ViewUpdate::goToDifference() {
    if (!state_.shown.hasNumbers()) return;
    const ComparedPair pair = state_.comparison.of(state_.shown, state_.place.compared);
    if (pair.fault) return;
    const auto can_be_compared = [&](MatrixId id) {
        return !comparisonFault(pair.a->document(), pair.b->document(), id);
    };
    const auto differs = [&](MatrixId id) {
        return (state_.comparison.difference(pair, id).values.as<double>().array() != 0).any();
    };
    const MatrixId now = stageInFocus(state_);
    if (!can_be_compared(now) || differs(now)) return;
    if (state_.preferences.hides_what_is_to_come) return;
    for (std::size_t k = 0; k < state_.steps().size(); ++k) {
        const Step& step = state_.steps()[k];
        for (const MatrixId id : step.results) {
            if (!can_be_compared(id) || !differs(id)) continue;
            state_.place.step = k;
            state_.place.revealed = state_.shown.lastCell(step);
            const Index row = info(id).rows == Axis::token ? state_.token() : 0;
            return focus(stepCellIndex(state_.document(), step, {id, {row, 0}}));
        }
    }
}

void ViewUpdate::operator()(const SetPresenting& a) {
    state_.place.presenting = a.presenting;
    state_.place.is_blank = false;
    state_.hands.open_panel = SidePanel::none;
    if (state_.hands.open<HelpSheet>() != nullptr) state_.hands.sheet = {};
}

void ViewUpdate::operator()(const Change<Place>& a) {
    Place& place = state_.place;
    a.applyTo(place);
    place.head = std::clamp<Index>(place.head, 0, state_.document().heads - 1);
}

/// A variant that cannot be made of the document is not chosen; a notice says why.
void ViewUpdate::operator()(const SetVariant& a) {
    const Result<Document> wished = chosenVariant(state_.document(), a.choice);
    if (wished) {
        state_.place.compared.of(a.side) = a.choice;
    } else {
        state_.notice = {faultOnScreen(wished.error())};
    }
}

/// Closes the sheet on which the file was chosen: it stayed open in case the file could not be
/// read.
void ViewUpdate::operator()(const VariantRead& a) {
    if (state_.hands.open<FileSheet>() != nullptr) state_.hands.sheet = {};
    state_.place.compare_view = CompareView::pair;
    (*this)(SetVariant{a.side, {.kind = VariantKind::file, .name = a.name, .file = a.document}});
}

/// Wiggling goes between `amount` and its negative: an amount of 0 becomes the usual one.
void ViewUpdate::operator()(const Change<LeakPlace>& a) {
    LeakPlace& place = state_.place.leak;
    const bool was_wiggling = place.wiggling;
    a.applyTo(place);
    place.word = firstCharacters(place.word, kLongestTypedWord);
    if (place.wiggling == was_wiggling) return;
    if (place.wiggling && place.nudge.amount == 0) place.nudge.amount = Nudge().amount;
    place.wiggled = 0;
}

void ViewUpdate::operator()(const DocumentComputed& a) { takeComputed(state_, *a.pass); }

void ViewUpdate::operator()(const LeaksTested& a) { state_.leaks.take(*a.report); }

/// After the training was made shorter `step` may lie behind its end. It stays so, for the training
/// may become longer again, until another step is chosen.
void ViewUpdate::operator()(const Change<TrainPlace>& a) {
    TrainPlace& place = state_.train_place;
    const Index step_was = place.step;
    a.applyTo(place);
    if (place.step == step_was) return;
    place.step = boundTraining(place.step);
}

/// Returns the nearest training step at which one may stand; where a lesson hides later ones, a
/// notice says so.
Index ViewUpdate::boundTraining(Index wished) {
    const Index step = std::clamp<Index>(wished, 0, state_.experiment().steps);
    const auto last = lastTrainingStepOfLesson(state_);
    if (!last || step <= *last) return step;
    state_.notice = {hiddenByLesson(state_)};
    return *last;
}

void ViewUpdate::operator()(const MoveTraining& a) {
    const Index last = state_.experiment().steps;
    Index& step = state_.train_place.step;
    step = boundTraining(std::min(step, last) + a.by);
}

void ViewUpdate::operator()(const Change<GeneratePlace>& a) {
    GeneratePlace& place = state_.generate_place;
    a.applyTo(place);
    place.choice.temperature =
        std::clamp(place.choice.temperature, kLeastTemperature, kMostTemperature);
    place.written = std::clamp<Index>(place.written, 0, kMostWords);
}

bool ViewUpdate::isLocked(DocumentPart part) {
    if (!state_.lesson.locks(part)) return false;
    state_.notice = {lockedSentence(state_, part)};
    return true;
}

void ViewUpdate::operator()(const TypeNumber& a) {
    if (!isNumber(state_.document(), a.id, a.cell) || isLocked(partOf(a.id))) return;
    const double value = editable(state_.document(), a.id)(a.cell.row, a.cell.col);
    state_.hands.gesture =
        NumberTyping{a.id, a.cell, shortestDigits(value, ScalarKind::float64), true, "", a.figure};
    if (!a.figure) state_.hands.open_panel = SidePanel::edit;
    show(a.id, a.cell);
}

void ViewUpdate::operator()(const NameToken& a) {
    const Document& document = state_.document();
    if (a.is_new ? document.n() >= kMaxTokens : a.at < 0 || a.at >= document.n()) return;
    if (isLocked(DocumentPart::tokens)) return;
    std::string_view name;
    if (!a.is_new) {
        name = document.tokens[static_cast<std::size_t>(a.at)];
        show(MatrixId::embeddings, {a.at, 0});
    }
    const Index at = std::min(a.at, document.n());
    state_.hands.gesture =
        TokenNaming{at, a.is_new, std::string(firstCharacters(name, kLongestTypedWord))};
}

/// The field begins with the sentence; for a long sentence it begins empty.
void ViewUpdate::operator()(const TypeSentence&) {
    constexpr std::size_t kLongestShown = 2000;  // bytes
    if (isLocked(DocumentPart::tokens)) return;
    std::string text = sentenceText(state_.document().tokens);
    if (text.size() > kLongestShown) text.clear();
    state_.hands.gesture = SentenceTyping{std::move(text)};
    state_.hands.open_panel = SidePanel::edit;
}

void ViewUpdate::operator()(const TypeTitle&) {
    if (isLocked(DocumentPart::everything)) return;
    const Document& document = state_.document();
    const LocalText* const shipped = document.lesson ? &document.lesson->title : nullptr;
    const std::string title = shownTitle(state_.wording(), document.title, shipped);
    state_.hands.gesture = TitleTyping{std::string(firstCharacters(title, kLongestTypedWord))};
    state_.hands.open_panel = SidePanel::edit;
}

void ViewUpdate::operator()(const Change<Hands>& a) { a.applyTo(state_.hands); }

/// Switching motion on or off ends all motion under way.
void ViewUpdate::operator()(const Change<Preferences>& a) {
    Preferences& now = state_.preferences;
    const bool had_motion = now.has_motion;
    const int had_decimals = now.decimals;
    a.applyTo(now);
    now.type_percent = std::clamp(now.type_percent, kLeastTypePercent, kMostTypePercent);
    now.decimals = std::clamp(now.decimals, 0, kMostDecimals);
    if (now.decimals != had_decimals) rememberDecimals(state_, had_decimals);
    now.play_speed = std::clamp(now.play_speed, 0, static_cast<int>(kPlaySpeeds.size()) - 1);
    if (now.has_motion == had_motion) return;
    state_.place.motion = 1;
    state_.motion.end();
}

void ViewUpdate::operator()(const CopyText& a) {
    state_.effects.emplace_back(SetClipboard{a.text});
    state_.notice = {a.notice};
}

void ViewUpdate::operator()(const CopyLink& a) {
    const std::string page = linkedPage(a.page);
    auto* const sheet = state_.hands.open<LinkSheet>();
    if (page.empty()) {
        if (sheet != nullptr) {
            sheet->message = {say::sheets::LinkNoAddress{}};
            sheet->fresh = true;
        }
        return;
    }
    if (page != state_.page) state_.preferences.page = page;
    if (sheet != nullptr) state_.hands.sheet = {};
    state_.effects.emplace_back(MakeLink{page});
}

void ViewUpdate::operator()(const CopyMatrix& a) {
    Result<std::string> text = copiedMatrix(state_, a.matrix);
    if (!text) {
        // Why numbers are hidden is a sentence already.
        const bool is_hidden =
            !state_.lesson.hiding.cells.empty() || !isShown(state_, {.id = a.matrix.id});
        state_.notice = {is_hidden ? text.error().message : faultSentence(text.error())};
        return;
    }
    (*this)(CopyText{*std::move(text), copyNotice(state_, a.matrix)});
}

void ViewUpdate::operator()(const Notice& a) { state_.notice = a.sentences; }

void ViewUpdate::operator()(const Quit&) { state_.quitting = true; }

void ViewUpdate::operator()(const QuitAnyway&) {
    state_.hands.close<KeepSheet>();
    state_.quitting = state_.quits_anyway = true;
}

void ViewUpdate::operator()(const KeepFailed& a) {
    state_.quitting = false;
    state_.hands.sheet = KeepSheet{a.parts};
}

void ViewUpdate::operator()(const ShowKeepSheet&) {
    if (!state_.not_kept) return;
    state_.hands.sheet = KeepSheet{{{KeptPart::work, *state_.not_kept}}};
}

void ViewUpdate::operator()(const CloseKeepSheet&) { state_.hands.close<KeepSheet>(); }

void goToWord(GeneratePlace& place, Index written, WordPart part) {
    place.written = written;
    place.part = part;
}

void moveByParts(GeneratePlace& place, Index by) {
    constexpr auto kParts = static_cast<Index>(kWordParts.size());
    const Index now = place.written * kParts + static_cast<Index>(place.part);
    const Index wished = std::clamp<Index>(now + by, 0, (kMostWords + 1) * kParts - 1);
    place.written = wished / kParts;
    place.part = static_cast<WordPart>(wished % kParts);
}

void moveByWords(GeneratePlace& place, Index by) {
    if (place.written + by < 0) place.part = WordPart::word;
    place.written += by;
}

Index wordsToEnd(const AppState& state) {
    const TrainingReport* const report = state.training.report();
    if (report == nullptr) return state.generate_place.written;
    const auto given = std::ssize(promptOf(report->run, state.generate_place.prompt));
    return wordsToEnd(report->run.text(), given);
}

bool isAtEndOfWriting(const AppState& state) {
    const GeneratePlace& place = state.generate_place;
    const Index end = wordsToEnd(state);
    return place.written > end || (place.written == end && place.part == WordPart::choice);
}

}  // namespace lookback
