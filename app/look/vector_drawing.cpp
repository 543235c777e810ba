#include "app/look/vector_drawing.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr std::size_t kMostJoined = 20'000;  ///< points of a path: viewers are slow with more

bool isClear(Color color) { return (color & IM_COL32_A_MASK) == 0; }
bool isOpaque(Color color) { return (color & IM_COL32_A_MASK) == IM_COL32_A_MASK; }

Rect clipOf(const ImDrawList& list) { return {list.GetClipRectMin(), list.GetClipRectMax()}; }

bool isSame(const Rect& a, const Rect& b) {
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

bool holds(const std::vector<const ImDrawList*>& lists, const ImDrawList* list) {
    return std::find(lists.begin(), lists.end(), list) != lists.end();
}

/// Returns the colour of a window's ground, as ImGui chooses it.
Color groundOf(const ImGuiWindow& window) {
    const bool is_child = (window.Flags & ImGuiWindowFlags_ChildWindow) != 0;
    return ImGui::GetColorU32(is_child ? ImGuiCol_ChildBg : ImGuiCol_WindowBg);
}

/// Returns the part of a scrollbar that moves, as `ImGui::ScrollbarEx` places it.
Rect grabOf(ImGuiWindow& window, ImGuiAxis axis) {
    const auto along = static_cast<std::size_t>(axis);
    const ImRect whole = ImGui::GetWindowScrollbarRect(&window, axis);
    const auto room = [](float side) { return ImClamp(ImTrunc((side - 2) / 2), 0.0f, 3.0f); };
    ImRect bar = whole;
    bar.Expand({-room(whole.GetWidth()), -room(whole.GetHeight())});
    const float length = bar.Max[along] - bar.Min[along];
    const float shown = window.InnerRect.Max[along] - window.InnerRect.Min[along];
    const float all =
        std::max({window.ContentSize[along] + window.WindowPadding[along] * 2, shown, 1.0f});
    const float grab =
        std::clamp(length * shown / all, std::min(ImGui::GetStyle().GrabMinSize, length), length);
    const float most = std::max(1.0f, all - shown);
    const float share = std::clamp(window.Scroll[along] / most, 0.0f, 1.0f);
    bar.Min[along] += share * (length - grab);
    bar.Max[along] = bar.Min[along] + grab;
    return {bar.Min, bar.Max};
}

/// Returns the window of a field of several lines; null for a field of one line.
ImGuiWindow* windowOfField(const ImGuiWindow& window, ImGuiID field) {
    for (ImGuiWindow* const child : window.DC.ChildWindows) {
        if (child->ChildId == field) return child;
    }
    return nullptr;
}

}  // namespace

void VectorDrawing::add(ImDrawList& list, VectorShape shape, const std::optional<Rect>& clip) {
    if (isClear(shape.color) && !std::holds_alternative<DrawnFade>(shape.form)) return;
    shape.list = &list;
    shape.clip = clip.value_or(clipOf(list));
    shapes_.push_back(std::move(shape));
}

void VectorDrawing::text(ImDrawList& list, Color color, DrawnText text) {
    if (!text.text.empty()) add(list, {.form = std::move(text), .color = color});
}

void VectorDrawing::circle(ImDrawList& list, Color color, ImVec2 middle, float radius,
                           float thickness) {
    const DrawnBox round{.box = Rect{middle, middle}.grown(radius), .radius = radius};
    add(list, {.form = round, .color = color, .thickness = thickness});
}

void VectorDrawing::box(ImDrawList& list, Color color, DrawnBox box, float thickness) {
    const float room = std::min(box.box.width(), box.box.height()) / 2 - 1;
    box.radius = std::clamp(box.radius, 0.0f, std::max(room, 0.0f));
    if (box.radius < 0.5f && thickness == 0) {
        const Rect& b = box.box;
        const std::array corners{b.min, ImVec2{b.max.x, b.min.y}, b.max, ImVec2{b.min.x, b.max.y}};
        return path(list, color, corners);
    }
    add(list, {.form = box, .color = color, .thickness = thickness});
}

// A transparent colour would be darker where two parts of a path do not cover each other but two
// shapes do, so only opaque ones are joined.
DrawnPath* VectorDrawing::pathToJoin(const ImDrawList& list, Color color, float thickness) {
    if (shapes_.size() <= joined_from_ || !isOpaque(color)) return nullptr;
    VectorShape& last = shapes_.back();
    auto* const path = std::get_if<DrawnPath>(&last.form);
    const bool joins = path != nullptr && last.list == &list && last.color == color &&
                       last.thickness == thickness && isSame(last.clip, clipOf(list)) &&
                       path->points.size() < kMostJoined;
    return joins ? path : nullptr;
}

