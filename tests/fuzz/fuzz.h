/// What all fuzz targets share. A target reads one input; libFuzzer makes them, by the million, and
/// keeps those that reach code which none has reached before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/text.h"
#include "tests/core/said.h"

namespace lookback::fuzz {

/// Bytes of memory that a document may take here: small ones are tried more often.
inline constexpr double kAllowed = 4e6;

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// Ends the process, which is what libFuzzer takes note of, where something does not hold.
inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

/// A refusal says something, in text that can be shown.
inline void requireReason(const Error& error) {
    require(!test::said(error).empty(), "a refusal says why");
    require(isUtf8(test::said(error)) && isUtf8(error.where), "a refusal is readable");
}
inline void requireReason(const std::vector<Error>& errors) {
    require(!errors.empty(), "a refusal names a fault");
    for (const Error& error : errors) requireReason(error);
}

}  // namespace lookback::fuzz

/// The input of a target.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
