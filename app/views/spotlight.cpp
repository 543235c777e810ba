#include "app/views/spotlight.h"

#include <cmath>

#include "app/look/theme.h"

namespace lookback {
namespace {

constexpr float kSpotlightRadius = 68;
constexpr float kSpotlightEdge = 0.08f;  ///< of the radius: half of the width of the soft edge
constexpr unsigned kDim = 165;           ///< opacity of the dark around it, of 255
constexpr int kCircleSides = 96;         ///< of the circle

/// The ring from `from` to `to` around a point, with a colour at each end.
struct LightRing {
    float from;
    float to;
    Color inner;
    Color outer;
};

void drawRing(ImDrawList& list, ImVec2 at, const LightRing& ring) {
    constexpr float kTurn = 6.2831853f;
    const ImVec2 uv = ImGui::GetFontTexUvWhitePixel();
    list.PrimReserve(kCircleSides * 6, kCircleSides * 2);
    const unsigned first = list._VtxCurrentIdx;
    for (int side = 0; side < kCircleSides; ++side) {
        const float angle = kTurn * static_cast<float>(side) / kCircleSides;
        const ImVec2 way{std::cos(angle), std::sin(angle)};
        list.PrimWriteVtx({at.x + way.x * ring.from, at.y + way.y * ring.from}, uv, ring.inner);
        list.PrimWriteVtx({at.x + way.x * ring.to, at.y + way.y * ring.to}, uv, ring.outer);
    }
    for (int side = 0; side < kCircleSides; ++side) {
        const unsigned a = first + static_cast<unsigned>(side) * 2;
        const unsigned b = first + static_cast<unsigned>((side + 1) % kCircleSides) * 2;
        for (const unsigned corner : {a, a + 1, b + 1, a, b + 1, b}) {
            list.PrimWriteIdx(static_cast<ImDrawIdx>(corner));
        }
    }
}

bool isOnEmptyGround() {
    return ImGui::IsWindowHovered(ImGuiHoveredFlags_AnyWindow) && !ImGui::IsAnyItemHovered() &&
           !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

}  // namespace

void drawSpotlight(const Scene& scene, bool is_key_held) {
    Hands& hands = scene.hands;
    const bool begins = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && isOnEmptyGround() &&
                        hands.isIdle() && !hands.hasSheet() && !hands.has_slide_bar;
    if (begins) hands.gesture = LightPointing{};
    const LightPointing* const light = hands.doing<LightPointing>();
    if (light == nullptr || (light->is_by_key && !is_key_held)) return;
    hands.is_gesture_shown = true;
    if (!ImGui::IsMousePosValid()) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const ImVec2 at = ImGui::GetMousePos();
    const float radius = scene.look.px(kSpotlightRadius);
    const float edge = radius * kSpotlightEdge;
    const Color dark = rgb(0x000000, kDim);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    drawRing(list, at, {radius - edge, radius + edge, faded(dark, 0), dark});
    drawRing(list, at, {radius + edge, 2 * (screen.x + screen.y), dark, dark});
}

}  // namespace lookback
