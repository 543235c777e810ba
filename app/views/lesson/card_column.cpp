#include "app/views/lesson/card_column.h"

#include <algorithm>

namespace lookback {
namespace {

constexpr float kBetweenButtons = 7;

}  // namespace

void CardColumn::gap(float pixels) { y_ += scene_.look.px(pixels); }

Rect CardColumn::take(float height, float below) {
    const Rect box = Rect::at(pen(), {width_, height});
    y_ += height + below;
    return box;
}

void CardColumn::paragraph(const LineFonts& fonts, const TextLine& words) {
    y_ += setLine(painter_, fonts, pen(), width_, words, 0, draws_).height;
}

void CardColumn::indent(float pixels) {
    const float by = scene_.look.px(pixels);
    at_.x += by;
    width_ -= 2 * by;
}

Rect CardColumn::takeInRow(float width) {
    width = std::min(width, width_);
    const float gap = scene_.look.px(kBetweenButtons);
    if (row_x_ > 0 && row_x_ + width > width_) endButtons();
    const Rect box = Rect::at({at_.x + row_x_, y_}, {width, buttonHeight(scene_.look)});
    row_x_ += width + gap;
    return box;
}

bool CardColumn::button(const ColumnButton& wanted) {
    const Rect box = takeInRow(buttonWidth(painter_, wanted.label));
    if (!draws_) return false;
    const bool is_cut = buttonWidth(painter_, wanted.label) > box.width();
    const std::string label =
        is_cut ? shortened(painter_, scene_.look.fonts.text, shownPart(wanted.label),
                           box.width() - scene_.look.px(26)) +
                     wanted.label.substr(shownPart(wanted.label).size())
               : wanted.label;
    return lookback::button(
        painter_, box, label.c_str(),
        {.kind = wanted.kind, .enabled = wanted.enabled, .tooltip = wanted.tooltip});
}

void CardColumn::endButtons() {
    if (row_x_ == 0) return;
    row_x_ = 0;
    y_ += buttonHeight(scene_.look) + scene_.look.px(kBetweenButtons);
}

}  // namespace lookback
