#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "app/look/look.h"
#include "app/look/rect.h"
#include "app/state/app_state.h"

namespace lookback {

/// What stood in the regions of the window. After each move of the pointer the window is drawn for
/// a while, and in most of these frames only what lies under the pointer could look different: the
/// other regions show the triangles of the frame before.
class KeptFrame {
public:
    /// Call at the beginning of a frame, before its regions.
    void begin(const AppState& state, const Look& look);

    /// True where a region would only draw again what it shows; call once a frame.
    [[nodiscard]] bool mayKeep(const char* region, const Rect& box);

    /// For a region that is kept: `putAside` before ImGui begins its window, `putBack` after it
    /// ended. In between `reach` tells ImGui how far the region goes, as its items would.
    void putAside(const char* region);
    void reach(const char* region) const;
    void putBack(const char* region);

    /// For a region that is drawn: call before its window ends.
    void remember(const char* region);

private:
    /// All that a frame is made of, but for the hands of the person.
    struct Ground {
        std::uint64_t edition = 0;  ///< of the state
        std::uint64_t build = 0;    ///< of the fonts
        ViewState view;
        ThemeId theme = ThemeId::light;
        float scale = 0;
        float width = 0;
        float height = 0;

        bool operator==(const Ground&) const = default;
    };

    /// What ImGui knows of a window's picture.
    struct Triangles {
        ImVector<ImDrawCmd> commands;
        ImVector<ImDrawIdx> indices;
        ImVector<ImDrawVert> vertices;
        unsigned in_command = 0;

        void swapWith(ImDrawList& list);
    };

    struct Region {
        Triangles aside;
        ImVec2 end;               ///< of what was drawn
        int frames_the_same = 0;  ///< since there was last a reason to draw anew
    };

    std::optional<Ground> ground_;
    bool is_same_ = false;
    std::map<std::string, Region, std::less<>> regions_;
};

}  // namespace lookback
