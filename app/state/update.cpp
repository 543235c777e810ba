#include "app/state/update.h"

#include <algorithm>
#include <cmath>

#include "app/look/colormap.h"
#include "app/state/settings.h"
#include "core/attention/attend.h"
#include "core/document/edit.h"
#include "core/document/labels.h"
#include "core/lesson/library.h"

namespace lookback {
namespace {

constexpr double kPlaySeconds = 1.2;

/// The bounds of the colour scales: of all heads together, without what the mask blocks.
void measure(AppState& state) {
    const Document& document = state.document();
    for (const MatrixInfo& matrix : kMatrices) {
        double& bound = state.bounds[static_cast<std::size_t>(matrix.id)];
        bound = 0;
        if (!isWeight(matrix.id) && !state.trace.has(matrix.id)) continue;
        std::optional<MatrixView> mask;
        if (isHatched(state, matrix.id)) mask = state.trace.view(MatrixId::mask);
        for (Index head = 0; head < (matrix.per_head ? document.heads : 1); ++head) {
            const MatrixView values = matrixOf(document, state.trace, matrix.id, head);
            bound = std::max(bound, scaleBound(values, matrix.domain, mask));
        }
    }
}

/// True where the document has such a number to edit.
bool isNumber(const Document& document, MatrixId id, Cell cell) {
    if (!isEditable(document, id)) return false;
    const SharedMatrix& matrix = editable(document, id);
    return cell.row >= 0 && cell.col >= 0 && cell.row < matrix.rows() && cell.col < matrix.cols();
}

/// Brings all that is computed up to the document, and the view into its bounds.
void follow(AppState& state) {
    const Document& document = state.document();
    attend(document, state.trace);
    state.steps = stepsOf(document);
    state.blocks_some = !allowsAll(document.mask, document.n());
    if (state.blocks_some) {
        Document free = document;
        setMasked(free, false);
        attend(free, state.unmasked);
    }
    state.labels = tokenLabels(document.tokens);
    state.equals_expected = document.lesson && meetsExpectations(document);
    state.checks = checkWeights(document, state.trace);
    if (!state.history.isDragging()) measure(state);
    state.is_as_opened = document == state.opened;

    ViewState& view = state.view;
    view.step = std::min(view.step, state.steps.size() - 1);
    view.head = std::clamp<Index>(view.head, 0, document.heads - 1);
    const Index cells = cellCount(state.trace, state.step());
    view.cell = std::clamp<Index>(view.cell, 0, std::max<Index>(cells - 1, 0));
    const auto vanished = [&](const std::optional<Target>& target) {
        if (!target) return false;
        if (!isWeight(target->id) && !state.trace.has(target->id)) return true;
        const MatrixView matrix = matrixOf(document, state.trace, target->id, 0);
        return target->head >= document.heads || target->cell.row >= matrix.rows() ||
               target->cell.col >= matrix.cols();
    };
    for (auto* target : {&view.locked, &view.hovered, &view.hovered_next}) {
        if (vanished(*target)) target->reset();
    }
    view.hovered_token.reset();
    view.hovered_token_next.reset();
    if (view.typing && !isNumber(document, view.typing->id, view.typing->cell)) view.typing.reset();
    if (view.naming && view.naming->at > document.n()) view.naming.reset();
}

Index clampedToken(Index token, const Document& document) {
    return std::clamp<Index>(token, 0, std::max<Index>(document.n() - 1, 0));
}

/// The step that tells of the same stage as the one on screen, after the steps changed.
void keepStep(AppState& state, MatrixId shown) {
    if (const auto step = stepOf(state.steps, shown)) state.view.step = *step;
}

class Updater {
public:
    explicit Updater(AppState& state) : state_(state), view_(state.view) {}

