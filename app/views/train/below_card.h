#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/views/train/train_scene.h"
#include "core/explain/text_line.h"

namespace lookback {

/// The card below the figures: the lines that the twins write, or the effect of a step on one
/// number.
class BelowCard {
public:
    /// @param rest of the centre, below the figures
    BelowCard(const TrainScene& train, Painter& painter, const Rect& rest);

    /// Returns the height of the card. @param lines that each twin writes, where they are shown
    [[nodiscard]] float height(std::size_t lines) const;
    /// Draws the card. @return its height; 0 where there is no room for it
    float draw();

private:
    [[nodiscard]] bool isStep() const { return train_.place.below == TrainBelow::step; }
    void choice(ImVec2 at);
    [[nodiscard]] Rect column(std::size_t twin, const Rect& card) const;
    /// Returns how many lines of each model are in the text, as a line for both.
    [[nodiscard]] std::string inTextOfBoth() const;
    /// Returns the room beside the choice.
    [[nodiscard]] float besideChoice() const;
    [[nodiscard]] std::array<std::string, 2> choices() const;
    [[nodiscard]] float headingHeight() const;
    [[nodiscard]] float rowHeight() const;
    [[nodiscard]] float fixed() const;
    [[nodiscard]] std::size_t linesWithRoom() const;

    void written(const Rect& card, std::size_t lines);
    /// Draws the choice of the number whose step is shown.
    void picked(const Rect& line);
    /// Returns the place of a number that the model has, nearest to the wished one.
    [[nodiscard]] NumberPlace nearest(const NumberPlace& wished) const;
    void steps(const Rect& card);
    [[nodiscard]] float stepsHeight() const;
    [[nodiscard]] std::vector<TextLine> stepLines(std::size_t twin) const;

    const TrainScene& train_;
    const Look& look_;
    Painter& painter_;
    Rect rest_;
    /// True in a low window that has room beside the choice: the count of lines that are in the
    /// text is written there, not below the lines of each model.
    bool is_told_beside_ = false;
    std::vector<std::vector<TextLine>> step_lines_;  ///< of each twin, if the step is shown
};

}  // namespace lookback
