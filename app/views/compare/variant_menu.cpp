#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/views/compare/compare.h"
#include "app/views/edit/mask_parts.h"
#include "app/widgets/fields.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "messages/edit.h"
#include "messages/variant.h"

namespace lookback {
namespace {

constexpr float kVariantMenuName = 220;  ///< width of the field in which a snapshot is named
constexpr float kNameHeight = 30;

/// The menu of one side.
class VariantMenu {
public:
    VariantMenu(const Scene& scene, Side side)
        : scene_(scene), document_(scene.document()), side_(side) {}

    void draw() {
        item({}, say::variant::Document{}, "document");
        item({.kind = VariantKind::unmasked}, say::variant::UnmaskedDocument{}, "unmasked");
        ImGui::Separator();
        submenu(say::variant::Methods{}, "methods", &VariantMenu::methods);
        submenu(say::variant::Values{}, "values", &VariantMenu::values);
        submenu(say::variant::Orders{}, "orders", &VariantMenu::orders);
        submenu(say::variant::SoftmaxAxes{}, "softmax-axes", &VariantMenu::softmaxAxes);
        submenu(say::variant::Precisions{}, "precisions", &VariantMenu::precisions);
        submenu(say::variant::Scales{}, "scales", &VariantMenu::scales);
        submenu(say::variant::Masks{}, "masks", &VariantMenu::masks);
        ImGui::Separator();
        if (!document_.snapshots.empty()) {
            submenu(say::variant::Snapshots{}, "snapshots", &VariantMenu::snapshots);
        }
        file();
    }

private:
    [[nodiscard]] const VariantChoice& chosen() const { return scene_.place().compared.of(side_); }

    /// Draws a row that chooses a variant; for an impossible variant the row is disabled and has
    /// the reason. Only visible rows are tried.
    void item(const VariantChoice& choice, const Message& label, std::string_view id) {
        const bool is_in_sight =
            ImGui::IsRectVisible({ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()});
        std::optional<Error> fault;
        if (is_in_sight) {
            if (Result<Document> made = chosenVariant(document_, choice); !made) {
                fault = std::move(made.error());
            }
        }
        if (menuItem(scene_.look, scene_.labelled(label, id),
                     {.chosen = chosen() == choice, .enabled = !fault.has_value()})) {
            scene_.emit(SetVariant{side_, choice});
        }
        if (fault) tooltip(scene_.look, scene_.said(faultOnScreen(*fault)));
    }

    /// As above, with the name of the variant as label.
    void item(const VariantChoice& choice, std::string_view id) {
        item(choice, variantTitle(document_, choice), id);
    }

    void submenu(const Message& label, const char* id, void (VariantMenu::*items)()) {
        if (!beginSubmenu(scene_.look, scene_.labelled(label, id))) return;
        (this->*items)();
        endSubmenu(scene_.look);
    }

    /// Draws a row for each method, with the document's value where the method has one.
    void methods() {
        for (const MaskingInfo& row : kMaskingMethods) {
            Masking masking = document_.masking;
            masking.method = row.method;
            item({.kind = VariantKind::method, .masking = masking}, row.name);
        }
    }

    void values() {
        for (const double value : kMaskingStops) {
            const std::string number = formatShort(value);
            item({.kind = VariantKind::value, .masking = {.value = value}},
                 say::variant::Named{.name = Verbatim{number}}, "value" + number);
        }
    }

    void orders() {
        item({.kind = VariantKind::order, .masking = {.order = MaskingOrder::after_scale}},
             "after-scale");
        item({.kind = VariantKind::order, .masking = {.order = MaskingOrder::before_scale}},
             "before-scale");
    }

    void softmaxAxes() {
        item({.kind = VariantKind::softmax, .masking = {.softmax = SoftmaxOver::rows}},
             "softmax-rows");
        item({.kind = VariantKind::softmax, .masking = {.softmax = SoftmaxOver::columns}},
             "softmax-columns");
    }

    void precisions() {
        for (const DTypeInfo& row : kDTypes) {
            item({.kind = VariantKind::dtype, .dtype = row.dtype}, row.name);
        }
    }

