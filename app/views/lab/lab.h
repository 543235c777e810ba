#pragma once

#include <string_view>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"

namespace lookback {

// The views of the Lab, each drawn into `region` of the current ImGui window.

/// Draws the panel that edits the sentence, the embeddings and the weights.
void drawEditPanel(const Scene& scene, const Rect& region);
/// Returns how many decimals that panel shows: the most for which every matrix has room, at least
/// two, at most those of the settings.
[[nodiscard]] int decimalsOfPanel(const Scene& scene, const Rect& region);
/// Draws the computation: the ribbon of stages, the step in focus, and the words about it.
void drawLabCentre(const Scene& scene, const Rect& region);
/// Draws the meaning for the token that is read: weights, arcs, output, checks.
void drawMeaning(const Scene& scene, const Rect& region);

/// Draws a thumbnail of every stage; in a low region only the names.
void drawRibbon(const Scene& scene, const Rect& region);
/// Draws the Lab's centre in presentation: the step as large as the window allows.
void drawPresentation(const Scene& scene, const Rect& region);
/// The least height of the figure of the step in focus.
struct LeastFigure {
    float spare = 0;   ///< further pixels, which the parts below the card give up for its digits
    int shares = 1;    ///< in which they are given up; with several, also for larger digits
    float usual = 0;   ///< pixels of its cells, with words of the usual size
    float around = 0;  ///< pixels of titles and labels, with words of the present size

    /// Returns the height with words of another size, in pixels of the present type. @param words,
    /// now factors of the usual size: the other and the present one
    [[nodiscard]] float with(float words, float now) const {
        return usual * now / words + around * (1 - 1 / words);
    }
};

/// Draws the step in focus. Where the arithmetic leaves its figure less than the least height, the
/// card is higher than the region. @return the height of the card
float drawFocus(const Scene& scene, const Rect& region, const LeastFigure& figure);
/// Returns the height of the card without its figure and its arithmetic.
[[nodiscard]] float focusMargins(const Scene& scene);

/// Draws the attention weights of every head in small, to pick one head and to compare them.
/// @return the height taken
float drawHeads(const Scene& scene, Painter& painter, const Rect& region);
/// Draws the attention weights of the token that is read, as bars. @return the height taken
float drawWeightBars(const Scene& scene, Painter& painter, const Rect& region);
/// Draws the sentence with an arc from the token that is read to each that it looks at.
void drawSentenceArcs(const Scene& scene, Painter& painter, const Rect& region);
/// Draws which tokens can change the output of the token that is read, and how much. @return the
/// height taken, which does not depend on the numbers
float drawInfluence(const Scene& scene, Painter& painter, const Rect& region);
/// Draws the title of the document, which a click opens to be typed in.
void drawTitle(const Scene& scene, Painter& painter, const Rect& line);
/// Draws the heading of the sentence, and beside it a field in which a whole sentence is typed;
/// while it is, the field takes the whole line.
void drawSentenceHeading(const Scene& scene, Painter& painter, const Rect& line);
/// Draws the chips of the sentence. @return the height taken
float drawSentence(const Scene& scene, Painter& painter, const Rect& region);

/// The position of the name of the step and of its formula.
struct StepHeader {
    ImVec2 at;        ///< top left corner
    float right = 0;  ///< x of the right end of the formula
    LineFonts formula;
};

/// Draws the name of the step and its formula. @return the room between the two
Rect drawStepHeader(const Scene& scene, Painter& painter, MatrixId shown, const StepHeader& header);

/// Draws what a stage does, in one line in `room`. @return false where the line does not fit
bool drawStepLine(const Scene& scene, Painter& painter, MatrixId shown, const Rect& room);

}  // namespace lookback
