#pragma once

#include <CLI/CLI.hpp>

#include "app/state/model/mode.h"

namespace lookback {

/// Adds `--mode` to a command that draws the window. @param mode what it sets; must outlive `app`
void addModeOption(CLI::App& app, Mode& mode);

}  // namespace lookback
