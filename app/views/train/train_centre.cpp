#include <algorithm>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/shared/card.h"
#include "app/views/shared/stage_grid.h"
#include "app/views/train/below_card.h"
#include "app/views/train/loss_chart.h"
#include "app/views/train/train_views.h"
#include "app/widgets/formula.h"
#include "core/language/unit_text.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kLossShare = 0.35f;  ///< of the height, of the chart
constexpr float kCompactShare = 0.28f;
constexpr float kLeastLoss = 150;
constexpr float kTrainCentreTitle = 30;
constexpr std::size_t kLeastLines = 2;  ///< of what they write

/// What is to be seen at this step, in a sentence or two: for a projector, which has no panel.
TextLine told(const Scene& scene) {
    const TrainingRun& run = scene.state.training.report()->run;
    const TrainMoment& moment = *scene.state.training.moment();
    if (!moment.is_measured) return {{std::string(kMeasuring)}};
    std::vector<std::string> labels;
    for (const Unit unit : moment.probe) {
        labels.push_back(shownUnit(run.text().vocabulary[static_cast<std::size_t>(unit)]));
    }
    TextLine line;
    for (const TwinMoment& twin : moment.twins) {
        if (twin.findings.empty()) continue;
        const TextLine words = tell(twin.findings.front(), run.experiment(), labels, 3);
        line.insert(line.end(), words.begin(), words.end());
        line.push_back({" "});
    }
    std::string written = "Of the lines that they begin,";
    for (std::size_t twin = 0; twin < moment.twins.size(); ++twin) {
        const std::vector<LineWritten>& lines = moment.twins[twin].lines;
        written += fmt::format("{} {} of {}\u2019s {} stand in the text", twin == 0 ? "" : " and",
                               linesOfText(lines), twinLetter(twin), lines.size());
    }
    line.push_back({written + "."});
    return line;
}

float toldHeight(const Scene& scene, Painter& painter, float width) {
    return measuredLine(painter, sentenceFonts(scene.look), width - 2 * cardSide(scene),
                        told(scene))
        .height;
}

void drawTold(const Scene& scene, Painter& painter, const Rect& rest) {
    setLine(painter, sentenceFonts(scene.look), {rest.min.x + cardSide(scene), rest.min.y},
            rest.width() - 2 * cardSide(scene), told(scene));
}

}  // namespace

float drawLossCard(const Scene& scene, Painter& painter, const Rect& card) {
    const Look& look = scene.look;
    const Theme& c = look.colors();
    drawPageCard(scene, painter, card);
    const float left = card.min.x + cardSide(scene);
    const float right = card.max.x - cardSide(scene);
    const float top = card.min.y + experimentPad(scene);
    const float name = painter.textAt(look.fonts.title, c.ink, {left, top}, "Loss");
    const std::string_view noun = unitNoun(scene.state.experiment().unit);
    const std::string formula = fmt::format("\u2212log p(next {})", noun);
    const float wide = painter.width(look.fonts.mono, formula);
    const Rect line{{left + name + cardGap(scene), top},
                    {right - wide - cardGap(scene), top + look.px(26)}};
    const AppState& state = scene.state;
    const std::string after =
        fmt::format("after step {} of {}: ", state.training.stepOf(state.train_place),
                    state.experiment().steps);
    painter.textFitted(look.fonts.text, c.soft, line,
                       (scene.place().presenting ? after : "") +
                           fmt::format("how surprised the model is by the next {}", noun));
    painter.text(look.fonts.mono, c.ink, line.betweenX(right - wide, right), formula);
    const Rect plot{{left, top + look.px(kTrainCentreTitle)},
                    {right, card.max.y - experimentPad(scene)}};
    LossChart(scene, painter, plot).draw();
    return card.height();
}

void drawTrainCentre(const Scene& scene, const Rect& region) {
    const Look& look = scene.look;
    Painter painter(look);
    std::optional<Rect> room = roomOfTraining(scene, painter, region);
    if (!room) return;
    Rect& rest = *room;
    const float gap = cardGap(scene);
    const bool presents = scene.place().presenting;
    const float share = scene.compact && !presents ? kCompactShare : kLossShare;
    const float loss = std::max(look.px(kLeastLoss), std::floor(rest.height() * share));
    rest.min.y += drawLossCard(scene, painter, rest.top(loss)) + gap;
    if (scene.state.training.moment() == nullptr) {
        painter.text(look.fonts.text, look.colors().soft, rest, kMeasuring, Align::center);
        return;
    }
    // What they write, or for a projector what is to be seen, keeps some of the room.
    const float below =
        presents ? toldHeight(scene, painter, rest.width())
                 : BelowCard(scene, painter, rest).height(scene.compact ? 1 : kLeastLines);
    rest.min.y += drawProbeCard(scene, painter, rest.untilY(rest.max.y - below - gap)) + gap;
    if (presents) {
        drawTold(scene, painter, rest);
    } else {
        BelowCard(scene, painter, rest).draw();
    }
}

}  // namespace lookback
