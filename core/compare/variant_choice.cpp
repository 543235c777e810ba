#include "core/compare/variant_choice.h"

#include <array>
#include <cassert>
#include <optional>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/explain/masking_words.h"

namespace lookback {
namespace {

/// A row of the table of kinds of variants.
struct VariantChoiceRow {
    VariantKind kind;
    std::optional<Error> (*fault)(const Document&, const VariantChoice&);
    void (*change)(Document&, const VariantChoice&);  ///< a document without that fault
    std::string (*title)(const Document&, const VariantChoice&);
};

std::optional<Error> noFault(const Document&, const VariantChoice&) { return std::nullopt; }

std::optional<Error> faultOfValue(const Document& document, const VariantChoice&) {
    const MaskingInfo& method = info(document.masking.method);
    if (method.uses_value) return std::nullopt;
    return Error{"masking.value",
                 fmt::format("the method {} has none, expected one with a value", method.name)};
}

std::optional<Error> faultOfOrder(const Document& document, const VariantChoice&) {
    const MaskingInfo& method = info(document.masking.method);
    if (method.place == MaskingPlace::scores) return std::nullopt;
    return Error{"masking.order",
                 fmt::format("the method {} masks after softmax, expected one that masks scores",
                             method.name)};
}

std::optional<Error> faultOfSnapshot(const Document& document, const VariantChoice& choice) {
    if (findSnapshot(document, choice.name) != nullptr) return std::nullopt;
    return Error{"snapshots", fmt::format("there is none named {}", inQuotes(choice.name))};
}

void becomeSnapshot(Document& document, const VariantChoice& choice) {
    const std::shared_ptr<const Document> kept = findSnapshot(document, choice.name)->document;
    document = *kept;
}

std::string maskingTitle(const Masking& masking) {
    const std::string_view label = maskingWords(masking.method).label;
    if (!info(masking.method).uses_value) return std::string(label);
    return fmt::format("{} {}", label, formatShort(masking.value));
}

std::string scaleTitle(const Scale& scale) {
    switch (scale.kind) {
        case Scale::Kind::sqrt_dk: return "\u00f7 \u221ad_k";
        case Scale::Kind::dk: return "\u00f7 d_k";
        case Scale::Kind::none: return "not divided";
        case Scale::Kind::number: break;
    }
    return fmt::format("\u00f7 {}", formatShort(scale.number));
}

/// "Causal and Sliding window 2".
std::string maskTitle(const Mask& mask) {
    std::string title;
    for (const MaskRule& rule : mask.rules) {
        title += fmt::format("{}{}", title.empty() ? "" : " and ", maskRuleTitle(rule));
    }
    if (title.empty()) title = "no rules";
    if (mask.flips.empty()) return title;
    const auto painted = static_cast<Index>(mask.flips.size());
    return fmt::format("{}, {} painted", title, counted(painted, "cell"));
}

std::string ofDocument(const Document& document, const VariantChoice&) {
    return isMasked(document) ? "masked" : "unmasked";
}

/// The document keeps its value where the method has none.
void becomeMethod(Document& document, const VariantChoice& choice) {
    document.masking.method = choice.masking.method;
    if (info(choice.masking.method).uses_value) document.masking.value = choice.masking.value;
}

void becomeScaled(Document& document, const VariantChoice& choice) {
    document.scale = choice.scale;
    document.masking.order = choice.masking.order;
}

/// "÷ √d_k"; with the order where it differs from the document's.
std::string titleWithScale(const Document& document, const VariantChoice& choice) {
    const std::string title = scaleTitle(choice.scale);
    if (choice.masking.order == document.masking.order) return title;
    const bool is_before = choice.masking.order == MaskingOrder::before_scale;
    return fmt::format("{}, masked {}", title, is_before ? "before it" : "after it");
}

std::string titleWithValue(const Document& document, const VariantChoice& choice) {
    Masking masking = document.masking;
    masking.value = choice.masking.value;
    return maskingTitle(masking);
}

std::string titleOfOrder(const Document&, const VariantChoice& choice) {
    const bool is_before = choice.masking.order == MaskingOrder::before_scale;
    return is_before ? "masked before scale" : "masked after scale";
}

constexpr std::array<VariantChoiceRow, kVariantKinds> kVariantChoiceRows{{
    {VariantKind::document, noFault, [](Document&, const VariantChoice&) {}, ofDocument},
    {VariantKind::unmasked, noFault, [](Document& d, const VariantChoice&) { setMasked(d, false); },
     [](const Document&, const VariantChoice&) -> std::string { return "unmasked"; }},
    {VariantKind::method, noFault, becomeMethod,
     [](const Document&, const VariantChoice& c) { return maskingTitle(c.masking); }},
    {VariantKind::value, faultOfValue,
     [](Document& d, const VariantChoice& c) { d.masking.value = c.masking.value; },
     titleWithValue},
    {VariantKind::order, faultOfOrder,
     [](Document& d, const VariantChoice& c) { d.masking.order = c.masking.order; }, titleOfOrder},
    {VariantKind::dtype, noFault, [](Document& d, const VariantChoice& c) { d.dtype = c.dtype; },
     [](const Document&, const VariantChoice& c) { return std::string(info(c.dtype).name); }},
    {VariantKind::scale, noFault, becomeScaled, titleWithScale},
    {VariantKind::mask, noFault, [](Document& d, const VariantChoice& c) { d.mask = c.mask; },
     [](const Document&, const VariantChoice& c) { return maskTitle(c.mask); }},
    {VariantKind::snapshot, faultOfSnapshot, becomeSnapshot,
     [](const Document&, const VariantChoice& c) { return inQuotes(c.name); }},
    {VariantKind::file, noFault, [](Document& d, const VariantChoice& c) { d = *c.file; },
     [](const Document&, const VariantChoice& c) { return c.name; }},
}};

const VariantChoiceRow& variantRow(VariantKind kind) {
    const VariantChoiceRow& row = kVariantChoiceRows[static_cast<std::size_t>(kind)];
    assert(row.kind == kind);
    return row;
}

}  // namespace

Result<Document> chosenVariant(const Document& document, const VariantChoice& choice) {
    const VariantChoiceRow& row = variantRow(choice.kind);
    if (auto fault = row.fault(document, choice)) return tl::unexpected(*std::move(fault));
    Document made = document;
    row.change(made, choice);
    if (const std::vector<Error> found = faults(made); !found.empty()) {
        return tl::unexpected(found.front());
    }
    return made;
}

std::string variantTitle(const Document& document, const VariantChoice& choice) {
    return variantRow(choice.kind).title(document, choice);
}

}  // namespace lookback
