#include "core/compare/variant_choice.h"

#include <array>
#include <cassert>
#include <optional>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/explain/masking_words.h"
#include "messages/faults.h"
#include "messages/masking.h"
#include "messages/variant.h"

namespace lookback {
namespace {

/// A row of the table of kinds of variants.
struct VariantChoiceRow {
    VariantKind kind;
    std::optional<Error> (*fault)(const Document&, const VariantChoice&);
    void (*change)(Document&, const VariantChoice&);  ///< a document without that fault
    Message (*title)(const Document&, const VariantChoice&);
};

std::optional<Error> noFault(const Document&, const VariantChoice&) { return std::nullopt; }

std::optional<Error> faultOfValue(const Document& document, const VariantChoice&) {
    const MaskingInfo& method = info(document.masking.method);
    if (method.uses_value) return std::nullopt;
    return Error{"masking.value",
                 say::faults::NoMaskingValue{.method = Verbatim{std::string(method.name)}}};
}

std::optional<Error> faultOfOrder(const Document& document, const VariantChoice&) {
    const MaskingInfo& method = info(document.masking.method);
    if (method.place == MaskingPlace::scores) return std::nullopt;
    return Error{"masking.order",
                 say::faults::MasksAfterSoftmax{.method = Verbatim{std::string(method.name)}}};
}

std::optional<Error> faultOfSnapshot(const Document& document, const VariantChoice& choice) {
    if (findSnapshot(document, choice.name) != nullptr) return std::nullopt;
    return Error{"snapshots", say::faults::NoSnapshot{.name = TokenLabel{choice.name}}};
}

void becomeSnapshot(Document& document, const VariantChoice& choice) {
    const std::shared_ptr<const Document> kept = findSnapshot(document, choice.name)->document;
    document = *kept;
}

Message maskingTitle(const Masking& masking) {
    const Message label = maskingWords(masking.method).label();
    if (!info(masking.method).uses_value) return label;
    return say::masking::WithValue{.method = label, .value = Verbatim{formatShort(masking.value)}};
}

Message scaleTitle(const Scale& scale) {
    switch (scale.kind) {
        case Scale::Kind::sqrt_dk: return say::variant::DividedSqrt{};
        case Scale::Kind::dk: return say::variant::DividedDk{};
        case Scale::Kind::none: return say::variant::NotDivided{};
        case Scale::Kind::number: break;
    }
    return say::variant::DividedBy{.number = Verbatim{formatShort(scale.number)}};
}

/// "Causal and Sliding window 2".
Message maskTitle(const Mask& mask) {
    Listed rules;
    for (const MaskRule& rule : mask.rules) rules.things.emplace_back(maskRuleTitle(rule));
    const Argument names =
        rules.things.empty() ? Argument(Message(say::variant::NoRules{})) : Argument(rules);
    return say::variant::Rules{.rules = names, .n = static_cast<Index>(mask.flips.size())};
}

Message ofDocument(const Document& document, const VariantChoice&) {
    return isMasked(document) ? Message(say::variant::Masked{}) : Message(say::variant::Unmasked{});
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
Message titleWithScale(const Document& document, const VariantChoice& choice) {
    const Message title = scaleTitle(choice.scale);
    if (choice.masking.order == document.masking.order) return title;
    if (choice.masking.order == MaskingOrder::before_scale) {
        return say::variant::ScaledBefore{.scale = title};
    }
    return say::variant::ScaledAfter{.scale = title};
}

Message titleWithValue(const Document& document, const VariantChoice& choice) {
    Masking masking = document.masking;
    masking.value = choice.masking.value;
    return maskingTitle(masking);
}

Message titleOfOrder(const Document&, const VariantChoice& choice) {
    const bool is_before = choice.masking.order == MaskingOrder::before_scale;
    return is_before ? Message(say::variant::MaskedBefore{}) : Message(say::variant::MaskedAfter{});
}

Message titleOfSoftmax(const Document&, const VariantChoice& choice) {
    return isOverColumns(choice.masking) ? Message(say::masking::OverColumns{})
                                         : Message(say::masking::OverRows{});
}

Message named(std::string_view name) {
    return say::variant::Named{.name = Verbatim{std::string(name)}};
}

constexpr std::array<VariantChoiceRow, kVariantKinds> kVariantChoiceRows{{
    {VariantKind::document, noFault, [](Document&, const VariantChoice&) {}, ofDocument},
    {VariantKind::unmasked, noFault, [](Document& d, const VariantChoice&) { setMasked(d, false); },
     [](const Document&, const VariantChoice&) -> Message { return say::variant::Unmasked{}; }},
    {VariantKind::method, noFault, becomeMethod,
     [](const Document&, const VariantChoice& c) { return maskingTitle(c.masking); }},
    {VariantKind::value, faultOfValue,
     [](Document& d, const VariantChoice& c) { d.masking.value = c.masking.value; },
     titleWithValue},
    {VariantKind::order, faultOfOrder,
     [](Document& d, const VariantChoice& c) { d.masking.order = c.masking.order; }, titleOfOrder},
    {VariantKind::softmax, noFault,
     [](Document& d, const VariantChoice& c) { d.masking.softmax = c.masking.softmax; },
     titleOfSoftmax},
    {VariantKind::dtype, noFault, [](Document& d, const VariantChoice& c) { d.dtype = c.dtype; },
     [](const Document&, const VariantChoice& c) { return named(info(c.dtype).name); }},
    {VariantKind::scale, noFault, becomeScaled, titleWithScale},
    {VariantKind::mask, noFault, [](Document& d, const VariantChoice& c) { d.mask = c.mask; },
     [](const Document&, const VariantChoice& c) { return maskTitle(c.mask); }},
    {VariantKind::snapshot, faultOfSnapshot, becomeSnapshot,
     [](const Document&, const VariantChoice& c) { return named(inQuotes(c.name)); }},
    {VariantKind::file, noFault, [](Document& d, const VariantChoice& c) { d = *c.file; },
     [](const Document&, const VariantChoice& c) { return named(c.name); }},
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

Message variantTitle(const Document& document, const VariantChoice& choice) {
    return variantRow(choice.kind).title(document, choice);
}

}  // namespace lookback
