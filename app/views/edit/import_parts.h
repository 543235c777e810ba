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

    /// Draws a box with a tick, and words behind it. @return true in the frame of the click
    bool tickBox(const Rect& box, const std::string& id, const std::string& words,
                 const std::string& tip, bool is_on) {
        const Theme& c = look_.colors();
        const float side = look_.px(15);
        const bool is_clicked = choiceBox(painter_, box, {.label = id.c_str(), .tooltip = tip});
        const Rect tick = Rect::at({box.min.x, box.center().y - side / 2}, {side, side});
        painter_.fill(tick, is_on ? c.strong : c.panel, look_.px(3));
        painter_.outline(tick, is_on ? c.strong : c.soft, look_.px(3), std::max(1.0f, look_.scale));
        if (is_on) {
            painter_.text(look_.fonts.caption, c.on_strong, tick, "\u2713", Align::center);
        }
        painter_.text(look_.fonts.small_text, c.ink, box.fromX(tick.max.x + look_.px(8)), words);
        return is_clicked;
    }

    /// The width of a `tickBox` with these words.
    [[nodiscard]] float tickWidth(const std::string& words) {
        return look_.px(15 + 8) + painter_.width(look_.fonts.small_text, words);
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
