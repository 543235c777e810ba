#include "app/views/shared/meaning_column.h"

#include "app/views/shared/stage_grid.h"
#include "core/explain/written.h"

namespace lookback {

MeaningColumn::MeaningColumn(const Scene& scene, const Rect& region)
    : scene_(scene),
      look_(scene.look),
      painter_(scene.look),
      left_(region.min.x + look_.px(18)),
      right_(region.max.x - look_.px(18)),
      y_(region.min.y + look_.px(scene.compact ? 12 : 18)) {}

void MeaningColumn::heading(std::string_view text) {
    ImFont* const font = look_.fonts.caption;
    painter_.textFitted(font, look_.colors().soft, band(font->FontSize), text);
    y_ += look_.px(24);
}

void MeaningColumn::sentence(const TextLine& words, float indent) {
    const ImVec2 at{left_ + indent, y_};
    y_ += setLine(painter_, sentenceFonts(look_), at, right_ - at.x, words).height;
}

void MeaningColumn::check(CheckSign sign, std::string_view words) {
    const Theme& c = look_.colors();
    const Fonts& f = look_.fonts;
    const float down = look_.px(scene_.compact ? 1 : 3);
    const Rect at{{left_, y_ + down}, {left_ + look_.px(14), y_ + down + f.strong->FontSize}};
    switch (sign) {
        case CheckSign::meant: painter_.text(f.strong, c.good, at, "\u2713"); break;
        case CheckSign::not_meant: painter_.text(f.strong, c.bad, at, "\u2717"); break;
        case CheckSign::neutral:
            painter_.text(f.strong, c.soft, at, "\u00b7", Align::center);
            break;
    }
    const LineFonts small{f.small_text, f.strong_small, f.mono_small};
    const float from = left_ + look_.px(20);
    const TextLine line{{written(words, scene_.preferences().conventions)}};
    y_ += setLine(painter_, scene_.compact ? small : sentenceFonts(look_), {from, y_},
                  right_ - from, line)
              .height +
          look_.px(scene_.compact ? 1 : 4);
}

void MeaningColumn::end() const {
    ImGui::SetCursorScreenPos({left_, y_});
    ImGui::Dummy({1, look_.px(8)});
}

}  // namespace lookback
