#include "app/views/shared/panel_column.h"

#include "app/views/shared/stage_grid.h"
#include "app/widgets/line_breaks.h"

namespace lookback {

PanelColumn::PanelColumn(const Scene& scene, const Rect& region, float side, float above)
    : scene_(scene),
      look_(scene.look),
      painter_(scene.look),
      left_(region.min.x + side),
      right_(region.max.x - side),
      y_(region.min.y + above) {}

void PanelColumn::paragraph(const LineFonts& fonts, const TextLine& words) {
    y_ += setLine(painter_, fonts, at(), width(), words).height;
}

void PanelColumn::smallLines(Color color, std::string_view text, float line_height,
                             bool is_strong) {
    ImFont* const font = is_strong ? look_.fonts.strong_small : look_.fonts.small_text;
    for (const std::string_view line : brokenLines(font, text, width())) {
        painter_.text(font, color, take(line_height), line);
    }
}

void PanelColumn::hint(const std::string& words) {
    ImFont* const font = look_.fonts.small_text;
    paragraph({font, font, font}, {{words, Ink::soft}});
}

void PanelColumn::end() const {
    ImGui::SetCursorScreenPos(at());
    ImGui::Dummy({1, look_.px(8)});
}

MeaningColumn::MeaningColumn(const Scene& scene, const Rect& region)
    : PanelColumn(scene, region, scene.look.px(18), scene.look.px(scene.compact ? 12 : 18)) {}

void MeaningColumn::heading(std::string_view text) {
    ImFont* const font = look_.fonts.caption;
    painter_.textFitted(font, look_.colors().soft, band(font->FontSize), text);
    y_ += look_.px(24);
}

void MeaningColumn::sentence(const TextLine& words, float indent) {
    const float x = left_ + indent;
    y_ += setLine(painter_, sentenceFonts(look_), {x, y_}, right_ - x, words).height;
}

void MeaningColumn::check(CheckSign sign, std::string_view words) {
    const Theme& c = look_.colors();
    const Fonts& f = look_.fonts;
    const float down = look_.px(scene_.compact ? 1 : 3);
    const Rect sign_box = Rect::at({left_, y_ + down}, {look_.px(14), f.strong->FontSize});
    switch (sign) {
        case CheckSign::meant: painter_.text(f.strong, c.good, sign_box, "\u2713"); break;
        case CheckSign::not_meant: painter_.text(f.strong, c.bad, sign_box, "\u2717"); break;
        case CheckSign::neutral:
            painter_.text(f.strong, c.soft, sign_box, "\u00b7", Align::center);
            break;
    }
    const LineFonts fonts = scene_.compact ? smallSentenceFonts(look_) : sentenceFonts(look_);
    const float from = left_ + look_.px(20);
    const TextLine line{{std::string(words)}};
    y_ += setLine(painter_, fonts, {from, y_}, right_ - from, line).height +
          look_.px(scene_.compact ? 1 : 4);
}

}  // namespace lookback
