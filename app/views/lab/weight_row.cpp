#include "app/views/lab/weight_row.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/views/shared/stage_grid.h"
#include "app/widgets/tooltip.h"

namespace lookback {

WeightRow::WeightRow(const Scene& scene)
    : scene_(scene), weights_(scene.matrix(MatrixId::attention_weights)) {
    if (scene.hands.hovered || scene.place().locked) {
        lit_ = litCells(scene, MatrixId::attention_weights);
    }
}

const std::string& WeightRow::label(Index key) const {
    return scene_.labels()[static_cast<std::size_t>(key)];
}

bool WeightRow::isMasked(Index key) const {
    return scene_.trace().view(MatrixId::mask)(token(), key) == 0;
}

bool WeightRow::isPointed(Index key) const {
    if (scene_.hands.hovered_token == key) return true;
    return std::any_of(lit_.begin(), lit_.end(), [&](const CellRange& range) {
        return range.contains({token(), key});
    });
}

void WeightRow::point(Index key, bool is_clicked) const {
    const Target weight = target(key);
    scene_.hands.hovered_next = weight;
    if (is_clicked) toggleLock(scene_, weight);
    if (!wantsTooltip()) return;
    const ImVec2 min = ImGui::GetItemRectMin();
    nameInTooltip(scene_, {min, ImGui::GetItemRectMax()}, weight,
                  {.place = TooltipPlace::beside_panel});
}

std::vector<Index> WeightRow::heaviest(std::size_t most) const {
    std::vector<Index> keys(static_cast<std::size_t>(scene_.document().n()));
    std::iota(keys.begin(), keys.end(), Index{0});
    if (keys.size() <= most) return keys;
    const auto rank = [&](Index key) { return std::isnan(weight(key)) ? -1 : weight(key); };
    const auto comes_before = [&](Index a, Index b) {
        return rank(a) != rank(b) ? rank(a) > rank(b) : a < b;
    };
    const auto end = keys.begin() + static_cast<std::ptrdiff_t>(most);
    std::nth_element(keys.begin(), end, keys.end(), comes_before);
    keys.resize(most);
    std::sort(keys.begin(), keys.end());
    return keys;
}

}  // namespace lookback
