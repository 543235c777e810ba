#include "app/views/shared/menus.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/state/commands.h"
#include "app/views/shared/mask_menu.h"
#include "app/views/shared/model_menu.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/io/lesson_library.h"
#include "core/io/redraw.h"
#include "core/masking/methods.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr std::string_view kUnsaved = " \u2022";

std::string tooltipOf(std::string_view what, std::string_view name) {
    return fmt::format("{} ({})", what, keyName(command(name).keys[0]));
}

std::string documentTitle(const Scene& scene) {
    const Document& document = scene.document();
    std::string title = document.title.empty() ? "Untitled" : document.title;
    if (document.draw && !scene.narrow) {
        title +=
            fmt::format(" \u00b7 {} seed {}", libraryName(*document.draw), document.draw->seed);
    }
    if (!scene.state.is_saved) title += kUnsaved;
    return title;
}

void documentItems(const Scene& scene) {
    for (const LessonEntry& lesson : lessons()) {
        const bool chosen = lesson.id == scene.state.origin().lesson;
        if (ImGui::MenuItem(fmt::format("{}##{}", lesson.title, lesson.id).c_str(), nullptr,
                            chosen)) {
            scene.emit(OpenLesson{lesson.id});
        }
    }
    ImGui::Separator();
    for (const char* name : {"open", "save", "save-as", "export"}) commandItem(scene, name);
}

std::string maskingTitle(const Masking& masking) {
    const std::string_view label = rowOf(masking.method).words.label;
    if (!info(masking.method).uses_value) return std::string(label);
    const char* const order = masksBeforeScale(masking) ? ", before scale" : "";
    return fmt::format("{} {}{}", formatNumber(masking.value, 0), label, order);
}

bool isChosen(const Masking& choice, const Masking& now) {
    const MaskingInfo& method = info(choice.method);
    if (choice.method != now.method) return false;
    if (method.uses_value && choice.value != now.value) return false;
    return method.place == MaskingPlace::weights || choice.order == now.order;
}

void maskingItems(const Scene& scene) {
    const Document& document = scene.document();
    for (const MaskingRow* method : kMaskingRows) {
        for (const Masking& choice : method->choices) {
            const bool can = fits(document.dtype, choice);
            if (ImGui::MenuItem(maskingTitle(choice).c_str(), nullptr,
                                isChosen(choice, document.masking), can)) {
                scene.emit(SetMasking{choice});
            }
            tooltip(scene.look,
                    can ? std::string(method->words.line)
                        : fmt::format("{} does not hold this number", info(document.dtype).name));
        }
    }
}

void exportItems(const Scene& scene) {
    for (const ExportInfo& row : kExports) {
        if (ImGui::MenuItem(std::string(row.label).c_str(), row.ending.data())) {
            scene.emit(ShowFileSheet{FileTask{FileTask::Kind::export_as, row.kind}});
        }
        tooltip(scene.look, row.line);
    }
}

/// Settings stay open while one tries them out.
void settingsItems(const Scene& scene) {
    const Preferences& preferences = scene.preferences();
    ImGui::PushItemFlag(ImGuiItemFlags_SelectableDontClosePopup, true);
    const auto toggle = [&](const char* label, std::string_view name, bool on) {
        const Command& row = command(name);
        if (ImGui::MenuItem(label, keyName(row.keys[0]).c_str(), on)) {
            scene.emit(row.action(scene.state));
        }
    };
    toggle("Dark theme", "theme", preferences.theme == ThemeId::dark);
    toggle("Motion", "motion", preferences.has_motion);
    const auto section = [&](const std::string& now, std::initializer_list<const char*> names) {
        ImGui::Separator();
        ImGui::TextDisabled("%s", now.c_str());
        for (const char* name : names) commandItem(scene, name);
    };
    section(fmt::format("Type size {} %", preferences.type_percent),
            {"larger", "smaller", "usual-type"});
    section(fmt::format("{} decimals", preferences.decimals), {"more-decimals", "fewer-decimals"});
    const double speed = kPlaySpeeds[static_cast<std::size_t>(preferences.play_speed)];
    section(fmt::format("Play at {} \u00d7", speed), {"faster", "slower"});
    ImGui::PopItemFlag();
}

}  // namespace

MenuSpec documentMenu(const Scene& scene) {
    return {Menu::documents, documentTitle(scene) + "##lesson",
            tooltipOf("Open a lesson or a file, save", "documents-menu"), documentItems};
}

MenuSpec maskMenu(const Scene& scene) {
    return {Menu::mask, maskTitle(scene.document()) + "##mask",
            tooltipOf("At whom each token may look", "mask-menu"), maskMenuItems};
}

MenuSpec maskingMenu(const Scene& scene) {
    const Masking& now = scene.document().masking;
    return {Menu::masking, maskingTitle(now) + "##masking",
            tooltipOf(rowOf(now.method).words.line, "masking-menu"), maskingItems};
}

MenuSpec modelMenu(const Scene& scene) {
    return {Menu::model, modelTitle(scene) + "##model",
            tooltipOf("Heads, positions, scale, precision", "model-menu"), modelMenuItems};
}

MenuSpec exportMenu() {
    return {Menu::exports, "Export##export", tooltipOf("Write a picture or the numbers", "export"),
            exportItems};
}

MenuSpec settingsMenu() {
    return {Menu::settings, "\u2699##settings", tooltipOf("Theme, type, motion", "settings"),
            settingsItems};
}

void menuButton(const Scene& scene, Painter& painter, const Rect& box, const MenuSpec& spec,
                const ButtonOptions& options) {
    const Look& look = scene.look;
    const std::string popup = spec.label.substr(spec.label.find("##"));
    const bool wanted = scene.hands.wanted_menu == spec.id;
    if (wanted) scene.hands.wanted_menu = Menu::none;
    const bool is_pressed = box.width() > 0 && button(painter, box, spec.label.c_str(), options);
    if (is_pressed || wanted) ImGui::OpenPopup(popup.c_str());
    const float y = box.max.y + look.px(4);
    ImGui::SetNextWindowPos({box.min.x, y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(8), look.px(8)});
    ImGui::PushFont(look.fonts.text);
    if (ImGui::BeginPopup(popup.c_str())) {
        const float most = ImGui::GetIO().DisplaySize.x - look.px(4) - ImGui::GetWindowWidth();
        ImGui::SetWindowPos({std::max(0.0f, std::min(box.min.x, most)), y});
        if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
        if (ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
        spec.items(scene);
        ImGui::EndPopup();
    }
    ImGui::PopFont();
    ImGui::PopStyleVar();
}

void commandItem(const Scene& scene, std::string_view name) {
    const Command& row = command(name);
    if (ImGui::MenuItem(std::string(row.label).c_str(), keyName(row.keys[0]).c_str(), false,
                        row.enabled(scene.state))) {
        scene.emit(row.action(scene.state));
    }
}

}  // namespace lookback