    // One frame may hold several wishes; what an earlier one took away, a later one finds gone.
    void operator()(const SetNumber& a) {
        if (!isNumber(state_.document(), a.id, a.cell)) return;
        edit([&](Snapshot& s) { setNumber(s.document, a.id, a.cell, a.value); });
    }
    void operator()(const DragNumber& a) {
        if (!isNumber(state_.document(), a.id, a.cell)) return;
        drag([&](Snapshot& s) { setNumber(s.document, a.id, a.cell, a.value); });
    }
    void operator()(const FinishDrag&) {
        state_.history.finish();
        follow(state_);
    }
    void operator()(const RenameToken& a) {
        if (!isToken(a.at)) return;
        edit([&](Snapshot& s) { renameToken(s.document, a.at, a.word); });
    }
    void operator()(const InsertToken& a) {
        const Index n = state_.document().n();
        if (a.at > n || n >= kMaxTokens) return;
        edit([&](Snapshot& s) {
            insertToken(s.document, a.at, a.word);
            s.token = a.at;
        });
    }
    void operator()(const RemoveToken& a) {
        if (!isToken(a.at)) return;
        edit([&](Snapshot& s) {
            removeToken(s.document, a.at);
            s.token = clampedToken(a.at, s.document);
        });
    }
    void operator()(const MoveToken& a) {
        if (!isToken(a.from) || !isToken(a.to)) return;
        edit([&](Snapshot& s) {
            moveToken(s.document, a.from, a.to);
            s.token = a.to;
        });
    }
    void operator()(const SetSentence& a) {
        edit([&](Snapshot& s) {
            setSentence(s.document, a.words);
            s.token = clampedToken(s.token, s.document);
        });
    }
    void operator()(const SetMasked& a) {
        const Document& document = state_.document();
        if (!a.masked && isMasked(document)) view_.remembered = document.mask;
        edit([&](Snapshot& s) { setMasked(s.document, a.masked, view_.remembered); });
    }
    void operator()(const SetMaskRules& a) {
        edit([&](Snapshot& s) { s.document.mask = {a.rules, {}}; });
    }
    void operator()(const PaintCell& a) {
        if (!isToken(a.cell.row) || !isToken(a.cell.col)) return;
        drag([&](Snapshot& s) {
            if (allows(s.document.mask, a.cell.row, a.cell.col) != a.allowed) {
                flip(s.document.mask, a.cell);
            }
        });
    }
    void operator()(const SetMasking& a) {
        edit([&](Snapshot& s) { s.document.masking = a.masking; });
    }
    void operator()(const Undo&) {
        if (state_.history.undo()) followKeepingStep();
    }
    void operator()(const Redo&) {
        if (state_.history.redo()) followKeepingStep();
    }
    void operator()(const OpenLesson& a) {
        Checked<Document> opened = openLesson(a.id);
        if (!opened) {
            view_.notice = opened.error().front().message;
            return;
        }
        AppState fresh(*opened, a.id);
        apply(settingsOf(view_), fresh.view);
        fresh.view.presenting = view_.presenting;
        state_ = std::move(fresh);
    }

    void operator()(const SelectToken& a) { select(a.at); }
    void operator()(const GoTo& a) { goTo(a.step, a.cell); }
    void operator()(const MoveStep& a) {
        const auto last = static_cast<std::ptrdiff_t>(state_.steps.size()) - 1;
        const auto wanted = static_cast<std::ptrdiff_t>(view_.step) + a.by;
        if (wanted < 0) return goTo(0, 0);
        if (wanted > last)
            return goTo(static_cast<std::size_t>(last), lastCell(state_.steps.back()));
        const Step& step = state_.steps[static_cast<std::size_t>(wanted)];
        goTo(static_cast<std::size_t>(wanted), a.by > 0 ? 0 : lastCell(step));
    }
    void operator()(const MoveCell& a) {
        const Index wanted = view_.cell + a.by;
        if (wanted < 0) {
            if (view_.step > 0) goTo(view_.step - 1, lastCell(state_.steps[view_.step - 1]));
        } else if (wanted > lastCell(state_.step())) {
            if (view_.step + 1 < state_.steps.size()) goTo(view_.step + 1, 0);
        } else {
            goTo(view_.step, wanted);
        }
    }
    void operator()(const SetHead& a) {
        view_.head = std::clamp<Index>(a.head, 0, state_.document().heads - 1);
    }
    void operator()(const Lock& a) { view_.locked = a.target; }
    void operator()(const SetPlaying& a) {
        view_.playing = a.playing;
        view_.since_tick = 0;
    }
    void operator()(const SetTheme& a) { view_.theme = a.theme; }
    void operator()(const SetTypeSize& a) {
        view_.type_percent = std::clamp(a.percent, kLeastTypePercent, kMostTypePercent);
    }
    void operator()(const SetDecimals& a) {
        view_.decimals = std::clamp(a.decimals, 0, kMostDecimals);
    }
    void operator()(const SetPresenting& a) {
        view_.presenting = a.presenting;
        view_.help_open = false;
        view_.open_panel = SidePanel::none;
    }
    void operator()(const ShowHelp& a) { view_.help_open = a.open; }
    void operator()(const ShowPanel& a) { view_.open_panel = a.panel; }
    void operator()(const Quit&) { view_.quitting = true; }
    void operator()(const Notice& a) { view_.notice = a.text; }

private:
    [[nodiscard]] bool isToken(Index at) const { return at >= 0 && at < state_.document().n(); }

