#include "app/views/shared/frame.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "app/state/commands.h"
#include "app/state/update.h"
#include "app/views/shared/layout.h"
#include "app/views/shared/regions.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kSpotlight = 0.28f;  ///< how dark it is around the focus

using DrawView = void (*)(const Scene&, const Rect&);

/// A part of the window: for ImGui a window without any decoration of its own.
struct Region {
    const char* name;
    const Rect& box;
    Color ground;
    DrawView draw;
    bool answers_pointing = true;  ///< lights up for what is pointed at elsewhere
};

void drawRegion(const Scene& scene, KeptFrame* kept, const Region& region) {
    const Rect& box = region.box;
    if (box.width() <= 0 || box.height() <= 0) return;
    ImGui::SetNextWindowPos(box.min);
    ImGui::SetNextWindowSize({box.width(), box.height()});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, region.ground);
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus;
    KeptWindow* const shown = kept != nullptr ? &kept->region(region.name) : nullptr;
    const bool keeps = shown != nullptr && kept->mayKeep(*shown, box, region.answers_pointing);
    if (keeps) shown->putAside();
    const bool is_open = ImGui::Begin(region.name, nullptr, flags);
    if (keeps) {
        shown->reach();
        kept->holdPointer(scene.view);
    } else if (is_open) {
        const float scrolled = ImGui::GetScrollY();
        region.draw(scene, {{box.min.x, box.min.y - scrolled}, {box.max.x, box.max.y - scrolled}});
    }
    ImGui::End();
    if (keeps) shown->putBack();
    ImGui::PopStyleColor();
}

void drawCentre(const Scene& scene, const Rect& box) {
    // ImGui puts later windows of this kind behind earlier ones; the panels of a narrow window
    // lie over the centre.
    ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
    const Look& look = scene.look;
    const float pad = look.px(22);
    const float gap = look.px(scene.compact ? 9 : 16);
    const float top = box.min.y + gap;
    Rect rest{{box.min.x + pad, top}, {box.max.x - pad, box.max.y - gap}};
    if (!scene.view.presenting || !scene.compact) {
        const float height = look.px(scene.dense ? 26 : scene.compact ? 72 : 90);
        drawRibbon(scene, {rest.min, {rest.max.x, rest.min.y + height}});
        rest.min.y += height + gap;
    }
    const float aside = asideHeight(scene, rest.width());
    const float focus = drawFocus(scene, {rest.min, {rest.max.x, rest.max.y - aside}});
    rest.min.y += focus + gap;
    drawAsides(scene, rest);
}

void drawSides(const Scene& scene, KeptFrame* kept, const Regions& regions) {
    const Theme& c = scene.look.colors();
    drawRegion(scene, kept, {"Edit", regions.left, c.panel, [](const Scene& s, const Rect& box) {
                                 drawEditPanel(s, box);
                             }});
    drawRegion(scene, kept, {"Meaning", regions.right, c.panel, drawMeaning});
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    if (regions.left.width() > 0) {
        list->AddLine({regions.left.max.x, regions.left.min.y}, regions.left.max, c.line);
    }
    if (regions.right.width() > 0) {
        list->AddLine(regions.right.min, {regions.right.min.x, regions.right.max.y}, c.line);
    }
}

/// In an open menu the arrow keys choose; elsewhere they are the Lab's.
void navigateMenus() {
    ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
    const bool open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    flags = open ? flags | ImGuiConfigFlags_NavEnableKeyboard
                 : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

/// What a resting pointer happens to lie on is not what one looks at while keys move the focus, as
/// a presenter's remote does: from then on it sleeps, until it is moved or used.
void letPointerSleep(ViewState& view) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto any = [](const auto& buttons) {
        return std::find(std::begin(buttons), std::end(buttons), true) != std::end(buttons);
    };
    const bool is_used = io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 ||
                         io.MouseWheelH != 0 || any(io.MouseDown) || any(io.MouseReleased);
    if (is_used || !ImGui::IsMousePosValid()) view.pointer_sleeps = false;
    if (!view.pointer_sleeps) return;
    ImGui::GetCurrentContext()->HoveredWindow = nullptr;
    view.hovered_next.reset();
    view.hovered_token_next.reset();
}

bool movesFocus(const Action& action) {
    return std::holds_alternative<GoTo>(action) || std::holds_alternative<MoveStep>(action) ||
           std::holds_alternative<MoveCell>(action) ||
           std::holds_alternative<SelectToken>(action) ||
           std::holds_alternative<SetPlaying>(action) ||
           std::holds_alternative<SetPresenting>(action);
}

/// Carries out what the keys wish.
void obeyKeys(AppState& state) {
    Actions wishes;
    takeKeys(state, wishes);
    for (const Action& wish : wishes) {
        update(state, wish);
        if (movesFocus(wish)) state.view.pointer_sleeps = true;
    }
}

}  // namespace

void drawFrame(AppState& state, const Look& look, double seconds, KeptFrame* kept) {
    ViewState& view = state.view;
    letPointerSleep(view);
    view.hovered = std::exchange(view.hovered_next, std::nullopt);
    view.hovered_token = std::exchange(view.hovered_token_next, std::nullopt);
    advance(state, seconds);
    if (kept != nullptr) kept->begin(state, look);

    Actions actions;
    const Regions regions = layOut(look, view, ImGui::GetIO().DisplaySize, state.document().n());
    const Scene scene{.state = state,
                      .look = look,
                      .view = view,
                      .actions = actions,
                      .compact = regions.compact,
                      .narrow = regions.narrow,
                      .left_floats = regions.left_floats,
                      .right_floats = regions.right_floats,
                      .dense = regions.dense};
    const Theme& c = look.colors();
    // For a projector the focus stands in a spotlight.
    const Color ground = view.presenting ? mix(c.ground, rgb(0x000000), kSpotlight) : c.ground;
    drawRegion(scene, kept, {"Centre", regions.centre, ground, drawCentre});
    drawSides(scene, kept, regions);
    drawRegion(scene, kept, {"Top", regions.top, c.panel, drawTopBar, false});
    drawRegion(scene, kept, {"Steps", regions.bottom, c.panel, drawTimeline, false});
    if (view.draw_sheet) drawDrawSheet(scene, regions.centre);
    if (view.help_open) drawHelp(scene);
    if (view.file_sheet) drawFileSheet(scene);
    if (!view.notice.empty()) drawNotice(scene, regions.centre);
    if (kept != nullptr) kept->end(look);
    navigateMenus();
    if (view.pointer_sleeps && view.presenting) ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    for (const Action& action : actions) update(state, action);
    obeyKeys(state);
    view.mods_before = ImGui::GetIO().KeyMods;
}

}  // namespace lookback
