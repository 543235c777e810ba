#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/look/theme.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/generate/writing_scene.h"
#include "app/widgets/button.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "messages/generate.h"

namespace lookback {
namespace {

constexpr const char* kChipMenu = "##prompt";
constexpr std::size_t kMostOffered = 60;
constexpr std::size_t kMostChips = 40;

/// The prompt as chips, one for each unit and a last one that adds a unit; each has a menu.
class PromptChips {
public:
    PromptChips(const Scene& scene, Painter& painter, const Rect& region)
        : look_(scene.look),
          painter_(painter),
          writing_(scene),
          region_(region),
          pen_(region.min),
          units_(writing_.moment.twins.front().units) {
        units_.resize(writing_.moment.given);
    }

    float draw() {
        const std::size_t shown = std::min(units_.size(), kMostChips);
        for (std::size_t at = 0; at < shown; ++at) chip(at);
        const auto left_out = static_cast<Index>(units_.size() - shown);
        if (left_out > 0) {
            painter_.textFitted(look_.fonts.text, look_.colors().soft, place(look_.px(90)),
                                writing_.said(say::generate::PromptMore{.n = Count{left_out}}));
        }
        const Rect box = place(look_.px(36));
        const std::string tip = writing_.said(saidOf<say::generate::PromptAddTip>(writing_.unit()));
        if (button(painter_, box, "+###prompt-add", {.kind = ButtonKind::dashed, .tooltip = tip})) {
            ImGui::OpenPopup(kChipMenu);
        }
        menu(box, units_.size());
        return pen_.y + height() - region_.min.y;
    }

private:
    [[nodiscard]] float height() const { return look_.px(33); }

    Rect place(float width) {
        width = std::min(width, region_.width());
        if (pen_.x > region_.min.x && pen_.x + width > region_.max.x) {
            pen_ = {region_.min.x, pen_.y + height() + look_.px(8)};
        }
        const Rect box = Rect::at(pen_, {width, height()});
        pen_.x = box.max.x + look_.px(8);
        return box;
    }

    void chip(std::size_t at) {
        const Theme& c = look_.colors();
        const std::string name = writing_.nameOf(units_[at]);
        const float wide = std::ceil(painter_.width(look_.fonts.text, name)) + look_.px(28);
        const Rect box = place(std::max(wide, look_.px(34)));
        ImGui::PushID(static_cast<int>(at));
        ImGui::SetCursorScreenPos(box.min);
        const bool is_clicked = ImGui::InvisibleButton(fmt::format("{}##given", name).c_str(),
                                                       {box.width(), box.height()});
        const bool is_hovered = ImGui::IsItemHovered();
        tooltip(look_, writing_.said(saidOf<say::generate::PromptHands>(writing_.unit())));
        reorder(at);
        if (is_clicked) ImGui::OpenPopup(kChipMenu);
        painter_.fill(box, is_hovered ? c.hover : c.panel, look_.px(7));
        painter_.outline(box, is_hovered ? c.soft : c.line, look_.px(7),
                         std::max(1.0f, look_.px(1)));
        painter_.text(look_.fonts.text, c.ink, box, name, Align::center);
        menu(box, at);
        ImGui::PopID();
    }

    /// Moves a unit when its chip is dragged onto another.
    void reorder(std::size_t at) {
        if (ImGui::BeginDragDropSource(ImGuiDragDropFlags_SourceNoPreviewTooltip)) {
            ImGui::SetDragDropPayload("given", &at, sizeof at);
            ImGui::EndDragDropSource();
        }
        if (!ImGui::BeginDragDropTarget()) return;
        if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload("given")) {
            const std::size_t from = *static_cast<const std::size_t*>(payload->Data);
            std::vector<Unit> moved = units_;
            const Unit unit = moved[from];
            moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(from));
            moved.insert(moved.begin() + static_cast<std::ptrdiff_t>(at), unit);
            if (from != at) take(moved);
        }
        ImGui::EndDragDropTarget();
    }

    /// Draws the menu of a place: a field for typed units, and the units of the text.
    void menu(const Rect& anchor, std::size_t at) {
        if (!beginMenu(look_, kChipMenu, anchor, false)) return;
        const bool is_new = at == units_.size();
        std::string typed = is_new ? "" : typedUnits(writing_.run, std::span(&units_[at], 1));
        const ImVec2 cursor = ImGui::GetCursorScreenPos();
        const Rect box =
            Rect::at(cursor, {std::min(look_.px(180), menuWidth(look_)), look_.px(30)});
        const std::string tip =
            writing_.said(saidOf<say::generate::PromptTypedTip>(writing_.unit()));
        const MenuField field{
            .label = "##unit",
            .font = look_.fonts.mono,
            .tooltip = tip,
            .fault = [this, is_new](const std::string& text) -> std::string {
                if (text.empty() && is_new) return "";
                const auto units = promptUnits(writing_.run, text);
                return units ? "" : writing_.said(unitsFault(units.error(), writing_.unit()));
            }};
        if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
        if (menuField(look_, box, field, typed)) {
            // Esc leaves the field of a new place empty.
            if (const auto units = promptUnits(writing_.run, typed)) put(at, *units);
            ImGui::CloseCurrentPopup();
        }
        ImGui::SetCursorScreenPos({box.min.x, box.max.y + look_.px(6)});
        const std::string remove =
            writing_.said(saidOf<say::generate::PromptRemove>(writing_.unit())) + "###remove";
        if (!is_new && units_.size() > 1 && menuItem(look_, remove)) put(at, {});
        const std::vector<std::string>& all = writing_.run.text().vocabulary;
        using Offered = say::generate::PromptOffered;
        menuHeading(
            look_, writing_.said(Offered{
                       .are = all.size() <= kMostOffered ? Offered::Are::other : Offered::Are::some,
                       .unit = unitIn<Offered>(writing_.unit())}));
        for (std::size_t unit = 0; unit < std::min(all.size(), kMostOffered); ++unit) {
            const auto as_unit = static_cast<Unit>(unit);
            const std::string label = fmt::format("{}##{}", writing_.nameOf(as_unit), unit);
            const bool is_now = !is_new && units_[at] == as_unit;
            if (menuItem(look_, label, {.chosen = is_now})) put(at, {as_unit});
        }
        endMenu();
    }

    /// Replaces the unit at this place.
    void put(std::size_t at, const std::vector<Unit>& instead) {
        std::vector<Unit> next = units_;
        const auto place = next.begin() + static_cast<std::ptrdiff_t>(at);
        const auto rest = at < next.size() ? next.erase(place) : place;
        next.insert(rest, instead.begin(), instead.end());
        take(next);
    }

    void take(const std::vector<Unit>& units) {
        writing_.change(
            [&](GeneratePlace& place) { place.prompt = typedUnits(writing_.run, units); });
    }

    const Look& look_;
    Painter& painter_;
    WritingScene writing_;
    Rect region_;
    ImVec2 pen_;
    std::vector<Unit> units_;
};

}  // namespace

float drawPromptChips(const Scene& scene, Painter& painter, const Rect& region) {
    return PromptChips(scene, painter, region).draw();
}

}  // namespace lookback
