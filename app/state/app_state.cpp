#include "app/state/app_state.h"

#include <algorithm>
#include <atomic>

#include "app/state/follow.h"

namespace lookback {

std::uint64_t nextEdition() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

AppState::AppState(const Document& document, std::string lesson, std::string file)
    : AppState(Origin{document, std::move(lesson), std::move(file), {}}, document) {}

AppState::AppState(Origin origin, const Document& document)
    : history(Snapshot{document, std::min<Index>(1, std::max<Index>(document.n() - 1, 0)),
                       std::make_shared<const Origin>(std::move(origin))}) {
    follow(*this);
}

std::optional<Target> focusOf(const AppState& state) {
    if (cellCount(state.trace(), state.step()) == 0) return std::nullopt;
    const StepCell at = cellAt(state.trace(), state.step(), state.view.cell);
    return Target{at.id, info(at.id).per_head ? state.view.head : 0, at.cell};
}

bool isHatched(const AppState& state, MatrixId id) {
    const MatrixInfo& matrix = info(id);
    if (isWeight(id) || matrix.rows != Axis::token || matrix.cols != Axis::token) return false;
    if (id == MatrixId::unmasked_weights) return false;
    const std::vector<MatrixId>& order = state.trace().order;
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

}  // namespace lookback
