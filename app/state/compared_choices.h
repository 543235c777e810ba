#pragma once

#include "core/compare/difference.h"
#include "core/compare/variant_choice.h"

namespace lookback {

/// What Compare holds against each other: at first the document and its unmasked twin.
struct ComparedChoices {
    VariantChoice a{};
    VariantChoice b{.kind = VariantKind::unmasked};

    bool operator==(const ComparedChoices&) const = default;

    [[nodiscard]] const VariantChoice& of(Side side) const { return side == Side::a ? a : b; }
    [[nodiscard]] VariantChoice& of(Side side) { return side == Side::a ? a : b; }
};

}  // namespace lookback
