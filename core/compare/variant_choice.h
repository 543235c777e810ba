#pragma once

#include <memory>
#include <string>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/document/document.h"

namespace lookback {

/// Ways to make a variant from a document.
enum class VariantKind : std::uint8_t {
    document,  ///< as it is
    unmasked,  ///< without rules and painted cells
    method,    ///< another masking method
    value,     ///< another masking value
    order,     ///< masking before or after the scale
    softmax,   ///< softmax over rows or columns
    dtype,     ///< another precision
    scale,     ///< another divisor of the scores
    mask,      ///< other rules
    snapshot,  ///< a snapshot of the document
    file,      ///< the document of a file
};
inline constexpr std::size_t kVariantKinds = static_cast<std::size_t>(VariantKind::file) + 1;

/// A way to make a variant, with its parameters; a kind ignores the fields of other kinds.
struct VariantChoice {
    VariantKind kind = VariantKind::document;
    Masking masking{};  ///< of method with its value, of value, order, softmax; of scale the order
    DType dtype = DType::float32;
    Scale scale{};
    Mask mask{};
    std::string name{};                      ///< of a snapshot or file
    std::shared_ptr<const Document> file{};  ///< its document; not null for kind `file`

    bool operator==(const VariantChoice&) const = default;
};

/// The document that is chosen, without `faults`.
/// Errors: the first fault of the document that it would be (`masking.value`: -1e9 does not fit
/// float16), `where` being the document's field; a value or an order that would change nothing, as
/// the method has none; no snapshot of this name.
[[nodiscard]] Result<Document> chosenVariant(const Document& document, const VariantChoice& choice);

/// The name of a variant, in a few words: `masked`, `fill −1e9`, `float16`, “before”.
[[nodiscard]] Message variantTitle(const Document& document, const VariantChoice& choice);

}  // namespace lookback
