#include <fmt/format.h>

#include "app/state/sentences.h"
#include "app/views/compare/compare.h"
#include "app/views/shared/masking_value.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"

namespace lookback {
namespace {

/// The menu of one side.
class VariantMenu {
public:
    VariantMenu(const Scene& scene, Side side)
        : scene_(scene), document_(scene.document()), side_(side) {}

    void draw() {
        item({}, "This document");
        item({.kind = VariantKind::unmasked}, "Its unmasked twin");
        ImGui::Separator();
        submenu("Another method", &VariantMenu::methods);
        submenu("Another masking value", &VariantMenu::values);
        submenu("Masked before or after the scale", &VariantMenu::orders);
        submenu("Another precision", &VariantMenu::precisions);
        submenu("Another scale", &VariantMenu::scales);
        submenu("Another mask", &VariantMenu::masks);
        if (!document_.snapshots.empty()) submenu("A snapshot", &VariantMenu::snapshots);
    }

private:
    /// A row that chooses a variant; one that the document cannot become says why.
    void item(const VariantChoice& choice, const std::string& label) {
        const Result<Document> made = variantOf(document_, choice);
        const bool is_chosen = scene_.place().compared.of(side_) == choice;
        if (menuItem(scene_.look, label, {.chosen = is_chosen, .enabled = made.has_value()})) {
            scene_.emit(SetVariant{side_, choice});
        }
        if (made) return;
        tooltip(scene_.look, asSentence(made.error().where + ": " + made.error().message));
    }

    /// The same under the name that the variant has.
    void item(const VariantChoice& choice) { item(choice, titleOf(document_, choice)); }

    void submenu(const char* label, void (VariantMenu::*items)()) {
        if (!beginSubmenu(scene_.look, label)) return;
        (this->*items)();
        endSubmenu(scene_.look);
    }

    void methods() {
        for (const MaskingInfo& row : kMaskingMethods) {
            item({.kind = VariantKind::method, .masking = {.method = row.method}});
        }
    }

    void values() {
        for (const double value : kMaskingStops) {
            item({.kind = VariantKind::value, .masking = {.value = value}}, formatShort(value));
        }
    }

    void orders() {
        for (const MaskingOrder order : {MaskingOrder::after_scale, MaskingOrder::before_scale}) {
            item({.kind = VariantKind::order, .masking = {.order = order}});
        }
    }

    void precisions() {
        for (const DTypeInfo& row : kDTypes) {
            item({.kind = VariantKind::dtype, .dtype = row.dtype});
        }
    }

    void scales() {
        for (const Scale::Kind kind : {Scale::Kind::sqrt_dk, Scale::Kind::dk, Scale::Kind::none}) {
            item({.kind = VariantKind::scale, .scale = {.kind = kind}});
        }
    }

    void masks() {
        for (const MaskInfo& row : maskKinds()) {
            item({.kind = VariantKind::mask, .mask = {{newRule(row.kind, document_.n())}, {}}});
        }
    }

    void snapshots() {
        for (const DocumentSnapshot& kept : document_.snapshots) {
            item({.kind = VariantKind::snapshot, .name = kept.name}, kept.name);
        }
        ImGui::Separator();
        if (!beginSubmenu(scene_.look, "Remove")) return;
        for (const DocumentSnapshot& kept : document_.snapshots) {
            if (menuItem(scene_.look, kept.name + "##remove")) {
                scene_.emit(RemoveSnapshot{kept.name});
            }
        }
        endSubmenu(scene_.look);
    }

    const Scene& scene_;
    const Document& document_;
    Side side_;
};

}  // namespace

void variantItems(const Scene& scene, Side side) { VariantMenu(scene, side).draw(); }

}  // namespace lookback
