#pragma once

#include <string>
#include <vector>

#include "core/document/document.h"

namespace lookback {

/// The tokens as labels that tell repeated ones apart: the, cat, the₂. An empty token reads ∅.
[[nodiscard]] std::vector<std::string> tokenLabels(const std::vector<std::string>& tokens);

}  // namespace lookback
