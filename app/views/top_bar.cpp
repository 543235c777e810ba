#include <array>

#include <fmt/format.h>

#include "app/state/commands.h"
#include "app/views/mask_menu.h"
#include "app/views/panels.h"
#include "app/widgets/button.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/lesson/library.h"

namespace lookback {
namespace {

std::string documentTitle(const Document& document) {
    std::string title = document.title.empty() ? "Untitled" : document.title;
    if (document.draw) {
        const bool torch = document.draw->library == "torch";
        title +=
            fmt::format(" \u00b7 {} seed {}", torch ? "PyTorch" : "NumPy", document.draw->seed);
    }
    return title;
}

std::string maskingTitle(const Masking& masking) {
    const MaskingInfo& method = info(masking.method);
    if (!method.uses_value) return std::string(method.label);
    const char* const order = masksBeforeScale(masking) ? ", before scale" : "";
    return fmt::format("{} {}{}", formatNumber(masking.value, 0), method.label, order);
}

/// Ready-made combinations of method, value and order: what notebooks and papers do.
const std::array kMaskings{
    Masking{MaskingMethod::fill, -1e9, MaskingOrder::after_scale},
    Masking{MaskingMethod::fill, -std::numeric_limits<double>::infinity(),
            MaskingOrder::after_scale},
    Masking{MaskingMethod::fill, -std::numeric_limits<double>::infinity(),
            MaskingOrder::before_scale},
    Masking{MaskingMethod::add, -1e9, MaskingOrder::after_scale},
    Masking{MaskingMethod::add, -std::numeric_limits<double>::infinity(),
            MaskingOrder::after_scale},
    Masking{MaskingMethod::zero_rows, -1e9, MaskingOrder::after_scale},
    Masking{MaskingMethod::renormalize, -1e9, MaskingOrder::after_scale},
    Masking{MaskingMethod::zero, -1e9, MaskingOrder::after_scale},
    Masking{MaskingMethod::multiply, -1e9, MaskingOrder::after_scale},
    Masking{MaskingMethod::add_allowed, -1e9, MaskingOrder::after_scale},
};

bool isChosen(const Masking& choice, const Masking& now) {
    const MaskingInfo& method = info(choice.method);
    if (choice.method != now.method) return false;
    if (method.uses_value && choice.value != now.value) return false;
    return method.place == MaskingPlace::weights || choice.order == now.order;
}

class TopBar {
public:
    TopBar(const Scene& scene, const Rect& region)
        : scene_(scene), look_(scene.look), painter_(scene.look), region_(region) {
        height_ = look_.px(34);
        y_ = region.min.y + (region.height() - height_) / 2;
        x_ = region.min.x + look_.px(18);
    }

    void draw() {
        const Theme& c = look_.colors();
        painter_.fill(region_, c.panel);
        painter_.hairline({region_.min.x, region_.max.y - 1}, {region_.max.x, region_.max.y - 1},
                          c.line);
        x_ += painter_.textAt(look_.fonts.title_small, c.ink,
                              {x_, y_ + (height_ - look_.fonts.title_small->FontSize) / 2},
                              "Lookback") +
              look_.px(10);
        lessonMenu();
        commandButton("\u21B6##undo", "undo");
        commandButton("\u21B7##redo", "redo");
        maskSwitch();
        maskMenu();
        maskingMenu();
        if (scene_.document().heads > 1) headMenu();
        rightSide();
    }

private:
    Rect next(float width) {
        const Rect box{{x_, y_}, {x_ + width, y_ + height_}};
        x_ = box.max.x + look_.px(10);
        return box;
    }

    /// A button that opens the popup of the same name below itself.
    bool menu(const char* label, const char* popup, float most, std::string_view tip) {
        const ButtonOptions options{.tooltip = tip, .menu = true};
        const Rect box = next(std::min(buttonWidth(painter_, label, options), most));
        if (button(painter_, box, label, options)) ImGui::OpenPopup(popup);
        ImGui::SetNextWindowPos({box.min.x, box.max.y + look_.px(4)});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look_.px(8), look_.px(8)});
        ImGui::PushFont(look_.fonts.text);
        const bool open = ImGui::BeginPopup(popup);
        // Without keyboard navigation Esc does not close a menu by itself.
        if (open && ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
        if (!open) endMenu(false);
        return open;
    }
    static void endMenu(bool open) {
        if (open) ImGui::EndPopup();
        ImGui::PopFont();
        ImGui::PopStyleVar();
    }

