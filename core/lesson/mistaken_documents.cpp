#include "core/lesson/mistaken_documents.h"

#include <array>
#include <cassert>

#include "core/base/named_rows.h"
#include "core/document/edit.h"
#include "core/document/mask_edit.h"

namespace lookback {
namespace {

void setDivisor(Document& document, double number) {
    document.scale = {.kind = Scale::Kind::number, .number = number};
}

/// Replaces the mask by one custom rule. @param allowed whether a query may look at a key
template <class Allowed>
void setCells(Document& document, Allowed allowed) {
    const Index n = document.n();
    MaskRule rule{.kind = MaskKind::custom};
    for (Index query = 0; query < n; ++query) {
        std::vector<bool>& row = rule.allowed.emplace_back();
        for (Index key = 0; key < n; ++key) row.push_back(allowed(query, key));
    }
    document.mask = {.rules = {std::move(rule)}, .flips = {}};
}

/// @param method as files spell it
void setMethod(Document& document, std::string_view method) {
    document.masking.method = findByName(kMaskingMethods, method)->method;
}

constexpr std::array kVariants{
    DocumentVariantInfo{DocumentVariant::present, "", nullptr},
    DocumentVariantInfo{DocumentVariant::opened, "opened", nullptr},
    DocumentVariantInfo{DocumentVariant::unmasked, "unmasked",
                        [](Document& d) { setMasked(d, false); }},
    DocumentVariantInfo{DocumentVariant::not_scaled, "not_scaled",
                        [](Document& d) { d.scale = {.kind = Scale::Kind::none}; }},
    DocumentVariantInfo{DocumentVariant::scaled_twice, "scaled_twice",
                        [](Document& d) {
                            const double once = divisor(d);
                            setDivisor(d, once * once);
                        }},
    DocumentVariantInfo{DocumentVariant::wrong_triangle, "wrong_triangle",
                        [](Document& d) {
                            setCells(d, [mask = d.mask](Index query, Index key) {
                                return allows(mask, key, query);
                            });
                        }},
    DocumentVariantInfo{DocumentVariant::off_by_one, "off_by_one",
                        [](Document& d) {
                            setCells(d, [mask = d.mask, n = d.n()](Index query, Index key) {
                                if (allows(mask, query, key)) return true;
                                if (key > 0) return allows(mask, query, key - 1);
                                for (Index other = 1; other < n; ++other) {
                                    if (allows(mask, query, other)) return false;
                                }
                                return true;
                            });
                        }},
    DocumentVariantInfo{DocumentVariant::inverted, "inverted",
                        [](Document& d) { invert(d.mask, d.n()); }},
    DocumentVariantInfo{DocumentVariant::over_columns, "over_columns",
                        [](Document& d) { d.masking.softmax = SoftmaxOver::columns; }},
    DocumentVariantInfo{DocumentVariant::after_softmax, "after_softmax",
                        [](Document& d) { setMethod(d, "zero"); }},
    DocumentVariantInfo{DocumentVariant::added, "added",
                        [](Document& d) { setMethod(d, "add_allowed"); }},
    DocumentVariantInfo{DocumentVariant::multiplied, "multiplied",
                        [](Document& d) { setMethod(d, "multiply"); }},
    DocumentVariantInfo{DocumentVariant::mask_of_zeros, "mask_of_zeros",
                        [](Document& d) {
                            setMethod(d, "fill");
                            d.masking.value = 0;
                        }},
};
static_assert(kVariants.size() == kDocumentVariants);

}  // namespace

std::span<const DocumentVariantInfo> documentVariants() { return kVariants; }

const DocumentVariantInfo& info(DocumentVariant variant) {
    const DocumentVariantInfo& row = kVariants[static_cast<std::size_t>(variant)];
    assert(row.variant == variant);
    return row;
}

}  // namespace lookback
