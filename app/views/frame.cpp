#include "app/views/frame.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>
#include <variant>

#include "app/look/motion.h"
#include "app/look/painter.h"
#include "app/look/theme.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/state/update/play.h"
#include "app/state/update/settle.h"
#include "app/state/update/update.h"
#include "app/views/course/course_page.h"
#include "app/views/edit/draw_sheet.h"
#include "app/views/edit/import_views.h"
#include "app/views/edit/link_sheet.h"
#include "app/views/edit/new_sheet.h"
#include "app/views/keys.h"
#include "app/views/lab/lab.h"
#include "app/views/lesson/lesson_card.h"
#include "app/views/modes.h"
#include "app/views/shared/copy_menu.h"
#include "app/views/shared/gestures.h"
#include "app/views/shared/layout.h"
#include "app/views/shared/sheets.h"
#include "app/views/slide_bar.h"
#include "app/views/spotlight.h"
#include "app/widgets/tooltip.h"
#include "imgui_internal.h"
#include "messages/bars.h"

namespace lookback {
namespace {

constexpr float kLeastCentreHeight = 400;  ///< of the centre: a smaller one scrolls
constexpr float kLeastBelowCard = 120;     ///< of the panel below the card of a lesson
constexpr float kMostCaption = 0.42f;      ///< of the window's height

/// A part of the window: an ImGui window without decoration.
struct Part {
    const char* name;
    const Rect& box;
    Color ground;
    DrawView draw;
    /// The smallest size that its view is laid out for; in a smaller box it scrolls.
    ImVec2 least{0, 0};
    bool is_column = false;  ///< its view is as high as its contents
};

constexpr float kMoreHeight = 22;  ///< of the strip below a column that goes on
constexpr float kFade = 16;        ///< height of the end of that column, which fades

/// Returns the strip at the lower end of a column that goes on below it; empty at its end.
Rect stripOfMore(const Scene& scene, const Part& part) {
    const float low = part.box.max.y;
    const bool goes_on = part.is_column && ImGui::GetScrollY() + 1 < ImGui::GetScrollMaxY();
    const float height = goes_on ? scene.look.px(kMoreHeight) : 0;
    return {{part.box.min.x, low - height},
            {part.box.max.x - ImGui::GetStyle().ScrollbarSize, low}};
}

/// Scrolls the column by a click on the strip. Call before the column is drawn, whose last part
/// then tells ImGui how long it is. @return true while the pointer is on the strip
bool scrollByMore(const Scene& scene, const Part& part, const Rect& strip) {
    ImVec2& end_of_column = ImGui::GetCurrentWindow()->DC.CursorMaxPos;
    const ImVec2 end = end_of_column;
    ImGui::SetCursorScreenPos(strip.min);
    if (ImGui::InvisibleButton("more", {strip.width(), strip.height()})) {
        const float page = part.box.height() - 2 * strip.height();
        ImGui::SetScrollY(std::min(ImGui::GetScrollY() + page, ImGui::GetScrollMaxY()));
    }
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (wantsTooltip()) tooltip(scene.look, scene.said(say::bars::GoesOnTip{}));
    end_of_column = end;
    return is_hovered;
}

/// Says that the column goes on; its end fades into the strip.
void drawMore(const Scene& scene, const Part& part, const Rect& strip, bool is_hovered) {
    const Look& look = scene.look;
    Painter painter(look);
    const float top = strip.min.y - look.px(kFade);
    painter.fadeIn({{strip.min.x, top}, {strip.max.x, strip.min.y}}, part.ground);
    const Theme& c = look.colors();
    painter.text(look.fonts.caption, is_hovered ? c.ink : c.soft, strip,
                 scene.said(say::bars::GoesOn{}), Align::center);
}

void drawPart(const Scene& scene, const Part& part) {
    const Rect& box = part.box;
    if (box.width() <= 0 || box.height() <= 0) return;
    ImGui::SetNextWindowPos(box.min);
    ImGui::SetNextWindowSize({box.width(), box.height()});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, part.ground);
    const bool is_wider = part.least.x > box.width();
    const float bar = is_wider ? ImGui::GetStyle().ScrollbarSize : 0;
    const ImVec2 size{std::max(box.width(), part.least.x),
                      std::max(box.height() - bar, part.least.y)};
    const ImGuiWindowFlags flags =
        (is_wider ? ImGuiWindowFlags_HorizontalScrollbar : 0) | ImGuiWindowFlags_NoTitleBar |
        ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
        ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;
    if (ImGui::Begin(part.name, nullptr, flags)) {
        const ImVec2 corner{box.min.x - ImGui::GetScrollX(), box.min.y - ImGui::GetScrollY()};
        if (is_wider || size.y > box.height()) {
            ImGui::SetCursorScreenPos(corner);
            ImGui::Dummy(size);
        }
        const Rect strip = stripOfMore(scene, part);
        const bool goes_on = strip.height() > 0;
        const bool is_hovered = goes_on && scrollByMore(scene, part, strip);
        ImGui::PushClipRect(box.min, {box.max.x, strip.min.y}, true);
        part.draw(scene, Rect::at(corner, size));
        ImGui::PopClipRect();
        if (goes_on) drawMore(scene, part, strip, is_hovered);
    }
    ImGui::End();
    ImGui::PopStyleColor();
}

/// Divides the window with room for a caption of the lesson: below the slide, or in a window
/// without a panel to the right above the centre.
struct CaptionedRegions {
    Regions regions;
    Rect caption;  ///< empty: the lesson stands in the panel, or there is none
};

void moveDown(Rect& box, float by) {
    box.min.y += by;
    box.max.y += by;
}

CaptionedRegions withCaption(const Scene& measuring, const Regions& whole, ImVec2 size,
                             const std::function<Regions(ImVec2)>& divide) {
    const bool is_slide = measuring.place().presenting;
    if (!hasLessonCard(measuring.state) || !(is_slide || whole.right_floats)) return {whole, {}};
    const float wanted = lessonCardHeight(measuring, size.x, true);
    const float height = std::floor(std::min(wanted, size.y * kMostCaption));
    CaptionedRegions parts{divide({size.x, size.y - height}), {}};
    Regions& regions = parts.regions;
    moveDown(regions.bottom, height);
    const float top = is_slide ? regions.centre.max.y : regions.top.max.y;
    parts.caption = Rect::at({0, top}, {size.x, height});
    if (is_slide) return parts;
    for (Rect* const box : {&regions.left, &regions.centre, &regions.right}) {
        if (box->height() > 0) moveDown(*box, height);
    }
    return parts;
}

/// Draws the card of the lesson at the top of the panel to the right, which becomes shorter. A card
/// that would leave too little of the panel to read takes all of it.
void drawCardAbove(const Scene& scene, Rect& panel) {
    if (!hasLessonCard(scene.state) || scene.right_floats || panel.width() <= 0) return;
    const Look& look = scene.look;
    const float bar = ImGui::GetStyle().ScrollbarSize;
    const float whole = panel.height();
    float height = lessonCardHeight(scene, panel.width(), false);
    if (height > whole) height = lessonCardHeight(scene, panel.width() - bar, false);
    if (height > whole - look.px(kLeastBelowCard)) height = whole;
    const Rect card = panel.top(std::floor(height));
    panel.min.y = card.max.y;
    drawPart(scene, {.name = "Lesson",
                     .box = card,
                     .ground = look.colors().panel,
                     .draw = drawLessonCard,
                     .is_column = true});
    Painter(look, *ImGui::GetBackgroundDrawList())
        .line({panel.min.x, card.max.y}, {panel.max.x, card.max.y}, look.colors().line);
}

/// Draws the centre with the decimals for which the panel to the left has room.
void drawCentre(const Scene& whole, const Rect& region) {
    Scene scene = whole;
    if (scene.edit_panel.width() > 0) scene.decimals = decimalsOfPanel(scene, scene.edit_panel);
    shownViews(scene.state).centre(scene, region);
    drawCopyMenu(scene);
}

void drawSides(const Scene& scene, const ModeViews& views, Regions regions) {
    const Theme& c = scene.look.colors();
    const Rect whole = regions.right;
    drawCardAbove(scene, regions.right);
    drawPart(scene, {.name = "Edit",
                     .box = regions.left,
                     .ground = c.panel,
                     .draw = views.left,
                     .is_column = true});
    drawPart(scene, {.name = "Meaning",
                     .box = regions.right,
                     .ground = c.panel,
                     .draw = views.right,
                     .is_column = true});
    Painter painter(scene.look, *ImGui::GetBackgroundDrawList());
    if (regions.left.width() > 0) {
        painter.line({regions.left.max.x, regions.left.min.y}, regions.left.max, c.line);
    }
    if (whole.width() > 0) painter.line(whole.min, {whole.min.x, whole.max.y}, c.line);
}

void drawSheets(const Scene& scene, const Regions& regions) {
    if (scene.hands.open<NewSheet>() != nullptr) drawNewSheet(scene, regions.centre);
    if (scene.hands.open<DrawSheet>() != nullptr) drawDrawSheet(scene, regions.centre);
    if (scene.hands.open<ImportSheet>() != nullptr) drawImportSheet(scene);
    if (scene.hands.open<HelpSheet>() != nullptr)
        drawHelp(scene, viewsOf(scene.place().mode).commands());
    if (scene.hands.open<CoursePage>() != nullptr) drawCoursePage(scene);
    if (scene.hands.open<FileSheet>() != nullptr) drawFileSheet(scene);
    if (scene.hands.open<LinkSheet>() != nullptr) drawLinkSheet(scene, regions.centre);
    if (scene.hands.open<ConflictSheet>() != nullptr) drawConflictSheet(scene);
    if (scene.hands.open<KeepSheet>() != nullptr) drawKeepSheet(scene);
    if (!scene.state.notice.empty()) drawNotice(scene, regions.centre);
}

/// Closes menus that are open for ImGui but that no view draws any more: they would keep the
/// keyboard for ever.
void closeForgottenMenus() {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    for (int level = 0; level < g.OpenPopupStack.Size; ++level) {
        const ImGuiPopupData& menu = g.OpenPopupStack[level];
        const bool is_drawn =
            menu.Window != nullptr && menu.Window->LastFrameActive == g.FrameCount;
        if (is_drawn || menu.OpenFrameCount == g.FrameCount) continue;
        return ImGui::ClosePopupToLevel(level, true);
    }
}

/// True if a menu was open when the frame began: its keys belong to the menu.
bool wasInMenu() { return (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0; }

/// Gives Tab and the arrow keys to an open menu or to a sheet that takes them, and else to the
/// mode.
void navigateMenus(const Hands& hands) {
    closeForgottenMenus();
    ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
    const bool open =
        ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) || hands.open<ImportSheet>() != nullptr;
    flags = open ? flags | ImGuiConfigFlags_NavEnableKeyboard
                 : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

/// Ignores a resting pointer while keys move the focus, as those of a presenter's remote: the cell
/// that it happens to lie on is not the one that is looked at. It counts again when it is moved or
/// used.
void letPointerSleep(Hands& hands) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto any = [](const auto& buttons) {
        return std::find(std::begin(buttons), std::end(buttons), true) != std::end(buttons);
    };
    const bool is_used = io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 ||
                         io.MouseWheelH != 0 || any(io.MouseDown) || any(io.MouseReleased);
    if (is_used || !ImGui::IsMousePosValid()) hands.pointer_sleeps = false;
    if (!hands.pointer_sleeps) return;
    ImGui::GetCurrentContext()->HoveredWindow = nullptr;
    hands.hovered_next.reset();
    hands.pointed_next.reset();
    hands.hovered_token_next.reset();
}

bool movesFocus(const Action& action) {
    return action.isOneOf<GoTo, Move, SelectToken, SetPlaying, SetPresenting>();
}

struct KeysOfFrame {
    bool takes_keys = true;
    bool was_in_menu = false;  ///< when the frame began: the menu takes most of them
};

/// Carries out the actions that the views and the keys ask for.
void obey(AppState& state, const Actions& wishes, const KeysOfFrame& keys) {
    const bool was_busy = !state.hands.isIdle();
    for (const Action& wish : wishes) update(state, wish);
    Actions of_keys;
    if (keys.takes_keys) {
        takeKeys(state, viewsOf(state.place.mode).commands(), keys.was_in_menu, of_keys);
    }
    for (const Action& wish : of_keys) {
        update(state, wish);
        if (movesFocus(wish)) state.hands.pointer_sleeps = true;
    }
    // A gesture that an action has ended must not begin again while the mouse button is still down.
    if (was_busy && state.hands.isIdle()) ImGui::ClearActiveID();
}

}  // namespace