    template <class Change>
    void edit(Change change) {
        Snapshot next = state_.history.current();
        change(next);
        state_.history.commit(std::move(next));
        followKeepingStep();
    }

    /// Many changes that are undone as one: until FinishDrag.
    template <class Change>
    void drag(Change change) {
        if (!state_.history.isDragging()) state_.history.begin();
        Snapshot next = state_.history.current();
        change(next);
        state_.history.update(std::move(next));
        follow(state_);
    }

    void followKeepingStep() {
        const MatrixId shown = state_.step().results.front();
        follow(state_);
        keepStep(state_, shown);
        follow(state_);
    }

    [[nodiscard]] Index lastCell(const Step& step) const {
        return std::max<Index>(cellCount(state_.trace, step) - 1, 0);
    }

    void select(Index token) {
        Snapshot selected = state_.history.current();
        selected.token = clampedToken(token, selected.document);
        state_.history.amend(std::move(selected));
    }

    /// The row of the cell in focus is the token that is read, where its rows are tokens.
    void goTo(std::size_t step, Index cell) {
        view_.step = std::min(step, state_.steps.size() - 1);
        view_.cell = std::clamp<Index>(cell, 0, lastCell(state_.step()));
        view_.motion = 0;
        view_.since_tick = 0;
        view_.unfolded = false;
        view_.locked.reset();
        if (const auto focus = focusOf(state_)) {
            if (info(focus->id).rows == Axis::token) select(focus->cell.row);
            if (focus->id == MatrixId::context)
                view_.head = focus->cell.col / state_.document().dV();
        }
    }

    AppState& state_;
    ViewState& view_;
};

}  // namespace

AppState::AppState(const Document& document, std::string lesson_id)
    : history(Snapshot{document, std::min<Index>(1, std::max<Index>(document.n() - 1, 0))}),
      opened(history.current().document),
      lesson(std::move(lesson_id)) {
    follow(*this);
}

std::optional<Target> focusOf(const AppState& state) {
    if (cellCount(state.trace, state.step()) == 0) return std::nullopt;
    const StepCell at = cellAt(state.trace, state.step(), state.view.cell);
    return Target{at.id, info(at.id).per_head ? state.view.head : 0, at.cell};
}

bool isHatched(const AppState& state, MatrixId id) {
    const MatrixInfo& matrix = info(id);
    if (isWeight(id) || matrix.rows != Axis::token || matrix.cols != Axis::token) return false;
    if (id == MatrixId::unmasked_weights) return false;
    const std::vector<MatrixId>& order = state.trace.order;
    const auto place = [&](MatrixId wanted) {
        return std::find(order.begin(), order.end(), wanted);
    };
    return place(id) >= place(MatrixId::mask) && state.blocks_some;
}

std::optional<Target> targetOf(const AppState& state) {
    if (state.view.locked) return state.view.locked;
    if (state.view.hovered) return state.view.hovered;
    return focusOf(state);
}

void update(AppState& state, const Action& action) {
    state.view.notice.clear();
    std::visit(Updater(state), action);
}

void advance(AppState& state, double seconds) {
    ViewState& view = state.view;
    view.motion = view.has_motion ? std::min(1.0, view.motion + seconds / kMotionSeconds) : 1;
    if (!view.playing) return;
    view.since_tick += seconds;
    const double speed = kPlaySpeeds[static_cast<std::size_t>(view.play_speed)];
    if (view.since_tick * speed < kPlaySeconds) return;
    const bool at_end = view.step + 1 == state.steps.size() &&
                        view.cell + 1 >= cellCount(state.trace, state.step());
    update(state, at_end ? Action(SetPlaying{false}) : Action(MoveCell{1}));
}

bool isMoving(const AppState& state) { return state.view.playing || state.view.motion < 1; }

}  // namespace lookback
