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

}  // namespace

void update(AppState& state, const Action& action) {
    state.view.notice.clear();
    std::visit(Updater(state), action);
    state.edition = nextEdition();
}

void advance(AppState& state, double seconds) {
    ViewState& view = state.view;
    view.motion = view.has_motion ? std::min(1.0, view.motion + seconds / kMotionSeconds) : 1;
    if (!view.playing) return;
    view.since_tick += seconds;
    const double speed = kPlaySpeeds[static_cast<std::size_t>(view.play_speed)];
    if (view.since_tick * speed < kPlaySeconds) return;
    const bool at_end = view.step + 1 == state.steps.size() &&
                        view.cell + 1 >= cellCount(state.trace(), state.step());
    update(state, at_end ? Action(SetPlaying{false}) : Action(MoveCell{1}));
}

bool isMoving(const AppState& state) { return state.view.playing || state.view.motion < 1; }

}  // namespace lookback
