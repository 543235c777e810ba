#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "app/look/painter.h"

namespace lookback {

struct ChoiceBox {
    const char* label;  ///< id of the ImGui item; the part behind `##` is not shown
    bool is_chosen = false;
    bool is_framed = false;  ///< a card, with a thicker frame where it is chosen; else a row
    std::string_view tooltip;
};

/// Draws an empty box that can be chosen by a click or a key; the caller draws its contents
/// afterwards. @return true in the frame in which it is chosen
bool choiceBox(Painter& painter, const Rect& box, const ChoiceBox& choice);

/// Draws the ring of a radio button in the middle of `box`, with a dot where it is chosen.
void radioSign(Painter& painter, const Rect& box, bool is_chosen);

enum class ButtonKind : std::uint8_t { plain, strong, dashed };

struct ButtonOptions {
    ButtonKind kind = ButtonKind::plain;
    bool enabled = true;
    std::string_view tooltip;  ///< shown after 0.4 s
    bool menu = false;         ///< a small triangle: opens a menu
    ImFont* font = nullptr;    ///< the text font where none is given
};

/// The width that a button with this text takes.
[[nodiscard]] float buttonWidth(const Painter& painter, std::string_view text,
                                const ButtonOptions& options = {});

/// A button in `box`; what stands behind `##` in the label is not shown.
/// @return true in the frame in which it is clicked.
bool button(Painter& painter, const Rect& box, const char* label,
            const ButtonOptions& options = {});

/// Draws choices side by side in one frame. @param chosen index of the one that holds, or -1
/// @param enabled false: none can be clicked
/// @return the index of the one clicked in this frame, or -1
int segmented(Painter& painter, ImVec2 at, float height, std::span<const char* const> labels,
              int chosen, std::span<const char* const> tooltips, bool enabled = true);
[[nodiscard]] float segmentedWidth(const Painter& painter, std::span<const char* const> labels);

/// Returns the texts as `segmented` takes them; they must outlive the result.
template <std::size_t size>
[[nodiscard]] std::array<const char*, size> pointersTo(const std::array<std::string, size>& texts) {
    std::array<const char*, size> pointers{};
    for (std::size_t k = 0; k < size; ++k) pointers[k] = texts[k].c_str();
    return pointers;
}

/// Returns the part of a label that is shown: the text before `##`.
[[nodiscard]] std::string_view shownPart(std::string_view label);

}  // namespace lookback