void drawFrame(AppState& state, const Look& look, Motion& motion, double seconds) {
    Hands& hands = state.hands;
    const bool was_in_menu = wasInMenu();
    letPointerSleep(hands);
    hands.hovered = std::exchange(hands.hovered_next, std::nullopt);
    hands.pointed = std::exchange(hands.pointed_next, std::nullopt);
    hands.hovered_token = std::exchange(hands.hovered_token_next, std::nullopt);
    advance(state, seconds);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    settlePlace(state);
    motion.beginFrame({size.x, size.y, look.scale, state.place.presenting}, state.motion);
    look.read_areas->clear();
    look.controls->beginFrame();

    Actions actions;
    const bool shows_document = info(state.place.mode).subject == SubjectKind::document;
    const CellsToShow cells =
        shows_document ? cellsToShow(state.document(), state.place.pane.span) : CellsToShow{};
    const auto divide = [&](ImVec2 window) {
        return layOut(look, state.place, hands.open_panel, window, cells);
    };
    const Scene measuring{
        .state = state, .look = look, .hands = hands, .motion = motion, .actions = actions};
    const auto [regions, caption] = withCaption(measuring, divide(size), size, divide);
    const ModeViews views = shownViews(state);
    const Scene scene{.state = state,
                      .look = look,
                      .hands = hands,
                      .motion = motion,
                      .actions = actions,
                      .compact = regions.compact,
                      .narrow = regions.narrow,
                      .left_floats = regions.left_floats,
                      .right_floats = regions.right_floats,
                      .left_may_float = regions.left_may_float,
                      .right_may_float = regions.right_may_float,
                      .density = regions.density,
                      .decimals = state.preferences.decimals,
                      .edit_panel = views.left == drawEditPanel ? regions.left : Rect{},
                      .usual_centre = regions.usual_centre,
                      .inputs = inputsOfTarget(state),
                      .dependents = dependentsOfTarget(state)};
    const Theme& c = look.colors();
    // In presentation the whole window is the card.
    const Color ground = state.place.presenting ? c.panel : c.ground;
    const float least_slide = caption.height() > 0 ? views.least_slide : 0;
    const ImVec2 least = state.place.presenting
                             ? ImVec2{0, look.px(least_slide)}
                             : ImVec2{look.px(views.least_width), look.px(kLeastCentreHeight)};
    const bool is_page_open = hands.open<CoursePage>() != nullptr;  // covers all of the window
    if (!is_page_open) {
        drawPart(scene, {"Centre", regions.centre, ground, drawCentre, least});
        // The bar of menus lies over a slide. ImGui puts later windows of this kind behind earlier
        // ones.
        if (state.place.presenting) {
            ImGui::BringWindowToDisplayBack(ImGui::FindWindowByName("Centre"));
        }
        drawSides(scene, views, regions);
        drawPart(scene, {.name = "Lesson",
                         .box = caption,
                         .ground = c.panel,
                         .draw = drawLessonCaption,
                         .is_column = true});
        const Rect top = state.place.presenting ? slideBar(scene) : regions.top;
        drawPart(scene, {"Top", top, c.panel, drawTopBar});
        drawPart(scene, {"Steps", regions.bottom, c.panel, views.bottom});
    }
    drawSheets(scene, regions);
    if (state.place.presenting && !is_page_open) {
        drawSlideHandle(scene);
        drawSpotlight(scene, isKeyHeld(command("spotlight")));
    }
    if (state.place.is_blank) {
        Painter(look, *ImGui::GetForegroundDrawList())
            .fill({{0, 0}, ImGui::GetIO().DisplaySize}, rgb(0x000000));
    }
    // A press of Esc that ends a gesture is not passed on to commands.
    const bool is_escape_taken = !hands.isIdle() && ImGui::IsKeyPressed(ImGuiKey_Escape);
    const bool is_control_pressed = look.controls->endFrame();
    endGestures(scene);
    navigateMenus(hands);
    if (hands.pointer_sleeps && state.place.presenting) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    }
    motion.endFrame(state.motion);
    obey(state, actions,
         {.takes_keys = !is_escape_taken && !is_control_pressed, .was_in_menu = was_in_menu});
}

}  // namespace lookback
