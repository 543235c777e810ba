#include "app/views/lab/step_header.h"

#include <cfloat>

namespace lookback {

bool drawStepHeader(const Scene& scene, Painter& painter, MatrixId shown,
                    const StepHeader& header) {
    const Look& look = scene.look;
    const Stage& row = stage(shown);
    const float y = header.at.y;
    const float height = look.fonts.title->FontSize;
    const float wide =
        painter.textAt(look.fonts.title, look.colors().ink, header.at, scene.state.step().title);
    const TextLine formula = parseSymbols(row.formula(scene.document()));
    const SetLine size = setLine(painter, header.formula, {0, 0}, FLT_MAX, formula, 0, false);
    setLine(painter, header.formula, {header.right - size.width, y + (height - size.height) / 2},
            FLT_MAX, formula);
    const float x = header.at.x + wide + look.px(14);
    const float right = header.right - size.width - look.px(16);
    if (painter.width(look.fonts.text, row.line) > right - x) return false;
    painter.text(look.fonts.text, look.colors().soft,
                 {{x, y + look.px(2)}, {right, y + height + look.px(2)}}, row.line);
    return true;
}

}  // namespace lookback
