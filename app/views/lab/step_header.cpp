#include "app/views/lab/step_header.h"

#include <cfloat>

#include "core/explain/written.h"

namespace lookback {

Rect drawStepHeader(const Scene& scene, Painter& painter, MatrixId shown,
                    const StepHeader& header) {
    const Look& look = scene.look;
    const float y = header.at.y;
    const float height = look.fonts.title->FontSize;
    const float wide =
        painter.textAt(look.fonts.title, look.colors().ink, header.at, scene.state.step().title);
    const TextLine formula =
        parseSymbols(writtenFormula(scene.document(), shown, scene.preferences().conventions));
    const SetLine size = setLine(painter, header.formula, {0, 0}, FLT_MAX, formula, 0, false);
    setLine(painter, header.formula, {header.right - size.width, y + (height - size.height) / 2},
            FLT_MAX, formula);
    return {{header.at.x + wide + look.px(14), y},
            {header.right - size.width - look.px(16), y + height}};
}

bool drawStepLine(const Scene& scene, Painter& painter, MatrixId shown, const Rect& room) {
    const Look& look = scene.look;
    const std::string line = writtenLine(shown, scene.preferences().conventions);
    if (painter.width(look.fonts.text, line) > room.width()) return false;
    const float below = look.px(2);  // on the line of the larger type
    painter.text(look.fonts.text, look.colors().soft,
                 {{room.min.x, room.min.y + below}, {room.max.x, room.max.y + below}}, line);
    return true;
}

}  // namespace lookback
