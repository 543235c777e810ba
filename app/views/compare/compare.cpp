#include "app/views/compare/compare.h"

#include <algorithm>

#include "app/views/shared/card.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/formula.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kWordsCardHeading = 24;  ///< height of the heading and the gap below it

}  // namespace

void drawReasonCard(const Scene& scene, const Rect& region, std::string_view heading,
                    std::string_view why) {
    const TextLine line{{std::string(heading) + " ", Ink::plain, true}, {std::string(why)}};
    const LineFonts fonts = sentenceFonts(scene.look);
    Painter painter(scene.look);
    const float side = cardSide(scene);
    const float pad = cardPad(scene);
    const float inside = region.width() - 2 * side;
    const float height = measuredLine(painter, fonts, inside, line).height;
    drawPageCard(scene, painter, region.untilY(region.min.y + height + 2 * pad));
    setLine(painter, fonts, {region.min.x + side, region.min.y + pad}, inside, line);
}

void drawCompare(const Scene& scene, const Rect& region) {
    // The panels of a narrow window lie over the centre.
    ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
    const float gap = cardGap(scene);
    Rect rest = region.inset(cardSide(scene), gap);
    rest.min.y += drawCompareBar(scene, rest) + gap;
    if (scene.place().compare_view == CompareView::pair) {
        drawComparedPair(scene, rest);
    } else {
        drawComparedRow(scene, rest);
    }
}

WordsCard::WordsCard(const Scene& scene, Painter& painter, const std::vector<TextLine>& all,
                     float width, std::size_t most)
    : scene_(scene), painter_(painter), width_(width), pad_(cardPad(scene)) {
    const LineFonts fonts = sentenceFonts(scene.look);
    const float inside = width - 2 * cardSide(scene);
    const float lines = static_cast<float>(most) * lineHeight(fonts);
    float used = 0;
    for (const TextLine& sentence : all) {
        const float high = measuredLine(painter, fonts, inside, sentence).height;
        if (!said_.empty() && used + high > lines) break;
        said_.push_back({&sentence, high});
        used += high;
    }
    if (most == 0) return;
    height_ = 2 * pad_ + scene.look.px(kWordsCardHeading) + std::max(lines, used);
}

void WordsCard::draw(ImVec2 at, std::string_view heading) {
    if (height_ == 0) return;
    drawPageCard(scene_, painter_, Rect::at(at, {width_, height_}));
    drawWords(at, heading);
}

void WordsCard::drawWords(ImVec2 at, std::string_view heading) {
    const Look& look = scene_.look;
    const float inside = width_ - 2 * cardSide(scene_);
    const float x = at.x + cardSide(scene_);
    float y = at.y + pad_;
    panelHeading(painter_, {x, y}, heading, look.colors().soft);
    y += look.px(kWordsCardHeading);
    for (const Said& one : said_) {
        setLine(painter_, sentenceFonts(look), {x, y}, inside, *one.line);
        y += one.height;
    }
}

}  // namespace lookback
