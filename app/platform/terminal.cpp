#include "app/platform/terminal.h"

#include <unistd.h>

namespace lookback {

bool isErrorStreamTerminal() { return isatty(STDERR_FILENO) != 0; }

}  // namespace lookback
