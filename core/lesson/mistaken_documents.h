#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/document/document.h"

namespace lookback {

/// A document with one change, from which an expression may read: `unmasked.scores[0][1]`.
enum class DocumentVariant : std::uint8_t {
    present,  ///< the document as it is
    opened,   ///< the lesson's own, before any step
    unmasked,
    not_scaled,
    scaled_twice,
    wrong_triangle,
    off_by_one,
    inverted,
    over_columns,
    after_softmax,
    added,
    multiplied,
    mask_of_zeros,
};
inline constexpr std::size_t kDocumentVariants =
    static_cast<std::size_t>(DocumentVariant::mask_of_zeros) + 1;

/// A row of the table of variants.
struct DocumentVariantInfo {
    DocumentVariant variant;
    std::string_view name;      ///< before the point of a quantity; empty: the present one
    void (*change)(Document&);  ///< null: not made from the present document by a change
};

/// In the order of the enumerators.
[[nodiscard]] std::span<const DocumentVariantInfo> documentVariants();
[[nodiscard]] const DocumentVariantInfo& info(DocumentVariant variant);

}  // namespace lookback
