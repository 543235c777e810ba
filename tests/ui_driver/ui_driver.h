/// Drives a Dear ImGui user interface without window, graphics or display: it moves the mouse,
/// presses keys, and finds things by the labels that a person reads. Needs an ImGui that was
/// compiled with IMGUI_ENABLE_TEST_ENGINE, whose hooks tell of every item.
#pragma once

#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "imgui.h"
#include "imgui_internal.h"

namespace lookback::test {

/// Something on the screen that answers the pointer.
struct UiItem {
    ImGuiID id = 0;
    ImGuiID seed = 0;    ///< what its label was hashed with
    std::string window;  ///< name of its ImGui window
    std::string label;   ///< "Next##next"; empty where ImGui tells none
    ImRect rect;
    ImRect visible;  ///< nothing of it is seen outside
    bool disabled = false;
    bool is_field = false;  ///< something can be typed into it
    bool is_window = false;
    bool checked = false;  ///< a menu item with its tick

    [[nodiscard]] ImVec2 center() const { return rect.GetCenter(); }
    /// The label as it is read: what stands before `##`.
    [[nodiscard]] std::string_view shown() const {
        return std::string_view(label).substr(0, label.find("##"));
    }
};

/// What a driver could not do; the message names what is on the screen instead.
class UiError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

class UiDriver {
public:
    struct Options {
        ImVec2 size{1280, 800};
        ImFontAtlas* fonts = nullptr;          ///< must outlive the driver; none: ImGui's own font
        std::function<void()> before_frame{};  ///< between two frames: fonts may change here
    };

    /// @param draw draws one frame, between ImGui::NewFrame and ImGui::Render.
    UiDriver(std::function<void()> draw, const Options& options);
    ~UiDriver();
    UiDriver(const UiDriver&) = delete;
    UiDriver& operator=(const UiDriver&) = delete;

    /// Draws so many frames.
    void step(int frames = 1);
    /// Lets so much time pass.
    void wait(double seconds);
    [[nodiscard]] int frames() const { return frames_; }

    // --- what is there ---

    [[nodiscard]] const std::vector<UiItem>& items() const { return items_; }
    /// The item of this path, "Window/label": its whole label with its ##id, or else the label as
    /// it is read, or its ##id alone. Child windows count as their parents'; "popup" is any open
    /// menu, "*" any window. Throws where there is none, or more than one.
    [[nodiscard]] UiItem find(std::string_view path) const;
    [[nodiscard]] bool exists(std::string_view path) const;
    /// Every item that has a label, a line each.
    [[nodiscard]] std::string list() const;
    /// All text that ImGui's own widgets show (tooltips, menus, fields); draws a frame.
    [[nodiscard]] std::string read();
    /// The colour that was filled in last at a place; glyphs do not count.
    [[nodiscard]] ImU32 colorAt(ImVec2 place) const;
    /// Those of places in a rectangle, row by row. @param apart how far each is from the next one
    [[nodiscard]] std::vector<ImU32> colorsIn(const ImRect& box, ImVec2 apart) const;
    /// The colours of the glyphs within a rectangle, each once.
    [[nodiscard]] std::vector<ImU32> inksIn(const ImRect& box) const;
    /// Where the glyphs of the windows of this name stand ("popup": of any menu), as `find` has it.
    struct Glyph {
        ImRect box;
        ImRect clip;  ///< nothing of it is seen outside
    };
    [[nodiscard]] std::vector<Glyph> glyphsOf(std::string_view window) const;
    [[nodiscard]] const std::string& clipboard() const { return clipboard_; }

    // --- hands ---

    void move(ImVec2 to);
    void hover(std::string_view path);
    void press(int button = ImGuiMouseButton_Left);
    void release(int button = ImGuiMouseButton_Left);
    void clickAt(ImVec2 place, int button = ImGuiMouseButton_Left);
    void click(std::string_view path, int button = ImGuiMouseButton_Left);
    void doubleClickAt(ImVec2 place);
    void doubleClick(std::string_view path);
    /// Presses at a place, moves on in steps, and lets go.
    void drag(ImVec2 from, ImVec2 to, int steps = 4);
    void wheel(float lines);
    /// Turns the wheel over the item's window until all of the item is seen.
    void scrollTo(std::string_view path);
    /// Presses and releases a key, with its modifiers.
    void key(ImGuiKeyChord chord);
    /// Holds a modifier (ImGuiMod_Shift ...) until it is let go.
    void hold(ImGuiKeyChord modifiers);
    void letGo(ImGuiKeyChord modifiers);
    void type(std::string_view text);
    void resize(ImVec2 size);

    // --- called by ImGui's hooks ---

    void onItem(ImGuiID id, const ImRect& rect, const ImGuiLastItemData* data);
    void onLabel(ImGuiID id, const char* label, ImGuiItemStatusFlags flags);
    [[nodiscard]] const char* labelOf(ImGuiID id) const;

private:
    /// What the graphics card is told to draw.
    struct Triangle {
        std::array<ImVec2, 3> corners;
        ImU32 color = 0;
        bool is_glyph = false;
        ImRect clip;
        std::string_view window;
    };
    [[nodiscard]] ImGuiIO& io() const;
    /// Calls `visit` for the triangles of the last frame as they were drawn.
    void forEachTriangle(const std::function<void(const Triangle&)>& visit) const;
    /// Those that fill a part of a rectangle, as they were drawn.
    [[nodiscard]] std::vector<Triangle> fillsIn(const ImRect& box) const;
    [[nodiscard]] UiItem reachable(std::string_view path) const;
    void pointAt(const UiItem& item, std::string_view path);
    void awaitEndOfDoubleClick();
    void resumeLog();

    std::function<void()> draw_;
    std::function<void()> before_frame_;
    ImGuiContext* outer_;  ///< current again when this driver ends
    ImGuiContext* context_;
    std::vector<UiItem> items_;                      ///< of the last frame
    std::unordered_map<ImGuiID, std::size_t> last_;  ///< the newest item with this id
    std::string clipboard_;
    std::FILE* log_ = nullptr;
    int frames_ = 0;
};

}  // namespace lookback::test
