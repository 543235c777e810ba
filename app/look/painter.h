#pragma once

#include <string_view>

#include "app/look/hatching.h"
#include "app/look/layout_probe.h"
#include "app/look/look.h"

namespace lookback {

enum class Align : std::uint8_t { left, center, right };

/// Draws into the current ImGui window. Every text of the interface goes through it.
class Painter {
public:
    explicit Painter(const Look& look);

    [[nodiscard]] const Look& look() const { return look_; }
    [[nodiscard]] const Theme& colors() const { return look_.colors(); }
    [[nodiscard]] ImDrawList& list() { return list_; }

    /// Width of a text in pixels.
    [[nodiscard]] float width(ImFont* font, std::string_view text) const;

    /// One line, vertically centred in `box`. @return the width drawn.
    float text(ImFont* font, Color color, const Rect& box, std::string_view text,
               Align align = Align::left);

    /// The same of a text that has been measured. @param wide its width
    float aligned(ImFont* font, Color color, const Rect& box, std::string_view text, float wide,
                  Align align);

    /// The same; a text that does not fit is shortened with an ellipsis.
    float textFitted(ImFont* font, Color color, const Rect& box, std::string_view text,
                     Align align = Align::left);

    /// One line whose top left corner is `at`. @return the width drawn.
    float textAt(ImFont* font, Color color, ImVec2 at, std::string_view text);

    void fill(const Rect& box, Color color, float radius = 0);
    void outline(const Rect& box, Color color, float radius = 0, float thickness = 1);
    void hairline(ImVec2 from, ImVec2 to, Color color);

    /// A masked cell, and one that is hatched in another way.
    void hatch(const Rect& box, float strength = 1);
    void hatch(const Rect& box, const Hatching& how, float strength = 1);

    /// A pin stuck into the upper right corner of a box: what is locked.
    void pin(const Rect& box);

    /// A white card with a hairline around it.
    void card(const Rect& box);

private:
    void put(ImFont* font, Color color, ImVec2 at, std::string_view text, float wide);

    const Look& look_;
    ImDrawList& list_;
};

/// The longest beginning of a text that fits, with an ellipsis where something is left out.
[[nodiscard]] std::string shortened(const Painter& painter, ImFont* font, std::string_view text,
                                    float width);

}  // namespace lookback
