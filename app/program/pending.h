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

/// Begins a frame of ImGui. A key that was pressed while Ctrl, Shift, Alt or Super was held is seen
/// with it: where a slow frame meets the press and the release of the modifier at once, ImGui would
/// take both and lose the chord. The release, and what came after it, waits for the next frame.
void newFrame();

}  // namespace lookback
