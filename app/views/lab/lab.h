#pragma once

#include <string_view>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"

namespace lookback {

// The views of the Lab, each drawn into `region` of the current ImGui window.

/// What an empty sentence says everywhere.
inline constexpr std::string_view kHowToBegin =
    "Type a word: press Insert, click +, or paste a sentence with Ctrl+V.";

/// What one edits: the sentence, the embeddings, the weights.
void drawEditPanel(const Scene& scene, const Rect& region);
/// How it is computed: the ribbon of stages, the step in focus, and what is said about it.
void drawLabCentre(const Scene& scene, const Rect& region);
/// What it means for the token that is read: weights, arcs, output, checks.
void drawMeaning(const Scene& scene, const Rect& region);

/// A thumbnail of every stage; in a low region their names alone.
void drawRibbon(const Scene& scene, const Rect& region);
/// All of the Lab's centre for a projector: the step as large as the window allows.
void drawPresentation(const Scene& scene, const Rect& region);
/// The height that the figure of the step in focus has at least.
struct LeastFigure {
    float usual = 0;   ///< pixels, with words of the usual size
    float around = 0;  ///< of titles and labels, in pixels of the type that there is

    /// With words of another size, times the usual one, in pixels of the type that there is.
    /// @param now the size of the words that there are
    [[nodiscard]] float with(float words, float now) const {
        return usual * now / words + around * (1 - 1 / words);
    }
};

/// The step in focus. Where the arithmetic leaves its figure less than the least, the card is
/// higher than the region. @return the height of the card.
float drawFocus(const Scene& scene, const Rect& region, const LeastFigure& figure);
/// Of the card's height what is no figure, and no arithmetic.
[[nodiscard]] float focusMargins(const Scene& scene);

/// The attention weights of every head in small, to pick one and to compare them. @return the
/// height they take.
float drawHeads(const Scene& scene, Painter& painter, const Rect& region);
/// The attention weights of the token that is read, as bars. @return the height they take.
float drawWeightBars(const Scene& scene, Painter& painter, const Rect& region);
/// The sentence with an arc from the token that is read to each that it looks at.
void drawSentenceArcs(const Scene& scene, Painter& painter, const Rect& region);
/// Which tokens can change the output of the one that is read, and how much. @return the height
/// they take, whatever the numbers.
float drawInfluence(const Scene& scene, Painter& painter, const Rect& region);
/// The chips of the sentence. @return the height they take.
float drawSentence(const Scene& scene, Painter& painter, const Rect& region);

/// Where the name of the step and its formula stand.
struct StepHeader {
    ImVec2 at;        ///< top left corner
    float right = 0;  ///< where the formula ends
    LineFonts formula;
};

/// The step's name and the formula.
/// @return the room between the two
Rect drawStepHeader(const Scene& scene, Painter& painter, MatrixId shown, const StepHeader& header);

/// What a stage does, in one line, in that room. @return false: the line had no room there
bool drawStepLine(const Scene& scene, Painter& painter, MatrixId shown, const Rect& room);

}  // namespace lookback
