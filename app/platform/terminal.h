#pragma once

namespace lookback {

/// True where a person reads standard error on a terminal, not a file or another program.
[[nodiscard]] bool isErrorStreamTerminal();

}  // namespace lookback