    void commandButton(const char* label, std::string_view name) {
        const Command& row = command(name);
        const std::string tip = tooltipOf(row);
        if (button(painter_, next(look_.px(40)), label,
                   {.enabled = row.enabled(scene_.state), .tooltip = tip})) {
            scene_.emit(row.action(scene_.state));
        }
    }

    void lessonMenu() {
        const std::string label = documentTitle(scene_.document()) + "##lesson";
        if (!menu(label.c_str(), "lessons", look_.px(scene_.panels_float ? 170 : 330),
                  "Open a lesson"))
            return;
        for (const LessonEntry& lesson : lessons()) {
            const bool chosen = lesson.id == scene_.state.lesson;
            if (ImGui::MenuItem(fmt::format("{}##{}", lesson.title, lesson.id).c_str(), nullptr,
                                chosen)) {
                scene_.emit(OpenLesson{lesson.id});
            }
        }
        endMenu(true);
    }

    void maskSwitch() {
        constexpr std::array kLabels{"Masked", "Unmasked"};
        const std::string tip = tooltipOf(command("mask"));
        const std::array tips{tip.c_str(), tip.c_str()};
        const bool masked = isMasked(scene_.document());
        const int clicked = segmented(painter_, {x_, y_}, height_, kLabels, masked ? 0 : 1, tips);
        if (clicked >= 0) scene_.emit(SetMasked{clicked == 0});
        x_ += segmentedWidth(painter_, kLabels) + look_.px(10);
    }

    void maskMenu() {
        const std::string label = maskTitle(scene_.document()) + "##mask";
        if (!menu(label.c_str(), "masks", look_.px(220), "At whom each token may look")) return;
        maskMenuItems(scene_);
        endMenu(true);
    }

    void maskingMenu() {
        const Masking& now = scene_.document().masking;
        const std::string label = maskingTitle(now) + "##masking";
        if (!menu(label.c_str(), "maskings", look_.px(260), info(now.method).line)) return;
        for (const Masking& choice : kMaskings) {
            if (ImGui::MenuItem(maskingTitle(choice).c_str(), nullptr, isChosen(choice, now))) {
                scene_.emit(SetMasking{choice});
            }
            tooltip(look_, info(choice.method).line);
        }
        endMenu(true);
    }

    void headMenu() {
        const Index heads = scene_.document().heads;
        const std::string label = fmt::format("Head {} of {}##head", scene_.view.head + 1, heads);
        if (!menu(label.c_str(), "heads", look_.px(160), "The head that is shown")) return;
        for (Index head = 0; head < heads; ++head) {
            if (ImGui::MenuItem(fmt::format("Head {}", head + 1).c_str(), nullptr,
                                head == scene_.view.head)) {
                scene_.emit(SetHead{head});
            }
        }
        endMenu(true);
    }

    /// From the right edge to the left: present, theme, help, and the panels of a narrow window.
    void rightSide() {
        float right = region_.max.x - look_.px(18);
        const auto place = [&](const char* label, std::string_view tip, ButtonKind kind,
                               const Action& action) {
            const float width = buttonWidth(painter_, label);
            const Rect box{{right - width, y_}, {right, y_ + height_}};
            right = box.min.x - look_.px(10);
            if (box.min.x < x_) return;
            if (button(painter_, box, label, {.kind = kind, .tooltip = tip})) scene_.emit(action);
        };
        const auto place_command = [&](const char* label, std::string_view name) {
            const Command& row = command(name);
            const std::string tip = tooltipOf(row);
            place(label, tip, ButtonKind::plain, row.action(scene_.state));
        };
        if (scene_.panels_float) {
            const auto panel = [&](const char* label, SidePanel which) {
                const bool open = scene_.view.open_panel == which;
                place(label, "Show or hide this panel",
                      open ? ButtonKind::strong : ButtonKind::plain,
                      ShowPanel{open ? SidePanel::none : which});
            };
            panel("Meaning##panel", SidePanel::meaning);
            panel("Edit##panel", SidePanel::edit);
        }
        place_command("Present##present", "present");
        place_command(look_.theme_id == ThemeId::light ? "Dark##theme" : "Light##theme", "theme");
        place_command("?##help", "help");
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    float height_;
    float x_;
    float y_;
};

}  // namespace

void drawTopBar(const Scene& scene, const Rect& region) { TopBar(scene, region).draw(); }

}  // namespace lookback
