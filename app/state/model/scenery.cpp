#include "app/state/model/scenery.h"

namespace lookback {

void Scenery::clear() {
    grids.clear();
    signs.clear();
    bars.clear();
    arcs.clear();
    chips.clear();
}

Index Motion::cameFrom(Index token) const {
    const bool is_known = token >= 0 && token < static_cast<Index>(came_from.size());
    return is_known ? came_from[static_cast<std::size_t>(token)] : token;
}

void Motion::begin() {
    came_from.clear();
    if (drawn.grids.empty()) return;
    before = drawn;
    t = 0;
}

void Motion::end() {
    t = 1;
    came_from.clear();
}

void Motion::beginFrame(const ScreenShape& shape) {
    if (screen != shape) end();
    screen = shape;
    has_movers = false;
    drawn.clear();
}

void Motion::endFrame() {
    if (isOn() && !has_movers) end();
}

}  // namespace lookback
