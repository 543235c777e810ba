#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/look.h"
#include "app/look/rect.h"
#include "app/look/theme.h"

namespace lookback {

/// The direction of stripes: down to the right, up to the right, horizontal, vertical.
enum class Lean : std::uint8_t { falling, rising, level, upright };

/// Stripes over a ground. Their direction distinguishes kinds of boxes that colour alone would not.
struct Hatching {
    Color ground = 0;  ///< between the stripes; clear where another hatching lies below
    Color line = 0;    ///< of the stripes
    Lean lean = Lean::falling;
    float share = 0.64f;  ///< width of a stripe over the distance from one stripe to the next
};

/// Hatching of a masked cell.
[[nodiscard]] Hatching maskedHatching(const Theme& theme);
/// Hatching of a masked cell that has weight all the same.
[[nodiscard]] Hatching leakHatching(const Theme& theme);
/// Hatching of a cell of the mask that the rule at this index blocks. No two of the first twelve
/// have both colour and lean in common.
[[nodiscard]] Hatching ruleHatching(const Theme& theme, std::size_t rule);
/// Hatching of a cell of the mask that is blocked by hand.
[[nodiscard]] Hatching paintedHatching(const Theme& theme);

/// Collects the texts of a frame with their boxes and clipping rectangles, and its tooltip: tests
/// search it for cut and overlapping texts.
class LayoutProbe {
public:
    struct Text {
        std::string text;
        Rect drawn;  ///< bounding box of the glyphs
        Rect clip;   ///< clipping rectangle: glyphs outside of it are not visible
    };

    void clear() {
        texts_.clear();
        tooltip_.clear();
    }
    void add(std::string text, Rect drawn, Rect clip) {
        texts_.push_back({std::move(text), drawn, clip});
    }
    [[nodiscard]] const std::vector<Text>& texts() const { return texts_; }
    /// Moves the boxes of the texts from `first` on: `place` returns the new position of a corner.
    template <class Place>
    void move(std::size_t first, Place place) {
        for (std::size_t k = first; k < texts_.size(); ++k) {
            Rect& drawn = texts_[k].drawn;
            drawn = {place(drawn.min), place(drawn.max)};
        }
    }

    /// The paragraphs of the tooltip; none where none is shown.
    void setTooltip(std::vector<std::string> paragraphs) { tooltip_ = std::move(paragraphs); }
    [[nodiscard]] const std::vector<std::string>& tooltip() const { return tooltip_; }

private:
    std::vector<Text> texts_;
    std::vector<std::string> tooltip_;
};

enum class Align : std::uint8_t { left, center, right };

/// Draws into the current ImGui window. All text and all shapes of the interface are drawn by a
/// painter, which records them where `Look::drawing` asks for it.
class Painter {
public:
    explicit Painter(const Look& look);
    /// Measures outside of any window, or draws into another list.
    Painter(const Look& look, ImDrawList& list) : look_(look), list_(list) {}

    [[nodiscard]] const Look& look() const { return look_; }
    [[nodiscard]] const Theme& colors() const { return look_.colors(); }
    [[nodiscard]] ImDrawList& list() { return list_; }

    /// Width of a text in pixels.
    [[nodiscard]] float width(ImFont* font, std::string_view text) const;

    /// One line, vertically centred in `box`. @return the width drawn.
    float text(ImFont* font, Color color, const Rect& box, std::string_view text,
               Align align = Align::left);

    /// As `text`, for a text that has been measured. @param wide width of the text in pixels
    float aligned(ImFont* font, Color color, const Rect& box, std::string_view text, float wide,
                  Align align);

    /// Returns the first of the fonts in which a text fits into `room` pixels, else the last.
    [[nodiscard]] ImFont* fittingFont(std::initializer_list<ImFont*> fonts, float room,
                                      std::string_view text) const;

    /// As `text`, but shortens a text that does not fit, with an ellipsis.
    float textFitted(ImFont* font, Color color, const Rect& box, std::string_view text,
                     Align align = Align::left);

    /// One line whose top left corner is `at`. @return the width drawn.
    float textAt(ImFont* font, Color color, ImVec2 at, std::string_view text);

    /// @param corners those that are round
    void fill(const Rect& box, Color color, float radius = 0,
              ImDrawFlags corners = ImDrawFlags_RoundCornersAll);
    void outline(const Rect& box, Color color, float radius = 0, float thickness = 1);
    void hairline(ImVec2 from, ImVec2 to, Color color);
    /// Fills a box with a colour that begins transparent at its upper edge.
    void fadeIn(const Rect& box, Color color);

    void line(ImVec2 from, ImVec2 to, Color color, float thickness = 1);
    void polyline(std::span<const ImVec2> points, Color color, float thickness);
    /// Fills a convex polygon.
    void polygon(std::span<const ImVec2> corners, Color color);
    /// Fills a circle.
    void disc(ImVec2 middle, float radius, Color color);
    void circle(ImVec2 middle, float radius, Color color, float thickness = 1);

    /// Draws a dotted edge within a box: something is hidden there.
    void dotted(const Rect& box, Color color);

    /// Fills a box with `maskedHatching`, or with another hatching.
    void hatch(const Rect& box, float strength = 1);
    void hatch(const Rect& box, const Hatching& how, float strength = 1);

    /// A pin in the upper right corner of a box: the mark of a locked cell.
    void pin(const Rect& box);

    /// Draws a card: a white ground with a hairline around it.
    void card(const Rect& box);

    /// Draws a pattern of which `stamp` keeps the triangles. @param at its position
    template <class Stamp, class Draw>
    void print(Stamp& stamp, ImVec2 at, Draw draw) {
        look_.drawing != nullptr ? draw() : stamp.print(list_, at, draw);
    }
    /// As above, for a pattern of one colour, which may differ from call to call.
    template <class Stamp, class Draw>
    void print(Stamp& stamp, ImVec2 at, Color color, Draw draw) {
        look_.drawing != nullptr ? draw() : stamp.print(list_, at, color, draw);
    }

    /// Records the field that ImGui has just drawn here. @param text lines separated by '\n'
    void recordField(std::string_view text);

private:
    /// Draws stripes without a ground. @param step pixels from one stripe to the next
    void stripes(const Rect& box, const Hatching& how, float step, Color color);
    void put(ImFont* font, Color color, ImVec2 at, std::string_view text, float wide);

    const Look& look_;
    ImDrawList& list_;
};

/// The longest beginning of a text that fits, with an ellipsis where something is left out.
[[nodiscard]] std::string shortened(const Painter& painter, ImFont* font, std::string_view text,
                                    float width);

/// Returns a text that is cut in its middle, with an ellipsis there, where it is wider than
/// `width`.
[[nodiscard]] std::string cutInMiddle(const Painter& painter, ImFont* font, std::string_view text,
                                      float width);

}  // namespace lookback
