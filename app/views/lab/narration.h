#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"
#include "core/explain/text_line.h"

namespace lookback {

/// What the lesson says about the step on screen; while presenting, with the row on screen. Empty
/// where it says nothing.
[[nodiscard]] std::vector<std::string_view> lessonNotes(const AppState& state);

/// What the narrator says of it.
[[nodiscard]] std::vector<TextLine> toldByNarrator(const AppState& state);

/// Whose words they are.
enum class ToldBy : std::uint8_t { lesson, narrator, lesson_as_opened };

/// Words about the step as a whole.
struct Told {
    ToldBy by = ToldBy::narrator;
    std::vector<TextLine> sentences;  ///< what matters most first
};

/// Lessons speak of their own numbers: while these stand their words come first, then those of the
/// narrator.
[[nodiscard]] Told toldOf(const AppState& state);

/// The first of some sentences as one text.
[[nodiscard]] TextLine asText(const std::vector<TextLine>& sentences, std::size_t most);

/// The text without its last sentence; empty where it has but one.
[[nodiscard]] TextLine withoutLastSentence(const TextLine& text);

/// True where every pixel below the focus is the digits': then the words stand under its title.
[[nodiscard]] bool tellsInHeader(const Scene& scene);

/// As much as is left room for of what is told of the step, in one line of small type.
void drawToldInHeader(const Scene& scene, Painter& painter, const Rect& line);

/// What is told of the step, as it stands below the focus: in a card, or where the window is low as
/// lines in small type. The height is kept for the step, whatever the numbers; what has no room in
/// it are the last sentences.
class Narration {
public:
    /// @param low_lines that are kept in a low window
    Narration(const Scene& scene, Painter& painter, float width, Told told, int low_lines);

    [[nodiscard]] float height() const { return height_; }
    [[nodiscard]] bool isCard() const { return !scene_.compact; }
    void draw(ImVec2 at);

private:
    [[nodiscard]] float room() const;
    [[nodiscard]] float top() const;
    [[nodiscard]] float linesOf(const TextLine& text) const;
    void choose();

    const Scene& scene_;
    Painter& painter_;
    float width_;
    Told told_;
    LineFonts fonts_;
    TextLine text_;
    float lines_height_ = 0;  ///< kept for the words
    float height_ = 0;
};

/// What became of a row of attention weights, in the head on screen, by the latest act: "64.3 % of
/// this row went elsewhere." Empty where it changed none of them.
[[nodiscard]] TextLine weightsThatMoved(const Scene& scene, Index row);

}  // namespace lookback
