#include "app/views/shared/copy_menu.h"

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/model/copied_matrix.h"
#include "app/state/update/action.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/words/say.h"
#include "messages/lab.h"

namespace lookback {
namespace {

constexpr const char* kCopyMenu = "##copy-matrix";

Message formatLabel(MatrixFormat format) {
    using Label = say::lab::CopyFormat;
    switch (format) {
        case MatrixFormat::numpy: return Label{.format = Label::Format::numpy};
        case MatrixFormat::pytorch: return Label{.format = Label::Format::pytorch};
        case MatrixFormat::latex: return Label{.format = Label::Format::latex};
        case MatrixFormat::table: break;
    }
    return Label{.format = Label::Format::other};
}

void copyItems(const Scene& scene, const PointedMatrix& matrix) {
    const Preferences& preferences = scene.preferences();
    menuHeading(scene.look, scene.said(say::lab::CopyHeading{.matrix = copiedName(matrix)}));
    const std::string key = scene.wording().written(firstKey(command("copy-matrix")));
    for (const MatrixFormatInfo& row : kMatrixFormats) {
        const bool is_chosen = preferences.copy_format == row.format;
        const std::string label =
            fmt::format("{}###copy-{}", scene.said(formatLabel(row.format)), row.name);
        const std::string_view detail = is_chosen ? std::string_view(key) : std::string_view();
        if (!menuItem(scene.look, label, {.detail = detail, .chosen = is_chosen})) continue;
        scene.emit(Change(&Preferences::copy_format, row.format));
        scene.emit(CopyMatrix{matrix});
    }
    ImGui::Separator();
    const std::string all = scene.said(say::lab::CopyAllDigits{}) + "###copy-all-digits";
    if (menuItem(scene.look, all, {.chosen = preferences.copies_all_digits, .stays = true})) {
        scene.emit(Change(&Preferences::copies_all_digits, !preferences.copies_all_digits));
    }
    tooltip(scene.look, scene.said(say::lab::CopyAllDigitsTip{.n = preferences.decimals}));
}

}  // namespace

void drawCopyMenu(const Scene& scene) {
    std::optional<CopyMenu>& menu = scene.hands.copy_menu;
    if (!menu) return;
    if (menu->opens) ImGui::OpenPopup(kCopyMenu);
    menu->opens = false;
    if (!beginMenu(scene.look, kCopyMenu, Rect::at({menu->x, menu->y}, {0, 0}), false)) {
        menu.reset();
        return;
    }
    copyItems(scene, menu->matrix);
    endMenu();
}

}  // namespace lookback
