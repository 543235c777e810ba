#pragma once

#include <cstdint>
#include <optional>

#include "core/io/trace_formats.h"
#include "core/words/language.h"

namespace lookback {

/// A computed document, as the formats of the command `export` take it.
struct DocumentExport {
    TraceReport report;  ///< the stages to write
    const Language& language;
    std::uint32_t seed = 1;         ///< chooses the blanks
    std::optional<Index> blanks{};  ///< from 1 on; nothing: the format's usual number
};

}  // namespace lookback
