#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/document/document.h"

namespace lookback {

/// A part of a work that a lesson may lock, or expect to be unchanged.
enum class DocumentPart : std::uint8_t {
    tokens,
    embeddings,
    positions,
    heads,
    weights,
    scale,
    softcap,
    mask,
    masking,
    dtype,
    draw,
    experiment,
    everything,
};

/// A row of the table of parts.
struct DocumentPartInfo {
    DocumentPart part;
    std::string_view name;  ///< as files spell it
    Message (*label)();     ///< in a sentence: "the weights"
    /// True where the part is the same in both; null: not a part of documents.
    bool (*is_same)(const Document& a, const Document& b);
};

/// In the order of the enumerators.
[[nodiscard]] std::span<const DocumentPartInfo> documentParts();
[[nodiscard]] const DocumentPartInfo& info(DocumentPart part);

}  // namespace lookback