    /// Draws a row for each scale, with the document's order of masking and scaling.
    void scales() {
        VariantChoice choice{.kind = VariantKind::scale,
                             .masking = {.order = document_.masking.order}};
        for (const auto& [kind, id] :
             {std::pair{Scale::Kind::sqrt_dk, "scale-sqrt_dk"},
              std::pair{Scale::Kind::dk, "scale-dk"}, std::pair{Scale::Kind::none, "scale-none"}}) {
            choice.scale = {kind};
            item(choice, id);
        }
        ImGui::Separator();
        const bool is_number =
            chosen().kind == VariantKind::scale && chosen().scale.kind == Scale::Kind::number;
        const double now = is_number ? chosen().scale.number : divisor(document_);
        const auto typed =
            numberField(scene_.look, scene_.labelled(say::edit::AnotherNumber{}, "divisor"), now);
        if (!typed) return;
        choice.scale = {Scale::Kind::number, *typed};
        scene_.emit(SetVariant{side_, choice});
    }

    void masks() {
        for (const MaskInfo& row : maskKinds()) {
            item({.kind = VariantKind::mask, .mask = {{newRule(row.kind, document_.n())}, {}}},
                 row.name);
        }
    }

    void snapshots() {
        for (std::size_t at = 0; at < document_.snapshots.size(); ++at) {
            const std::string& name = document_.snapshots[at].name;
            item({.kind = VariantKind::snapshot, .name = name},
                 say::variant::Named{.name = Verbatim{name}}, fmt::format("snapshot-{}", at));
        }
        ImGui::Separator();
        submenu(say::variant::Rename{}, "rename", &VariantMenu::names);
        submenu(say::variant::Remove{}, "remove", &VariantMenu::removals);
    }

    /// Draws a field for the name of each snapshot.
    void names() {
        const Look& look = scene_.look;
        const std::string tip = scene_.said(say::variant::RenameTip{});
        for (std::size_t at = 0; at < document_.snapshots.size(); ++at) {
            const std::string& name = document_.snapshots[at].name;
            const ImVec2 from = ImGui::GetCursorScreenPos();
            const ImVec2 size{std::min(look.px(kVariantMenuName), menuWidth(look)),
                              look.px(kNameHeight)};
            const std::string label = fmt::format("##name{}", at);
            // An impossible name is refused with a notice.
            const MenuField field{.label = label.c_str(),
                                  .font = look.fonts.text,
                                  .tooltip = tip,
                                  .fault = [](const std::string&) { return std::string(); }};
            std::string typed = name;
            if (menuField(look, Rect::at(from, size), field, typed)) {
                scene_.emit(RenameSnapshot{name, typed});
            }
            ImGui::SetCursorScreenPos(from);
            ImGui::Dummy(size);
        }
    }

    void removals() {
        for (std::size_t at = 0; at < document_.snapshots.size(); ++at) {
            const std::string& name = document_.snapshots[at].name;
            if (menuItem(scene_.look, fmt::format("{}###remove-{}", name, at))) {
                scene_.emit(RemoveSnapshot{name});
            }
        }
    }

    /// Draws a row of the chosen file, if a file is chosen, and a row that opens a file. Earlier
    /// files have no row, since choosing one would read it again.
    void file() {
        using Said = say::variant::Open;
        const bool is_chosen = chosen().kind == VariantKind::file;
        if (is_chosen) item(chosen(), "file");
        const Message label = Said{.is = is_chosen ? Said::Is::chosen : Said::Is::other};
        if (menuItem(scene_.look, scene_.labelled(label, "open"))) {
            scene_.emit(ShowFileSheet{FileTask{.kind = FileTask::Kind::compare, .side = side_}});
        }
        tooltip(scene_.look, scene_.said(say::variant::OpenTip{}));
    }

    const Scene& scene_;
    const Document& document_;
    Side side_;
};

}  // namespace

const Command& commandOf(Side side) { return command(side == Side::a ? "variant-a" : "variant-b"); }

void drawVariantMenu(const Scene& scene, Side side, const char* id, const Rect& button,
                     bool opens) {
    const Menu own = side == Side::a ? Menu::variant_a : Menu::variant_b;
    const bool by_key = scene.hands.wanted_menu == own;
    if (by_key) scene.hands.wanted_menu = Menu::none;
    if (opens || by_key) ImGui::OpenPopup(id);
    if (!beginMenu(scene.look, id, button, by_key)) return;
    VariantMenu(scene, side).draw();
    endMenu();
}

}  // namespace lookback
