#pragma once

#include <optional>
#include <string>

#include "core/document/document.h"

namespace lookback {

/// What the leak test asks of a masking method. Whoever knows all methods (core/masking) answers.
struct MaskingPath {
    /// Why nothing gets past the mask, whatever numbers a document has, in a sentence. Nothing
    /// where some numbers might.
    std::optional<std::string> (*closed)(const Document&) = [](const Document&) {
        return std::optional<std::string>();
    };
    /// Which others might, where those at hand do not: `larger ones may: −1e9 is a finite value`.
    std::string (*open)(const Masking&) = nullptr;
};

[[nodiscard]] const MaskingPath& pathOf(MaskingMethod method);

}  // namespace lookback
