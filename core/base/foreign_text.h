/// Text that others wrote, where it is printed or put into code: on one line `oneLine` (text.h).
#pragma once

#include <string>

namespace lookback {

/// True for characters that command a terminal or turn the order of letters: controls, ends of
/// lines and paragraphs (U+2028, U+2029), embeddings, overrides and isolates of direction (U+202A
/// to U+202E, U+2066 to U+2069).
[[nodiscard]] bool isControl(char32_t code);

/// A sentence of ours with text of others in it, for a terminal: as `oneLine`, a question mark for
/// each `isControl` and each byte that is no UTF-8. Pairs of isolates stay, which labels put around
/// words from right to left.
[[nodiscard]] std::string sentenceLine(std::string text);

}  // namespace lookback
