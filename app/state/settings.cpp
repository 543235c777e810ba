#include "app/state/settings.h"

namespace lookback {

Settings settingsOf(const ViewState& view) {
    return {.theme = view.theme,
            .type_percent = view.type_percent,
            .decimals = view.decimals,
            .motion = view.has_motion,
            .play_speed = view.play_speed};
}

void apply(const Settings& settings, ViewState& view) {
    view.theme = settings.theme;
    view.type_percent = settings.type_percent;
    view.decimals = settings.decimals;
    view.has_motion = settings.motion;
    view.play_speed = settings.play_speed;
}

}  // namespace lookback
