#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/state/model/probed_outputs.h"
#include "app/views/leak/influence_figure.h"
#include "app/views/leak/move_bars.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// The columns of the two sides of the page.
struct SideColumns {
    BothSides<float> left{};
    float width = 0;
};

/// Returns the length of the nudge at this moment.
[[nodiscard]] double amountNow(const LeakPlace& place);

/// Returns the length of a nudge with its sign: "+0.250".
[[nodiscard]] std::string amountText(double amount);

/// Places of the bars that show how far each output moves.
enum class BarPlace : std::uint8_t {
    below,          ///< the line of the probe, under the name of the variant
    closely_below,  ///< likewise in lower rows, without the name
    beside,         ///< the rows of the matrices
    behind          ///< likewise, each behind its number
};

/// True for bars beside the rows of the matrices.
[[nodiscard]] inline bool areBeside(BarPlace bars) {
    return bars == BarPlace::beside || bars == BarPlace::behind;
}

/// Returns the least height of the lower part of the Leak test, without margins.
/// @param rows number of outputs
[[nodiscard]] float leastProbeHeight(const Look& look, Index rows, BarPlace bars);

/// The lower part of the Leak test: the line that chooses the change of the sentence, and bars of
/// how far each output moves, below that line or beside the rows of the matrices.
class ProbeCard {
public:
    /// @param figure must be drawn before, if the bars stand beside its rows
    ProbeCard(const Scene& scene, Painter& painter, const ComparedPair& pair,
              const InfluenceFigure& figure, BarPlace bars);

    /// Returns the height that the card takes. @param room that is left
    [[nodiscard]] float height(float room) const;

    /// @param inside of the height that `height` returned
    void draw(const Rect& inside, const SideColumns& columns);

private:
    [[nodiscard]] float rowHeight(float room) const;
    [[nodiscard]] MoveBar barOf(Side side, Index output, const Rect& box) const;
    [[nodiscard]] bool hides(Index output) const;
    [[nodiscard]] bool isRounding(Side side, Index output) const;
    void barsBelow(Side side, const Rect& region);
    void barsBeside(Side side, float right);

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    const ComparedPair& pair_;
    const InfluenceFigure& figure_;
    BarPlace bars_;
    const ProbeMoves& moves_;
};

}  // namespace lookback
