#include "app/state/kept/choice_text.h"

#include <array>

#include "core/io/json_text.h"
#include "core/io/mask_json.h"
#include "core/io/scale_json.h"

namespace lookback {
namespace {

struct KindName {
    VariantKind kind;
    std::string_view name;
};

/// In the order of the enumerators.
constexpr std::array<KindName, kVariantKinds> kKindNames{{
    {VariantKind::document, "document"},
    {VariantKind::unmasked, "unmasked"},
    {VariantKind::method, "method"},
    {VariantKind::value, "value"},
    {VariantKind::order, "order"},
    {VariantKind::dtype, "dtype"},
    {VariantKind::scale, "scale"},
    {VariantKind::mask, "mask"},
    {VariantKind::snapshot, "snapshot"},
    {VariantKind::file, "file"},
}};

constexpr std::array<std::string_view, 7> kChoiceTextFields{"kind", "masking", "dtype", "scale",
                                                            "mask", "flips",   "name"};

}  // namespace

std::string writeChoice(const VariantChoice& choice) {
    const auto kind = static_cast<std::size_t>(choice.kind);
    JsonFields fields{{"kind", jsonString(kKindNames[kind].name)}};
    switch (choice.kind) {
        case VariantKind::method:
        case VariantKind::value:
        case VariantKind::order:
            fields.emplace_back("masking", jsonWithoutSpace(writeMasking(choice.masking)));
            break;
        case VariantKind::dtype:
            fields.emplace_back("dtype", jsonString(info(choice.dtype).name));
            break;
        case VariantKind::scale:
            fields.emplace_back("masking", jsonWithoutSpace(writeMasking(choice.masking)));
            fields.emplace_back("scale", writeScale(choice.scale));
            break;
        case VariantKind::mask:
            fields.emplace_back("mask", jsonWithoutSpace(writeMaskRules(choice.mask.rules, 0)));
            fields.emplace_back("flips", jsonWithoutSpace(writeFlips(choice.mask.flips, 0)));
            break;
        case VariantKind::snapshot: fields.emplace_back("name", jsonString(choice.name)); break;
        case VariantKind::document:
        case VariantKind::unmasked:
        case VariantKind::file: break;
    }
    return jsonInline(fields);
}

VariantChoice readChoice(const SessionLine& place, std::string_view field,
                         const VariantChoice& usual, Faults& faults) {
    const Json* const json = place.find(field);
    if (json == nullptr) return usual;
    const SessionLine line(*json, place.path(field), kChoiceTextFields, faults);
    VariantChoice choice;
    choice.kind = kKindNames[line.row("kind", kKindNames)].kind;
    if (choice.kind == VariantKind::file) return usual;
    if (const Json* const masking = line.find("masking")) {
        choice.masking = readMasking(*masking, line.path("masking"), faults).value_or(Masking());
    }
    choice.dtype = line.find("dtype") ? kDTypes[line.row("dtype", kDTypes)].dtype : choice.dtype;
    if (const Json* const scale = line.find("scale")) {
        choice.scale = readScale(*scale, line.path("scale"), faults).value_or(Scale());
    }
    if (const Json* const rules = line.find("mask")) {
        choice.mask.rules =
            readMaskRules(*rules, line.path("mask"), faults).value_or(std::vector<MaskRule>());
    }
    if (const Json* const flips = line.find("flips")) {
        choice.mask.flips =
            readFlips(*flips, line.path("flips"), faults).value_or(std::vector<Cell>());
    }
    choice.name = line.text("name");
    return choice;
}

}  // namespace lookback
