#pragma once

#include <vector>

#include "app/look/painter.h"
#include "app/state/model/probed_outputs.h"
#include "app/views/leak/influence_figure.h"
#include "app/views/leak/move_bars.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Where the two sides of the page stand.
struct SideColumns {
    BothSides<float> left{};
    float width = 0;
};

/// What the lower part of the Leak test needs at least, without air around it.
/// @param rows of outputs. @param is_beside the bars stand beside the rows of the matrices
[[nodiscard]] float leastProbeHeight(const Look& look, Index rows, bool is_beside);

/// The lower part of the Leak test: the line on which one chooses what is done to the sentence, and
/// how far each output moves, in bars below it or beside the rows of the matrices.
class ProbeCard {
public:
    /// @param figure drawn, where the bars stand beside its rows
    ProbeCard(const Scene& scene, Painter& painter, const ComparedPair& pair,
              const InfluenceFigure& figure, bool is_beside);

    /// What it takes of more room.
    [[nodiscard]] float height(float room) const;

    /// @param inside as high as `height` said
    void draw(const Rect& inside, const SideColumns& columns);

private:
    [[nodiscard]] float rowHeight(float room) const;
    [[nodiscard]] MoveBar barOf(Side side, Index output, const Rect& box) const;
    [[nodiscard]] bool hides(Index output) const;
    void barsBelow(Side side, const Rect& region);
    void barsBeside(Side side, float right);

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    const ComparedPair& pair_;
    const InfluenceFigure& figure_;
    bool is_beside_;
    const ProbeMoves& moves_;
};

}  // namespace lookback
