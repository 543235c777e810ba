#include "app/state/update.h"

#include <algorithm>

#include "app/state/update_document.h"
#include "app/state/update_files.h"
#include "app/state/update_view.h"

namespace lookback {
namespace {

constexpr double kPlaySeconds = 1.2;

/// Every action has its place in one of the three.
struct Updater : DocumentUpdate, FileUpdate, ViewUpdate {
    explicit Updater(AppState& state)
        : DocumentUpdate(state), FileUpdate(state), ViewUpdate(state) {}
    using DocumentUpdate::operator();
    using FileUpdate::operator();
    using ViewUpdate::operator();
};

/// True for edits after which the figure is the same, and what has changed in it travels: rows and
/// columns, hatching, bars.
bool isSeenTravelling(const Action& action) {
    return std::holds_alternative<SetMasked>(action) ||
           std::holds_alternative<SetMaskRules>(action) ||
           std::holds_alternative<SetMasking>(action) || std::holds_alternative<FlipCell>(action) ||
           std::holds_alternative<MoveToken>(action) || std::holds_alternative<Undo>(action) ||
           std::holds_alternative<Redo>(action);
}

/// A drag that the history has ended, by an undo or another edit, is no gesture any more: the hand
/// has to press anew.
void dropEndedDrag(AppState& state) {
    Hands& hands = state.hands;
    const bool drags =
        hands.doing<NumberDrag>() != nullptr || hands.doing<MaskPainting>() != nullptr;
    if (drags && !state.history.isDragging()) hands.gesture = {};
}

}  // namespace

void update(AppState& state, const Action& action) {
    state.notice.clear();
    if (state.preferences.has_motion && isSeenTravelling(action)) state.motion.begin();
    std::visit(Updater(state), action);
    dropEndedDrag(state);
}

void advance(AppState& state, double seconds) {
    Place& place = state.place;
    const Preferences& preferences = state.preferences;
    // Under a number that is being dragged everything stands still.
    const bool rests = !preferences.has_motion || state.hands.doing<NumberDrag>() != nullptr;
    const auto moved = [&](double t) {
        return rests ? 1 : std::min(1.0, t + seconds / kMotionSeconds);
    };
    place.motion = moved(place.motion);
    state.motion.t = moved(state.motion.t);
    if (!state.motion.isOn()) state.motion.end();
    if (!place.playing) return;
    place.since_tick += seconds;
    const double speed = kPlaySpeeds[static_cast<std::size_t>(preferences.play_speed)];
    if (place.since_tick * speed < kPlaySeconds) return;
    update(state, isAtEnd(state) ? Action(SetPlaying{false}) : Action(MoveCell{1}));
}

bool isMoving(const AppState& state) {
    return state.place.playing || state.place.motion < 1 || state.motion.isOn();
}

}  // namespace lookback
