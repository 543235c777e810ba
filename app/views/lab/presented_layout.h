#pragma once

#include <vector>

#include "app/views/lab/step_figures.h"

namespace lookback {

/// Where the parts of a presented step stand; a part without height is not shown.
struct PresentedPlaces {
    Rect figure;
    Rect strip;              ///< the sentence with its arcs
    Rect arithmetic;         ///< and the room that it may take
    Rect meaning;            ///< of the cell, and at its end what is told of the step
    float told_height = 0;   ///< of that
    bool is_column = false;  ///< the words stand in a column beside the figure

    /// True where the meaning stands below the arithmetic: it begins where that ends.
    [[nodiscard]] bool areStacked() const { return meaning.min.x == arithmetic.min.x; }
};

/// A presented step: its figures, arranged, and where everything stands.
struct PresentedLayout {
    std::vector<StageFigure> figures;
    ImVec2 size;  ///< of the figures
    PresentedPlaces places;
};

/// Between two figures.
[[nodiscard]] float presentedGap(const Look& look);

/// Tries every arrangement and takes the one with the largest digits of the result; of equal ones
/// that which shows more. By shapes, decimals and window alone, not by values.
/// @param body all of the window below the header
[[nodiscard]] PresentedLayout layOutPresented(const Scene& scene, Painter& painter,
                                              const Rect& body);

}  // namespace lookback