void VectorDrawing::path(ImDrawList& list, Color color, std::span<const ImVec2> points,
                         float thickness) {
    if (points.size() < 2) return;
    DrawnPath* path = pathToJoin(list, color, thickness);
    if (path == nullptr) {
        if (isClear(color)) return;
        add(list, {.form = DrawnPath{}, .color = color, .thickness = thickness});
        path = std::get_if<DrawnPath>(&shapes_.back().form);
    } else if (thickness > 0 && path->points.back().x == points.front().x &&
               path->points.back().y == points.front().y) {
        // The line goes on.
        points = points.subspan(1);
        path->ends.pop_back();
    }
    path->points.insert(path->points.end(), points.begin(), points.end());
    path->ends.push_back(path->points.size());
}

void VectorDrawing::fade(ImDrawList& list, Color above, const DrawnFade& fade) {
    add(list, {.form = fade, .color = above});
}

void VectorDrawing::window(ImGuiWindow& window) {
    ImDrawList* const list = window.DrawList;
    if (holds(grounds_, list)) return;
    grounds_.push_back(list);
    if ((window.Flags & (ImGuiWindowFlags_Popup | ImGuiWindowFlags_Tooltip)) != 0) {
        pointed_.push_back(list);
        return;
    }
    const Rect whole{window.Pos, {window.Pos.x + window.Size.x, window.Pos.y + window.Size.y}};
    const Rect clip{window.OuterRectClipped.Min, window.OuterRectClipped.Max};
    const float edge = window.WindowBorderSize;
    if ((window.Flags & ImGuiWindowFlags_NoBackground) == 0) {
        add(*list,
            {.form = DrawnBox{.box = whole, .radius = window.WindowRounding},
             .color = groundOf(window)},
            clip);
        if (edge > 0) {
            add(*list,
                {.form = DrawnBox{.box = whole.grown(-edge / 2), .radius = window.WindowRounding},
                 .color = ImGui::GetColorU32(ImGuiCol_Border),
                 .thickness = edge},
                clip);
        }
    }
    scrollbars(*list, window);
}

void VectorDrawing::scrollbars(ImDrawList& list, ImGuiWindow& window) {
    const Rect clip{window.OuterRectClipped.Min, window.OuterRectClipped.Max};
    for (const ImGuiAxis axis : {ImGuiAxis_X, ImGuiAxis_Y}) {
        if (!(axis == ImGuiAxis_X ? window.ScrollbarX : window.ScrollbarY)) continue;
        const ImRect bar = ImGui::GetWindowScrollbarRect(&window, axis);
        add(list,
            {.form = DrawnBox{.box = {bar.Min, bar.Max}},
             .color = ImGui::GetColorU32(ImGuiCol_ScrollbarBg)},
            clip);
        add(list,
            {.form = DrawnBox{.box = grabOf(window, axis),
                              .radius = ImGui::GetStyle().ScrollbarRounding},
             .color = ImGui::GetColorU32(ImGuiCol_ScrollbarGrab)},
            clip);
    }
}

void VectorDrawing::field(ImDrawList& list, std::string_view text) {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    const ImRect frame = g.LastItemData.Rect;
    const ImGuiStyle& style = ImGui::GetStyle();
    box(list, ImGui::GetColorU32(ImGuiCol_FrameBg),
        {.box = {frame.Min, frame.Max}, .radius = style.FrameRounding});
    ImGuiWindow* const inner = windowOfField(*g.CurrentWindow, g.LastItemData.ID);
    const ImVec2 scroll = inner != nullptr ? inner->Scroll : ImVec2{0, 0};
    ImFont* const font = ImGui::GetFont();
    ImVec2 at{frame.Min.x + style.FramePadding.x - scroll.x,
              frame.Min.y + style.FramePadding.y - scroll.y};
    list.PushClipRect(frame.Min, frame.Max, true);
    for (std::size_t from = 0; from <= text.size() && at.y < frame.Max.y;) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        if (at.y + font->FontSize > frame.Min.y) {
            this->text(
                list, ImGui::GetColorU32(ImGuiCol_Text),
                {.font = font, .at = at, .text = std::string(text.substr(from, end - from))});
        }
        at.y += font->FontSize;
        from = end + 1;
    }
    list.PopClipRect();
    if (inner != nullptr) scrollbars(list, *inner);
}

std::size_t VectorDrawing::mark() {
    joined_from_ = shapes_.size();
    return joined_from_;
}

void VectorDrawing::fadeFrom(std::size_t first, float share, bool of_type_alone) {
    for (std::size_t k = first; k < shapes_.size(); ++k) {
        VectorShape& shape = shapes_[k];
        if (of_type_alone && !std::holds_alternative<DrawnText>(shape.form)) continue;
        shape.color = faded(shape.color, share);
        if (auto* const fade = std::get_if<DrawnFade>(&shape.form)) {
            fade->below = faded(fade->below, share);
        }
    }
}

VectorPage VectorDrawing::page(const ImDrawData& frame, float density, Color ground) {
    VectorPage page{.size = frame.DisplaySize, .density = density, .ground = ground, .shapes = {}};
    for (const ImDrawList* const list : frame.CmdLists) {
        if (holds(pointed_, list)) continue;
        for (VectorShape& shape : shapes_) {
            if (shape.list == list) page.shapes.push_back(std::move(shape));
        }
    }
    shapes_.clear();
    return page;
}

}  // namespace lookback
