#include "app/views/shared/card.h"

#include <cfloat>
#include <cmath>

#include "app/widgets/formula.h"

namespace lookback {

void drawBesideTitle(const Scene& scene, Painter& painter, const Rect& room,
                     std::string_view sentence, const TextLine& formula) {
    const Fonts& f = scene.look.fonts;
    const LineFonts fonts{f.mono, f.mono, f.mono_small};
    const LaidLine laid = layLine(painter, fonts, FLT_MAX, formula);
    const float gap = cardGap(scene);
    Rect words = room.fromX(room.min.x + gap);
    const Rect beside = words.untilX(words.max.x - laid.width - gap);
    if (painter.width(f.small_text, sentence) <= beside.width()) {
        const float down = std::floor((room.height() - laid.height) / 2);
        drawLine(painter, fonts, {room.max.x - laid.width, room.min.y + down}, laid);
        words = beside;
    }
    painter.textFitted(painter.fittingFont({f.text, f.small_text}, words.width(), sentence),
                       scene.look.colors().soft, words, sentence);
}

}  // namespace lookback
