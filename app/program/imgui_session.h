#pragma once

#include <imgui.h>

namespace lookback {

/// ImGui's context, set up for the program; it lives as long as this object. Screens and programs
/// need one and must end before it.
class ImGuiSession {
public:
    ImGuiSession() {
        ImGui::SetCurrentContext(context_);
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.ConfigInputTextCursorBlink = false;
    }
    ~ImGuiSession() { ImGui::DestroyContext(context_); }
    ImGuiSession(const ImGuiSession&) = delete;
    ImGuiSession& operator=(const ImGuiSession&) = delete;

private:
    ImGuiContext* context_ = ImGui::CreateContext();
};

}  // namespace lookback
