#include "app/views/train/below_card.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/views/shared/regions.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "core/language/unit_text.h"

namespace lookback {
namespace {

constexpr float kBelowCardHeading = 32;
constexpr float kChoice = 24;
constexpr float kBelowCardLine = 23;
constexpr std::array kBelowCardChoices{"What they write", "One number\u2019s step"};
constexpr std::array kBelowCardTips{"What both write greedily from the beginnings of lines.",
                                    "What the step that led here did to one number of each twin."};

}  // namespace

BelowCard::BelowCard(const Scene& scene, Painter& painter, const Rect& rest)
    : scene_(scene),
      look_(scene.look),
      painter_(painter),
      place_(scene.state.workshop.place),
      run_(scene.state.workshop.training.report()->run),
      moment_(*scene.state.workshop.training.moment()),
      rest_(rest) {}

float BelowCard::fixed() const { return 2 * cardPad(scene_) + look_.px(kBelowCardHeading); }

float BelowCard::height(std::size_t lines) const {
    if (place_.below == TrainBelow::step) return fixed() + stepsHeight();
    return fixed() + look_.px(static_cast<float>(lines + 1) * kBelowCardLine);
}

std::size_t BelowCard::linesWithRoom() const {
    const float room = (rest_.height() - height(0)) / look_.px(kBelowCardLine);
    const std::size_t most =
        moment_.is_measured ? moment_.twins.front().lines.size() : kMostBeginnings;
    return std::min(static_cast<std::size_t>(std::max(room, 0.0f)), most);
}

float BelowCard::draw() {
    const std::size_t lines = linesWithRoom();
    const bool is_step = place_.below == TrainBelow::step;
    if (!is_step && lines == 0) return 0;
    const Rect card{rest_.min, {rest_.max.x, rest_.min.y + height(lines)}};
    drawPageCard(scene_, painter_, card);
    choice({card.min.x + cardSide(scene_), card.min.y + cardPad(scene_)});
    is_step ? steps(card) : written(card, lines);
    return card.height();
}

void BelowCard::choice(ImVec2 at) {
    const int now = static_cast<int>(place_.below);
    const int chosen =
        segmented(painter_, at, look_.px(kChoice), kBelowCardChoices, now, kBelowCardTips);
    const float end = at.x + segmentedWidth(painter_, kBelowCardChoices) + look_.px(14);
    const Rect line{{end, at.y}, {rest_.max.x - cardSide(scene_), at.y + look_.px(kChoice)}};
    if (place_.below == TrainBelow::step) {
        picked(line);
    } else if (const std::string words = fmt::format("when the next {} is not there to be read",
                                                     unitNoun(run_.experiment().unit));
               painter_.width(look_.fonts.text, words) <= line.width()) {
        painter_.text(look_.fonts.text, look_.colors().soft, line, words);
    }
    if (chosen < 0 || chosen == now) return;
    TrainPlace place = place_;
    place.below = static_cast<TrainBelow>(chosen);
    scene_.emit(SetTrainPlace{place});
}

Rect BelowCard::column(std::size_t twin, const Rect& card) const {
    const float inside = card.width() - 2 * cardSide(scene_);
    const auto twins = static_cast<float>(moment_.twins.size());
    const float from = card.min.x + cardSide(scene_) + static_cast<float>(twin) * inside / twins;
    return {{from, card.min.y + cardPad(scene_) + look_.px(kBelowCardHeading)},
            {from + inside / twins - cardGap(scene_), card.max.y}};
}

void BelowCard::written(const Rect& card, std::size_t lines) {
    const Theme& c = look_.colors();
    for (std::size_t twin = 0; twin < moment_.twins.size(); ++twin) {
        const Rect box = column(twin, card);
        if (!moment_.is_measured) {
            painter_.text(look_.fonts.text, c.soft,
                          {box.min, {box.max.x, box.min.y + look_.px(kBelowCardLine)}}, kMeasuring);
            continue;
        }
        const std::vector<LineWritten>& written = moment_.twins[twin].lines;
        float y = box.min.y;
        for (std::size_t k = 0; k < lines; ++k) {
            const Rect line{{box.min.x, y}, {box.max.x, y + look_.px(kBelowCardLine)}};
            const float sign = look_.px(22);
            const std::string text = unitLine(run_.experiment(), run_.text(), written[k].units);
            const float wide = painter_.textFitted(
                look_.fonts.mono, c.ink, {line.min, {line.max.x - sign, line.max.y}}, text);
            const bool is_right = written[k].is_of_text;
            painter_.text(look_.fonts.strong, is_right ? c.good : c.bad,
                          {{line.min.x + wide + look_.px(8), line.min.y}, line.max},
                          is_right ? "\u2713" : "\u2717");
            y = line.max.y;
        }
        painter_.textFitted(look_.fonts.text, c.soft,
                            {{box.min.x, y}, {box.max.x, y + look_.px(kBelowCardLine)}},
                            fmt::format("{}: {} of {} stand in the text", twinLetter(twin),
                                        linesOfText(written), written.size()));
    }
}

}  // namespace lookback
