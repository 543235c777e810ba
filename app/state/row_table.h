#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/place.h"
#include "core/compare/masked_row.h"
#include "core/compare/variant_choice.h"
#include "core/explain/explain.h"

namespace lookback {

/// A row of weights under one of the variants that a table of Compare lists.
struct RowTableLine {
    VariantChoice choice;  ///< of that variant
    std::string label;     ///< a few words
    bool is_own = false;   ///< the document is like this
    std::optional<MaskedRow> row{};
    std::string refusal{};           ///< why there is no row
    std::optional<double> enough{};  ///< from which masking value on blocked keys get nothing
};

/// One row of weights under every method, in every precision or under every scale.
struct RowTable {
    std::vector<RowTableLine> lines;
    std::vector<TextLine> told;  ///< what there is to say of them, what matters most first
    bool has_enough = false;     ///< lines say from which value on
};

/// What a table is about.
struct RowTableKey {
    CompareView view = CompareView::methods;
    Index query = 0;
    Index head = 0;
    int decimals = 4;  ///< of the numbers in what is told

    bool operator==(const RowTableKey&) const = default;
};

/// @param key of a table, with a row that the document has
[[nodiscard]] RowTable rowTableOf(const Document& document, const RowTableKey& key);

}  // namespace lookback
