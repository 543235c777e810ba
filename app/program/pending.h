#pragma once

namespace lookback {

/// True while ImGui counts the time until a tooltip shows or goes, which no event reports.
[[nodiscard]] bool tooltipPending();

/// True where ImGui still has input that it deals out over several frames.
[[nodiscard]] bool inputPending();

}  // namespace lookback
