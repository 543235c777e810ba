#include "app/views/shared/overlay.h"

#include "app/look/painter.h"

namespace lookback {

void drawOverlay(const Scene& scene, const char* name, const std::function<void()>& draw) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    ImGui::SetNextWindowFocus();
    ImGui::PushStyleColor(ImGuiCol_WindowBg, rgb(0x000000, 0));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav;
    if (ImGui::Begin(name, nullptr, flags)) {
        Painter(scene.look).fill({{0, 0}, size}, faded(rgb(0x000000), 0.45f));
        draw();
    }
    ImGui::End();
    ImGui::PopStyleColor();
}

}  // namespace lookback
