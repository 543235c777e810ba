/// Limits of the program, as docs/limits.md lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/matrix.h"

namespace lookback {

inline constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;

/// Bytes of the lists and texts of a file in memory: `[],[],` takes twenty times its size in the
/// file.
inline constexpr double kMaxTreeBytes = 250e6;

inline constexpr Index kMaxTokens = 4096;
inline constexpr Index kMaxHeads = 4096;

/// Bytes of all tokens together: a table of all pairs names each of them thousands of times.
inline constexpr std::size_t kMaxTokenBytes = 1'000'000;

/// Bytes of a text that people read, as a step of a lesson, in one language: 64 pages of print.
inline constexpr std::size_t kMaxReadTextBytes = 65536;

/// Evaluations of mask rules: each rule for every pair of tokens.
inline constexpr double kMaxRuleQuestions = 1e9;

/// Bytes of a document and all that is computed from it; at most half of the free memory
/// (`allowedMemory`).
inline constexpr double kMaxMemory = 4e9;

/// Multiplications for the expected prints that have a masking of their own: a few seconds.
inline constexpr double kMaxExpectedWork = 5e10;

/// Multiplications of a leak test: some ten seconds.
inline constexpr double kMaxInfluenceWork = 2e10;

/// Multiplications of the search of a leak test: some seconds.
inline constexpr double kMaxSearchWork = 5e9;

/// Numbers that one program may draw, and operations that it may have.
inline constexpr std::int64_t kMaxDrawnNumbers = std::int64_t{1} << 24;
inline constexpr std::size_t kMaxDrawSteps = 4096;

/// Bytes of numbers that the window exports, as text in one piece; `lookback trace` has no limit.
inline constexpr double kMaxExported = 250e6;

/// Numbers on a worksheet: some ten pages of paper.
inline constexpr Index kMaxWorksheetNumbers = 4096;

/// Pixels of a picture that is drawn without a display.
inline constexpr double kMaxPixels = 70e6;

/// Pixels of all frames of a GIF.
inline constexpr double kMaxGifPixels = 600e6;

/// A number of bytes for people: `22.4 GB`.
[[nodiscard]] std::string memoryText(double bytes);

/// Bytes beside the limit that they pass, with decimals enough to read otherwise: "10.01 MB" where
/// the limit is 10 MB.
[[nodiscard]] std::string memoryText(double bytes, double most);

}  // namespace lookback
