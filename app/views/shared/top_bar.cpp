#include <algorithm>
#include <array>

#include "app/state/commands.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/regions.h"
#include "app/widgets/button.h"
#include "core/document/edit.h"

namespace lookback {
namespace {

constexpr float kLeastMenu = 60;  ///< narrower ones are left to the keys

class TopBar {
public:
    TopBar(const Scene& scene, const Rect& region)
        : scene_(scene), look_(scene.look), painter_(scene.look), region_(region) {
        height_ = look_.px(34);
        y_ = region.min.y + (region.height() - height_) / 2;
        x_ = region.min.x + look_.px(18);
        right_ = region.max.x - look_.px(18);
    }

    void draw() {
        const Theme& c = look_.colors();
        painter_.fill(region_, c.panel);
        painter_.hairline({region_.min.x, region_.max.y - 1}, {region_.max.x, region_.max.y - 1},
                          c.line);
        rightSide();
        if (!scene_.left_floats) name();
        menu(documentMenu(scene_), scene_.left_floats ? 150 : scene_.narrow ? 200 : 330);
        commandButton("\u21B6##undo", "undo");
        commandButton("\u21B7##redo", "redo");
        maskSwitch();
        menu(maskMenu(scene_), 220);
        menu(maskingMenu(scene_), 260);
        menu(modelMenu(scene_), 160);
        if (scene_.right_floats) menu(exportMenu(), 160, false);
    }

private:
    [[nodiscard]] float gap() const { return look_.px(scene_.narrow ? 7 : 10); }

    Rect next(float width) {
        const Rect box{{x_, y_}, {x_ + width, y_ + height_}};
        x_ = box.max.x + gap();
        return box;
    }

    void name() {
        ImFont* const font = look_.fonts.title_small;
        x_ += painter_.textAt(font, look_.colors().ink, {x_, y_ + (height_ - font->FontSize) / 2},
                              "Lookback") +
              look_.px(10);
    }

    /// From the right edge to the left.
    Rect nextFromRight(float width) {
        const Rect box{{right_ - width, y_}, {right_, y_ + height_}};
        right_ = box.min.x - gap();
        return box;
    }

    /// A button that opens its menu below itself; where there is no room it shrinks as far as it
    /// may, and at last it gives way. @param most of its width
    void menu(const MenuSpec& spec, float most, bool shrinks = true) {
        const ButtonOptions options{.tooltip = spec.tooltip, .menu = true};
        const float wide = std::min(buttonWidth(painter_, spec.label, options), look_.px(most));
        const float least = shrinks ? look_.px(kLeastMenu) : wide;
        const float room = right_ - x_;
        // Its key opens it, too, where there is no room for the button.
        const Rect box =
            room < least ? Rect{{x_, y_}, {x_, y_ + height_}} : next(std::min(wide, room));
        menuButton(scene_, painter_, box, spec, options);
    }

    void commandButton(const char* label, std::string_view name) {
        const Command& row = command(name);
        const std::string tip = tooltipOf(row);
        if (button(painter_, next(look_.px(scene_.narrow ? 32 : 40)), label,
                   {.enabled = row.enabled(scene_.state), .tooltip = tip})) {
            scene_.emit(row.action(scene_.state));
        }
    }

    void maskSwitch() {
        constexpr std::array kLabels{"Masked", "Unmasked"};
        const std::string tip = tooltipOf(command("mask"));
        const std::array tips{tip.c_str(), tip.c_str()};
        const bool masked = isMasked(scene_.document());
        const int clicked = segmented(painter_, {x_, y_}, height_, kLabels, masked ? 0 : 1, tips);
        if (clicked >= 0) scene_.emit(SetMasked{clicked == 0});
        x_ += segmentedWidth(painter_, kLabels) + gap();
    }

    /// Present, export, settings, help, and the panels of a narrow window.
    void rightSide() {
        const auto place = [&](const char* label, std::string_view tip, ButtonKind kind,
                               const Action& action) {
            const Rect box = nextFromRight(buttonWidth(painter_, label));
            if (button(painter_, box, label, {.kind = kind, .tooltip = tip})) scene_.emit(action);
        };
        const auto place_command = [&](const char* label, std::string_view name) {
            const Command& row = command(name);
            const std::string tip = tooltipOf(row);
            place(label, tip, ButtonKind::plain, row.action(scene_.state));
        };
        const auto place_menu = [&](const MenuSpec& spec) {
            const ButtonOptions options{.tooltip = spec.tooltip, .menu = true};
            const Rect box = nextFromRight(buttonWidth(painter_, spec.label, options));
            menuButton(scene_, painter_, box, spec, options);
        };
        if (scene_.right_floats) {
            const auto panel = [&](const char* label, std::string_view name, SidePanel which) {
                const bool open = scene_.hands.open_panel == which;
                place(label, tooltipOf(command(name)),
                      open ? ButtonKind::strong : ButtonKind::plain,
                      ShowPanel{open ? SidePanel::none : which});
            };
            panel("Meaning##panel", "meaning-panel", SidePanel::meaning);
            if (scene_.left_floats) panel("Edit##panel", "edit-panel", SidePanel::edit);
        }
        place_command("Present##present", "present");
        if (!scene_.right_floats) place_menu(exportMenu());
        place_menu(settingsMenu());
        place_command("?##help", "help");
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    float height_;
    float x_;
    float y_;
    float right_;  ///< where the buttons from the right have come to
};

}  // namespace

void drawTopBar(const Scene& scene, const Rect& region) { TopBar(scene, region).draw(); }

}  // namespace lookback
