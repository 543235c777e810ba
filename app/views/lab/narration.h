#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"
#include "core/explain/text_line.h"

namespace lookback {

/// Returns the notes of the lesson about the step on screen; where numbers are hidden until one
/// steps to them, those that come with the rows of the present stop. Empty where it has none.
[[nodiscard]] std::vector<TextLine> lessonNotes(const AppState& state);

/// Returns the sentences of the narrator about the step on screen.
[[nodiscard]] std::vector<TextLine> toldByNarrator(const AppState& state);

/// The source of the words about a step.
enum class ToldBy : std::uint8_t { lesson, narrator };

/// Words about the step as a whole.
struct Told {
    ToldBy by = ToldBy::narrator;
    std::vector<TextLine> sentences;  ///< or notes of the lesson; the most important first
};

/// Returns the words of the lesson, while the numbers of the step are those of the lesson; else, or
/// where the lesson has none, those of the narrator.
[[nodiscard]] Told toldOf(const AppState& state);

/// Returns the first sentences as one text. @param most of them
[[nodiscard]] TextLine asText(const std::vector<TextLine>& sentences, std::size_t most);

/// True where digits need all the room below the focus: then the words stand under its title.
[[nodiscard]] bool tellsInHeader(const Scene& scene);

/// Draws as many of the sentences about the step as fit into one line of small type. Where the
/// first does not fit, its beginning. All of them are in a tooltip.
void drawToldInHeader(const Scene& scene, Painter& painter, const Rect& line);

/// The words about the step below the focus: in a card, in a low window as lines of small type. The
/// height is kept for the step, whatever the numbers; the last sentences are left out where they do
/// not fit, and all are in a tooltip. A note of a lesson is never cut: the card grows.
class Narration {
public:
    /// @param low_lines lines that are kept in a low window
    Narration(const Scene& scene, Painter& painter, float width, Told told, int low_lines);

    [[nodiscard]] float height() const { return height_; }
    [[nodiscard]] bool isCard() const { return !scene_.compact; }
    void draw(ImVec2 at);

private:
    [[nodiscard]] float room() const;
    [[nodiscard]] float top() const;
    [[nodiscard]] float heightOf(const TextLine& text) const;
    void choose();

    const Scene& scene_;
    Painter& painter_;
    float width_;
    Told told_;
    LineFonts fonts_;
    TextLine text_;
    bool is_whole_ = true;    ///< no sentence is left out
    float lines_height_ = 0;  ///< kept for the words
    float height_ = 0;
};

/// Returns what the latest act changed in a row of attention weights of the head on screen: "64.3%
/// of the weight moved." Empty where it changed none of them.
[[nodiscard]] TextLine weightsThatMoved(const Scene& scene, Index row);

}  // namespace lookback
