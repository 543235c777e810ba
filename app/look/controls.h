#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace lookback {

struct Look;

/// Where Tab leads.
enum class TabGoes : std::uint8_t {
    to_field,    ///< to the open number, menu or sheet, which has the keyboard
    to_control,  ///< to the next control
    out,         ///< behind the last control or before the first: out of the program
};

/// The controls that Tab goes through, part by part of the window from its upper left corner on.
/// Enter and Space press the focused one. Tab does so on the page in a browser alone.
class Controls {
public:
    /// Call before a frame is drawn.
    void beginFrame();

    /// Presses the focused control where Enter or Space was pressed. Call after a frame is drawn.
    /// @return true: the control took the key
    bool endFrame();

    /// Makes the last item of ImGui a control. @param is_field a text is typed in it
    /// @return true where it has the focus
    bool add(std::string_view label, bool is_field);

    /// Goes to the next control, or to the one before. @return to_control or out
    TabGoes move(bool back);

    /// Stands before the first control, or behind the last.
    void enter(bool back) { at_ = back ? static_cast<int>(stops_.size()) : kBefore; }

    /// The label of the focused control; empty: none has the focus.
    [[nodiscard]] const std::string& label() const { return label_; }

    /// Marks the item that is held as one that the pointer drags; a finger elsewhere scrolls.
    void holdDrag() { holds_drag_ = true; }
    /// True where the last frame's item that is held is dragged.
    [[nodiscard]] bool holdsDrag() const { return holds_drag_; }

private:
    struct Stop {
        ImGuiID id;
        ImVec2 corner;  ///< of its part of the window
        bool is_field;
    };
    static constexpr int kBefore = -1;

    [[nodiscard]] bool isAt(ImGuiID id) const {
        return at_ >= 0 && at_ < static_cast<int>(stops_.size()) &&
               stops_[static_cast<std::size_t>(at_)].id == id;
    }

    /// Puts the stops into the order of Tab. Frames without a focused control do without it.
    void sortStops();

    std::vector<Stop> stops_;  ///< of the last whole frame
    std::vector<Stop> drawn_;  ///< of this frame so far
    int at_ = kBefore;         ///< index in `stops_`; their number: behind the last
    std::string label_;
    bool scrolls_to_ = false;  ///< brings the control into sight
    bool holds_drag_ = false;
};

/// Makes the last item of ImGui a control of the window; in menus ImGui itself leads the keyboard.
/// @return true where it has the focus
bool addTabStop(const Look& look, std::string_view label, bool is_field = false);

/// Marks the last item of ImGui as one that the pointer drags while it is held.
void markDragged(const Look& look);

}  // namespace lookback
