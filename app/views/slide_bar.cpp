#include "app/views/slide_bar.h"

#include <algorithm>
#include <array>

#include "app/look/painter.h"

namespace lookback {
namespace {

constexpr float kSlideBar = 52;
constexpr float kSlideEdge = 4;  ///< height of the part of the slide that calls the bar
constexpr ImVec2 kHandle{34, 9};

bool isMenuShown() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

bool mayPoint(const Hands& hands) {
    return !hands.pointer_sleeps && ImGui::IsMousePosValid() && hands.isIdle() && !hands.hasSheet();
}

Rect handle(const Look& look) {
    const float middle = ImGui::GetIO().DisplaySize.x / 2;
    const float half = look.px(kHandle.x) / 2;
    return {{middle - half, 0}, {middle + half, look.px(kHandle.y)}};
}

/// True for the menus of the bar; those of the sides of Compare have buttons on the slide.
bool isOfBar(Menu menu) {
    return menu != Menu::none && menu != Menu::variant_a && menu != Menu::variant_b;
}

}  // namespace

Rect slideBar(const Scene& scene) {
    Hands& hands = scene.hands;
    const Look& look = scene.look;
    const Rect bar{{0, 0}, {ImGui::GetIO().DisplaySize.x, look.px(kSlideBar)}};
    const ImVec2 at = ImGui::GetMousePos();
    const bool is_called = hands.has_slide_bar
                               ? bar.contains(at)
                               : at.y < look.px(kSlideEdge) || handle(look).contains(at);
    const bool stays = hands.has_slide_bar && isMenuShown();
    hands.has_slide_bar =
        isOfBar(hands.wanted_menu) || stays || (mayPoint(hands) && is_called && !isMenuShown());
    return hands.has_slide_bar ? bar : Rect{};
}

void drawSlideHandle(const Scene& scene) {
    if (scene.hands.has_slide_bar || !mayPoint(scene.hands) || isMenuShown()) return;
    const Look& look = scene.look;
    const Rect box = handle(look);
    const ImVec2 low{box.center().x, box.max.y - look.px(2)};
    const float wide = look.px(7);
    const float high = look.px(4);
    const std::array points{ImVec2{low.x - wide, low.y - high}, low,
                            ImVec2{low.x + wide, low.y - high}};
    Painter(look, *ImGui::GetForegroundDrawList())
        .polyline(points, faded(look.colors().soft, 0.7f), std::max(1.0f, look.px(1.5f)));
}

}  // namespace lookback
