#pragma once

namespace lookback {

/// True while ImGui waits to show or hide a tooltip, of which no event reports.
[[nodiscard]] bool tooltipPending();

/// True where ImGui still has input that it spreads over several frames.
[[nodiscard]] bool inputPending();

/// Begins a frame of ImGui. A key that was pressed while Ctrl, Shift, Alt or Super was held is seen
/// with it: where a slow frame meets the press and the release of the modifier at once, ImGui would
/// take both and lose the chord. The release, and what came after it, waits for the next frame.
void newFrame();

}  // namespace lookback
