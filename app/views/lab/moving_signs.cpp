#include "app/views/lab/moving_signs.h"

#include <utility>

#include "app/look/drawn_part.h"
#include "app/look/motion.h"

namespace lookback {

void drawSign(const Scene& scene, Painter& painter, const Rect& box, const std::string& text) {
    Motion& motion = scene.motion;
    const ImVec2 center = box.center();
    SignStand now{text, {center.x, center.y}, 1};
    const DrawnPart sign(painter);
    painter.text(scene.look.fonts.title, painter.colors().soft, box, text, Align::center);
    if (motion.isOn()) {
        const float way = eased(motion.t);
        const std::size_t at = motion.drawn.signs.size();
        const auto& before = motion.before.signs;
        const bool was_there = at < before.size() && before[at].text == text;
        const SignStand was = was_there ? before[at] : SignStand{text, now.at, 0};
        const Spot seen = between(was.at, now.at, way);
        const ImVec2 by{seen.x - now.at.x, seen.y - now.at.y};
        now = {text, seen, between(was.share, 1, way)};
        sign.move([by](ImVec2 corner, bool) { return ImVec2{corner.x + by.x, corner.y + by.y}; });
        sign.fade(shownShare(now.share));
    }
    motion.drawn.signs.push_back(std::move(now));
}

void drawLeavingSigns(const Scene& scene, Painter& painter) {
    Motion& motion = scene.motion;
    if (!motion.isOn()) return;
    const auto& before = motion.before.signs;
    const float way = eased(motion.t);
    for (std::size_t k = 0; k < before.size(); ++k) {
        const SignStand& was = before[k];
        const bool stays = k < motion.drawn.signs.size() && motion.drawn.signs[k].text == was.text;
        if (stays) continue;
        const DrawnPart sign(painter);
        const ImVec2 at{was.at.x, was.at.y};
        painter.text(scene.look.fonts.title, painter.colors().soft, {at, at}, was.text,
                     Align::center);
        sign.fade(shownShare(was.share * (1 - way)));
    }
}

}  // namespace lookback
