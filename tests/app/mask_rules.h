/// Masks of many rules, and the marks of their tokens on the screen.
#pragma once

#include <string>
#include <vector>

#include "tests/app/lab_under_test.h"

namespace lookback::test {

[[nodiscard]] MaskRule numbered(MaskKind kind, Index number);

/// Half of the tokens are padding, or belong to another document.
[[nodiscard]] MaskRule marking(MaskKind kind, Index tokens);

/// The item that marks a token. @param window where it stands @param place token, key or query
[[nodiscard]] std::string mark(const char* window, MaskKind kind, const char* place, Index token);

[[nodiscard]] std::string aboveMask(MaskKind kind, Index token);

[[nodiscard]] bool allowed(const LabUnderTest& lab, Cell cell);

[[nodiscard]] Document withMask(Index tokens, std::vector<MaskRule> rules, Index width = 2);

}  // namespace lookback::test
