/// A frame as shapes, for files in which text stays text and edges are sharp at every size.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/look/rect.h"
#include "app/look/theme.h"
#include "imgui.h"

struct ImGuiWindow;

namespace lookback {

/// One line of text, as ImGui draws it.
struct DrawnText {
    ImFont* font = nullptr;
    ImVec2 at;         ///< upper left corner
    std::string text;  ///< UTF-8, in visual order
};

/// A box with round corners, also a circle.
struct DrawnBox {
    Rect box;
    float radius = 0;
    ImDrawFlags corners = ImDrawFlags_RoundCornersAll;  ///< those that are round
};

/// Polygons where it is filled, else open lines.
struct DrawnPath {
    std::vector<ImVec2> points;
    std::vector<std::size_t> ends;  ///< of each part, as numbers of points
};

/// A box whose colour becomes `below` from its upper to its lower edge.
struct DrawnFade {
    Rect box;
    Color below = 0;
};

struct VectorShape {
    std::variant<DrawnText, DrawnBox, DrawnPath, DrawnFade> form;
    Color color = 0;
    float thickness = 0;  ///< pixels of a line; 0: filled
    Rect clip;            ///< pixels outside of it are not drawn
    const ImDrawList* list = nullptr;
};

/// The shapes of a frame, from the lowest to the highest. The fonts are ImGui's: they end when the
/// atlas is built again.
struct VectorPage {
    ImVec2 size;        ///< pixels
    float density = 1;  ///< pixels a point
    Color ground = 0;
    std::vector<VectorShape> shapes;
};

/// Records the shapes of a frame while a look refers to it.
class VectorDrawing {
public:
    void text(ImDrawList& list, Color color, DrawnText text);
    /// ImGui leaves a straight pixel at each side between two round corners.
    void box(ImDrawList& list, Color color, DrawnBox box, float thickness = 0);
    void circle(ImDrawList& list, Color color, ImVec2 middle, float radius, float thickness = 0);
    /// A convex polygon, or an open line where it has a thickness.
    void path(ImDrawList& list, Color color, std::span<const ImVec2> points, float thickness = 0);
    void fade(ImDrawList& list, Color above, const DrawnFade& fade);

    /// Records the ground, the edge and the scrollbars that ImGui has drawn for a window, once.
    void window(ImGuiWindow& window);
    /// Records the field that ImGui has just drawn. @param text lines separated by '\n'
    void field(ImDrawList& list, std::string_view text);

    /// Number of shapes. Later shapes are not joined to earlier ones.
    [[nodiscard]] std::size_t mark();
    /// Moves the shapes from `first` on: `place(position, is_type)` returns the new position.
    template <class Place>
    void move(std::size_t first, Place place);
    /// Multiplies the opacity of the shapes from `first` on, or of texts alone, by `share`.
    void fadeFrom(std::size_t first, float share, bool of_type_alone);

    /// The shapes in the order of the draw lists of a frame. Menus and tooltips are left out: they
    /// belong to the pointer, not to the work.
    [[nodiscard]] VectorPage page(const ImDrawData& frame, float density, Color ground);

private:
    /// @param clip nothing: that of the list
    void add(ImDrawList& list, VectorShape shape, const std::optional<Rect>& clip = std::nullopt);
    void scrollbars(ImDrawList& list, ImGuiWindow& window);
    /// Returns the path that a further part of this look joins; null: a new shape begins.
    [[nodiscard]] DrawnPath* pathToJoin(const ImDrawList& list, Color color, float thickness);

    std::vector<VectorShape> shapes_;
    std::size_t joined_from_ = 0;             ///< earlier shapes are complete
    std::vector<const ImDrawList*> grounds_;  ///< of the windows whose ground is recorded
    std::vector<const ImDrawList*> pointed_;  ///< of menus and tooltips
};

template <class Place>
void VectorDrawing::move(std::size_t first, Place place) {
    const auto move_box = [&](Rect& box) { box = {place(box.min, false), place(box.max, false)}; };
    for (std::size_t k = first; k < shapes_.size(); ++k) {
        auto& form = shapes_[k].form;
        if (auto* const text = std::get_if<DrawnText>(&form)) text->at = place(text->at, true);
        if (auto* const box = std::get_if<DrawnBox>(&form)) move_box(box->box);
        if (auto* const fade = std::get_if<DrawnFade>(&form)) move_box(fade->box);
        if (auto* const path = std::get_if<DrawnPath>(&form)) {
            for (ImVec2& point : path->points) point = place(point, false);
        }
    }
}

}  // namespace lookback
