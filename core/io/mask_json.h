#pragma once

#include <optional>
#include <string>

#include "core/document/document.h"
#include "core/document/mask.h"
#include "core/document/masking.h"
#include "core/io/json_tree.h"

namespace lookback {

class Faults;

// The fields `scale`, `mask`, `flips` and `masking`, which document files and experiment files
// share. Readers add a fault and return nothing where a value is invalid.

[[nodiscard]] std::optional<std::vector<MaskRule>> readMaskRules(const Json& json,
                                                                 const std::string& path,
                                                                 Faults& faults);

/// Cells `[query, key]`, each once. @return sorted
[[nodiscard]] std::optional<std::vector<Cell>> readFlips(const Json& json, const std::string& path,
                                                         Faults& faults);

/// Absent fields keep the defaults of `Masking`.
[[nodiscard]] std::optional<Masking> readMasking(const Json& json, const std::string& path,
                                                 Faults& faults);

[[nodiscard]] std::string writeMaskRules(const std::vector<MaskRule>& rules, int indent);
[[nodiscard]] std::string writeFlips(const std::vector<Cell>& flips, int indent);
[[nodiscard]] std::string writeMasking(const Masking& masking);

/// The name of a scale, or a number.
[[nodiscard]] std::optional<Scale> readScale(const Json& json, const std::string& path,
                                             Faults& faults);
[[nodiscard]] std::string writeScale(const Scale& scale);

}  // namespace lookback
