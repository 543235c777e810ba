#pragma once

#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/state/model/shown_code.h"
#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"

namespace lookback {

/// The code of the step below its arithmetic: the whole forward pass in one of the libraries, with
/// the lines of the step in yellow, and what it prints there. Code and print scroll where they have
/// no room; the lines of the step and the number in focus are then in sight. Where digits of the
/// figure need the room, the card is folded to one line, the last of the stage in focus.
class CodeCard {
public:
    /// @param width of the card
    CodeCard(const Scene& scene, Painter& painter, float width);
    CodeCard(const CodeCard&) = delete;  // its lines point into its code
    CodeCard& operator=(const CodeCard&) = delete;

    /// The height with which most of the code and some of the print are read.
    [[nodiscard]] float wanted() const;
    /// The height of the folded card.
    [[nodiscard]] float least() const;
    /// Draws the card into a room of at least `least`. @return its height, at most that of all
    float draw(const Rect& room);

private:
    /// Heights of the boxes of the code and of the print; 0: not drawn.
    struct Division {
        float code = 0;
        float print = 0;
    };

    [[nodiscard]] float inside() const;
    [[nodiscard]] float pad() const;
    [[nodiscard]] float heading() const;
    [[nodiscard]] float gap() const;
    [[nodiscard]] float boxPad() const;
    [[nodiscard]] float foldedPad() const;
    /// Height of the card without its boxes.
    [[nodiscard]] float around() const { return 2 * pad() + heading(); }
    [[nodiscard]] float pitch() const { return lineHeight(code_fonts_); }
    [[nodiscard]] float printPitch() const;
    [[nodiscard]] float codeHeight(float lines) const { return lines * pitch() + 2 * boxPad(); }
    [[nodiscard]] float wholeCode() const { return code_height_ + 2 * boxPad(); }
    [[nodiscard]] float printHeight(float lines) const;
    [[nodiscard]] float wholePrint() const;
    [[nodiscard]] Division divide(float height) const;

    void lay();
    float drawFolded(const Rect& room);
    /// Draws the tabs and the button around a free part of a line. @return that part
    Rect drawTabs(const Rect& line, bool has_caption);
    void drawHeading(const Rect& line);
    /// Returns the scroll with which whole lines are shown, the last of the stage among them.
    [[nodiscard]] float scrollOf(float height) const;
    void drawCode(const Rect& box);
    void drawCodeLine(std::size_t line, ImVec2 at);
    void drawPrint(const Rect& box);
    void drawAboutPrint(const Rect& column);
    void drawPrinted(const Rect& box);
    /// The characters of each line that are shown, from `first` on.
    struct PrintWindow {
        std::size_t first = 0;
        std::size_t count = 0;
    };
    [[nodiscard]] PrintWindow windowOf(float width, const PrintedNumber* number) const;
    /// @param number in focus that the line has; null: none
    void drawPrintedLine(std::size_t line, const PrintWindow& window, ImVec2 at,
                         const PrintedNumber* number);

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    float width_;
    const StageCode& code_;
    LineFonts code_fonts_;
    ImFont* print_font_;
    ImFont* print_bold_;
    std::vector<LaidLine> lines_;
    std::vector<float> tops_;  ///< of each line, from the top of the first; then the height of all
    float gutter_ = 0;         ///< width of the numbers of lines
    float code_height_ = 0;
    float about_ = 0;         ///< width of the words beside the print
    bool is_hidden_ = false;  ///< the print is not shown
};

}  // namespace lookback
