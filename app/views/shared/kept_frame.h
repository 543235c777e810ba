#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/look/look.h"
#include "app/look/rect.h"
#include "app/state/app_state.h"
#include "imgui_internal.h"

namespace lookback {

/// The triangles that a window showed last.
class KeptWindow {
public:
    explicit KeptWindow(std::string name) : name_(std::move(name)) {}

    /// For a window that shows the same again: `putAside` before ImGui begins it, `putBack` after
    /// it ended. In between `reach` tells ImGui how far the window goes, as its items would.
    void putAside();
    void reach() const;
    void putBack();

    /// It was on screen in the frame before.
    [[nodiscard]] bool wasShown();
    /// It begins its next frame elsewhere: the wheel may turn a window that the pointer has left.
    [[nodiscard]] bool isScrolling();
    /// Its upper left one; only of a window that was shown.
    [[nodiscard]] ImVec2 corner() const { return window_->Pos; }

    int frames_the_same = 0;  ///< since there was last a reason to draw anew

private:
    /// What ImGui knows of a window's picture.
    struct Triangles {
        ImVector<ImDrawCmd> commands;
        ImVector<ImDrawIdx> indices;
        ImVector<ImDrawVert> vertices;
        unsigned in_command = 0;

        void swapWith(ImDrawList& list);
    };

    [[nodiscard]] ImGuiWindow* window();

    std::string name_;
    ImGuiWindow* window_ = nullptr;
    Triangles aside_;
    ImVec2 end_;  ///< of what was drawn
};

/// What stood in the regions of the window. After each move of the pointer the window is drawn for
/// a while, and most of these frames could only look like the one before: their regions show the
/// triangles that they have.
class KeptFrame {
public:
    /// Call at the beginning of a frame, before its regions.
    void begin(const AppState& state, const Look& look);

    [[nodiscard]] KeptWindow& region(const char* name);

    /// True where a region would only draw again what it shows; call once a frame.
    /// @param answers_pointing it lights up for what is pointed at elsewhere
    [[nodiscard]] bool mayKeep(KeptWindow& region, const Rect& box, bool answers_pointing) const;

    /// Call within a region that is kept: what lies under the resting pointer stays pointed at.
    void holdPointer(ViewState& view);

    /// Call after the regions.
    void end(const Look& look);

private:
    /// All that a frame is made of, but for the view state and the hands of the person.
    struct Ground {
        std::uint64_t edition = 0;  ///< of the state; 0 is none's
        std::uint64_t build = 0;    ///< of the fonts
        ThemeId theme = ThemeId::light;
        float scale = 0;
        float width = 0;
        float height = 0;
        bool has_tooltip = false;

        bool operator==(const Ground&) const = default;
    };

    Ground ground_;
    ViewState view_;
    bool is_same_ = false;          ///< but for what is pointed at
    bool points_the_same_ = false;  ///< at the same cell and the same token as before
    bool is_pointing_ = false;      ///< the pointer moves, turns its wheel, or waits for a tooltip
    bool holds_pointer_ = false;
    ImVec2 pointer_;
    ImVec2 pointer_before_;
    ImGuiMouseCursor cursor_ = ImGuiMouseCursor_Arrow;  ///< of the frame before
    std::map<std::string, KeptWindow, std::less<>> regions_;
    KeptWindow tooltip_{"##Tooltip_00"};  ///< as ImGui calls it
};

}  // namespace lookback
