#pragma once

#include <vector>

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/state/model/train_moment.h"
#include "app/views/shared/scene.h"
#include "core/explain/text_line.h"
#include "core/language/training_run.h"

namespace lookback {

/// The card below the figures: what the twins write, or what a step did to one number.
class BelowCard {
public:
    /// @param rest what is left of the centre
    BelowCard(const Scene& scene, Painter& painter, const Rect& rest);

    /// That it takes; of what they write with so many lines.
    [[nodiscard]] float height(std::size_t lines) const;
    /// @return the height that it takes, 0 where there is no room for it
    float draw();

private:
    void choice(ImVec2 at);
    [[nodiscard]] Rect column(std::size_t twin, const Rect& card) const;
    [[nodiscard]] float fixed() const;
    [[nodiscard]] std::size_t linesWithRoom() const;

    void written(const Rect& card, std::size_t lines);
    /// Which number is explained.
    void picked(const Rect& line);
    void steps(const Rect& card);
    [[nodiscard]] float stepsHeight() const;
    [[nodiscard]] std::vector<TextLine> linesOf(std::size_t twin) const;

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    const TrainPlace& place_;
    const TrainingRun& run_;
    const TrainMoment& moment_;
    Rect rest_;
};

}  // namespace lookback
