#pragma once

#include <string>

#include "core/base/result.h"
#include "core/io/document_export.h"

namespace lookback {

/// Writes a table for each stage, and for each head, as CSV: its name, a line of column names, then
/// a line for each row with its token. Tables are apart by an empty line. Heads and dimensions
/// count from 0.
[[nodiscard]] Result<std::string> stageTables(const DocumentExport& document);

/// Writes the trace as JSON, as the command `trace` does.
[[nodiscard]] Result<std::string> traceJson(const DocumentExport& document);

/// Writes the stages under their names, and X, W_q, W_k, W_v and W_o, as a ZIP archive of NumPy
/// arrays. Two exports of one document are equal, bit for bit. bfloat16 is stored as float32, which
/// holds it exactly. Errors: more than 4 GB.
[[nodiscard]] Result<std::string> npzArchive(const DocumentExport& document);

}  // namespace lookback
