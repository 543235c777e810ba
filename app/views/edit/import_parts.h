#pragma once

#include <algorithm>
#include <string>

#include "app/look/painter.h"
#include "app/state/model/app_state.h"
#include "app/state/model/import_reading.h"
#include "app/views/shared/scene.h"
#include "app/widgets/button.h"
#include "app/widgets/menu.h"

namespace lookback {

/// A part of the sheet of numbers: menus that change what is wished of the reading.
class ImportPart {
protected:
    ImportPart(const Scene& scene, const Rect& box)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          box_(box),
          sheet_(*scene.hands.open<ImportSheet>()),
          reading_(sheet_.reading) {}

    [[nodiscard]] std::string said(const Message& message) const { return scene_.said(message); }

    /// Draws a button with a menu of `items`. @param label with its id, `id`
    template <class Items>
    void menuAt(const Rect& place, const std::string& label, const std::string& id,
                const ButtonOptions& options, Items items) {
        const std::string popup = "##menu-" + id;
        if (button(painter_, place, label.c_str(), options)) ImGui::OpenPopup(popup.c_str());
        if (!beginMenu(look_, popup.c_str(), place, false)) return;
        items();
        endMenu();
    }

    /// Draws a row of a menu; `take` changes the sheet where it is chosen.
    template <class Take>
    void item(const std::string& label, bool is_chosen, Take take) {
        if (!menuItem(look_, label, {.chosen = is_chosen}) || is_chosen) return;
        take();
        has_changed_ = true;
    }

    /// Fills a box with a pale ground of a colour, with a frame of it.
    void coloured(const Rect& box, Color color) {
        const Theme& c = look_.colors();
        painter_.fill(box, mix(c.panel, color, 0.1f), look_.px(8));
        painter_.outline(box, mix(c.panel, color, 0.45f), look_.px(8), std::max(1.0f, look_.scale));
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect box_;
    ImportSheet& sheet_;
    std::shared_ptr<const ImportReading> reading_;
    bool has_changed_ = false;
};

/// Draws a row for each list and each tensor that was found, within the scrolling window that is
/// current. @param box of what is seen @return true where something else is wished
[[nodiscard]] bool drawFoundRows(const Scene& scene, const Rect& box);

}  // namespace lookback
