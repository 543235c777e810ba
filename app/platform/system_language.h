#pragma once

#include "core/words/language.h"

namespace lookback {

/// Returns the language of the system's messages (LC_ALL, LC_MESSAGES, LANG); English where the
/// program does not have it.
[[nodiscard]] const Language& systemLanguage();

}  // namespace lookback
