#include "app/views/leak/probe_card.h"

#include <algorithm>
#include <cmath>

#include "app/views/leak/probe_bar.h"
#include "app/widgets/tooltip.h"
#include "core/document/edit.h"

namespace lookback {
namespace {

constexpr float kProbeCardLine = 32;      ///< on which the probe is chosen
constexpr float kProbeCardHeading = 22;   ///< above the bars
constexpr float kProbeCardLeastRow = 19;  ///< of a bar in a row of its own
constexpr float kProbeCardMostRow = 26;
constexpr float kProbeCardBetween = 3;  ///< two bars
constexpr float kAir = 12;              ///< before the bars beside a row, and behind labels

}  // namespace

float leastProbeHeight(const Look& look, Index rows, bool is_beside) {
    if (is_beside || rows == 0) return look.px(kProbeCardLine);
    return look.px(kProbeCardLine + kProbeCardHeading) +
           static_cast<float>(rows) * look.px(kProbeCardLeastRow);
}

ProbeCard::ProbeCard(const Scene& scene, Painter& painter, const ComparedPair& pair,
                     const InfluenceFigure& figure, bool is_beside)
    : scene_(scene),
      look_(scene.look),
      painter_(painter),
      pair_(pair),
      figure_(figure),
      is_beside_(is_beside),
      moves_(scene.state.probed.of(pair, scene.place().compared, scene.place().leak,
                                   amountNow(scene.place().leak))) {}

float ProbeCard::rowHeight(float room) const {
    const auto rows = static_cast<float>(std::max<Index>(figure_.outputs().count, 1));
    const float each = std::floor((room - look_.px(kProbeCardLine + kProbeCardHeading)) / rows);
    return std::clamp(each, look_.px(kProbeCardLeastRow), look_.px(kProbeCardMostRow));
}

float ProbeCard::height(float room) const {
    const Index rows = figure_.outputs().count;
    const float least = leastProbeHeight(look_, rows, is_beside_);
    if (is_beside_ || rows == 0) return least;
    const float more = rowHeight(room) - look_.px(kProbeCardLeastRow);
    return least + static_cast<float>(rows) * more;
}

void ProbeCard::draw(const Rect& inside, const SideColumns& columns) {
    const float line = inside.min.y + look_.px(kProbeCardLine);
    drawProbeBar(scene_, {inside.min, {inside.max.x, line}});
    keepInSight(look_, inside);
    for (const Side side : {Side::a, Side::b}) {
        if (moves_.moves.of(side).empty()) continue;
        const float left = columns.left.of(side);
        const float right = left + columns.width;
        if (is_beside_) {
            barsBeside(side, right);
        } else {
            barsBelow(side, {{left, line}, {right, inside.max.y}});
        }
    }
}

/// True where the word that is moved or appended is hidden from an output by A's mask.
bool ProbeCard::hides(Index output) const {
    const Document& promised = pair_.a->document();
    const LeakPlace& place = scene_.place().leak;
    if (place.probe == Probe::nudge) {
        const Index token = nudgedToken(place.nudge, promised.n());
        return token != output && !allows(promised.mask, output, token);
    }
    Mask longer = promised.mask;
    insertToken(longer, promised.n());
    return !allows(longer, output, promised.n());
}

MoveBar ProbeCard::barOf(Side side, Index output, const Rect& box) const {
    return {box, moves_.moves.of(side)[static_cast<std::size_t>(output)], hides(output)};
}

void ProbeCard::barsBelow(Side side, const Rect& region) {
    const AxisRange rows = figure_.outputs();
    const float beside = side == Side::a ? figure_.labelWidth() : 0;
    const float left = region.min.x + beside;
    float y = region.min.y + look_.px(kProbeCardHeading);
    painter_.textFitted(look_.fonts.small_text, look_.colors().soft,
                        {{left, region.min.y}, {region.max.x, y}},
                        titleOf(scene_.document(), scene_.place().compared.of(side)));
    const float row = (region.max.y - y) / static_cast<float>(std::max<Index>(rows.count, 1));
    std::vector<MoveBar> bars;
    for (Index at = 0; at < rows.count; ++at) {
        const float top =
            std::floor(y + row * static_cast<float>(at)) + look_.px(kProbeCardBetween / 2);
        const Rect box{{left, top},
                       {region.max.x, top + std::floor(row) - look_.px(kProbeCardBetween)}};
        bars.push_back(barOf(side, rows.first + at, box));
        if (beside == 0) continue;
        painter_.textFitted(look_.fonts.small_text, look_.colors().ink,
                            {{region.min.x, box.min.y}, {left - look_.px(8), box.max.y}},
                            scene_.labels()[static_cast<std::size_t>(rows.first + at)],
                            Align::right);
    }
    drawMoveBars(scene_, painter_, bars, moves_.bound);
}

void ProbeCard::barsBeside(Side side, float right) {
    const AxisRange rows = figure_.outputs();
    std::vector<MoveBar> bars;
    for (Index at = 0; at < rows.count; ++at) {
        const Rect cells = figure_.row(side, at);
        const Rect box{{cells.max.x + look_.px(kAir), cells.min.y}, {right, cells.max.y}};
        bars.push_back(barOf(side, rows.first + at, box));
    }
    drawMoveBars(scene_, painter_, bars, moves_.bound);
}

}  // namespace lookback
