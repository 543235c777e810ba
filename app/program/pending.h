#pragma once

namespace lookback {

/// True while ImGui waits to show or hide a tooltip, of which no event reports.
[[nodiscard]] bool tooltipPending();

/// True where ImGui still has input that it spreads over several frames.
[[nodiscard]] bool inputPending();

}  // namespace lookback
