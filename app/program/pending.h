#pragma once

#include <vector>

#include <imgui.h>

struct ImGuiInputEvent;
struct ImGuiWindow;

namespace lookback {

/// True while ImGui waits to show or hide a tooltip, of which no event reports.
[[nodiscard]] bool tooltipPending();

/// True where ImGui still has input that it spreads over several frames.
[[nodiscard]] bool inputPending();

/// Sets aside the input that ImGui has not taken yet, and puts it back at its end, with the scroll
/// and the storage of all windows: for frames that the user does not see.
class InputAside {
public:
    InputAside();
    InputAside(const InputAside&) = delete;
    InputAside& operator=(const InputAside&) = delete;
    ~InputAside();

private:
    struct Kept {
        ImGuiWindow* window;
        ImVec2 scroll;
        ImGuiStorage storage;
    };
    std::vector<ImGuiInputEvent> events_;
    std::vector<Kept> windows_;
};

/// Begins a frame of ImGui. If a key was pressed and then Ctrl, Shift, Alt or Super was released
/// since the last frame, the release and all later input wait for the next frame: ImGui would see
/// the key without its modifier.
void newFrame();

}  // namespace lookback
