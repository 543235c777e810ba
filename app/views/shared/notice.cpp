#include <algorithm>

#include "app/views/shared/regions.h"
#include "app/widgets/formula.h"
#include "core/base/text.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr std::size_t kLongestNotice = 600;  ///< characters

}  // namespace

void drawNotice(const Scene& scene, const Rect& centre) {
    const Look& look = scene.look;
    const Theme& c = look.colors();
    const float pad = look.px(14);
    const float width = std::min(look.px(620), centre.width() - look.px(40));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs |
                                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground |
                                   ImGuiWindowFlags_NoFocusOnAppearing;
    ImGui::SetNextWindowPos(centre.min);
    ImGui::SetNextWindowSize({centre.width(), centre.height()});
    if (ImGui::Begin("Notice", nullptr, flags)) {
        ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
        Painter painter(look);
        const TextLine words{{shortenedTo(scene.state.notice, kLongestNotice), Ink::plain}};
        const LineFonts fonts = sentenceFonts(look);
        const SetLine size = setLine(painter, fonts, {0, 0}, width - 2 * pad, words, 0, false);
        const ImVec2 max{centre.center().x + size.width / 2 + pad, centre.max.y - look.px(14)};
        const ImVec2 min{max.x - size.width - 2 * pad, max.y - size.height - look.px(18)};
        painter.fill({min, max}, c.chip, look.px(7));
        painter.outline({min, max}, c.query, look.px(7), std::max(1.0f, look.px(1.5f)));
        setLine(painter, fonts, {min.x + pad, min.y + look.px(9)}, width - 2 * pad, words);
    }
    ImGui::End();
}

}  // namespace lookback
