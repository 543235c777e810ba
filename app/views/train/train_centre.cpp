#include <algorithm>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_lesson.h"
#include "app/state/model/shown_quantity.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/shared/card.h"
#include "app/views/shared/stage_grid.h"
#include "app/views/train/below_card.h"
#include "app/views/train/loss_chart.h"
#include "app/views/train/train_scene.h"
#include "app/views/train/train_views.h"
#include "app/widgets/formula.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/experiment.h"
#include "messages/train.h"

namespace lookback {
namespace {

constexpr float kLossShare = 0.35f;  ///< height of the chart, of that of the centre
constexpr float kCompactShare = 0.31f;
constexpr float kPresentedShare = 0.285f;  ///< leaves the legend and the losses their room
constexpr float kLeastLoss = 146;
constexpr float kLeastPresentedLoss = 136;
constexpr float kLeastLossInLesson = 96;  ///< above the caption of a lesson
constexpr float kTrainCentreTitle = 30;
constexpr float kCompactLossTitle = 28;
constexpr std::size_t kLeastLines = 2;  ///< of the text that the twins write

/// Returns the findings of this step in a sentence or two: for presentation, which has no panel.
TextLine findings(const TrainScene& train) {
    const Wording wording = train.scene.wording();
    if (!train.moment.is_measured) return wording.line(say::experiment::Measuring{});
    const std::vector<std::string> labels = train.probeLabels();
    std::vector<Message> found;
    for (const TwinMoment& twin : train.moment.twins) {
        if (twin.findings.empty()) continue;
        found.push_back(tell(twin.findings.front(), train.run.experiment(), labels, 3));
    }
    for (std::size_t twin = 0; twin < train.moment.twins.size(); ++twin) {
        const std::vector<LineWritten>& lines = train.moment.twins[twin].lines;
        found.push_back(say::train::InTextPresented{.n = Count{linesOfText(lines)},
                                                    .of = Count{std::ssize(lines)},
                                                    .model = modelLetter(twin)});
    }
    return wording.line(found);
}

/// Returns the words below the figure in presentation: the note of the experiment at this step,
/// else the findings.
TextLine presentedWords(const TrainScene& train) {
    const std::string note =
        noteOnScreen(train.scene.state, NoteMode::train, train.moment.wish.step);
    return note.empty() ? findings(train) : TextLine{{note}};
}

/// Draws the figure of the probe sentence in the room that the words leave, and these below it.
void presentMoment(const TrainScene& train, Painter& painter, Rect rest) {
    const Scene& scene = train.scene;
    if (leadsThroughLesson(scene.state)) {  // its caption has the words
        drawProbeCard(train, painter, rest);
        return;
    }
    const LineFonts fonts = sentenceFonts(scene.look);
    const TextLine words = presentedWords(train);
    const LaidLine laid = layLine(painter, fonts, rest.width() - 2 * cardSide(scene), words);
    const float gap = cardGap(scene);
    rest.min.y += drawProbeCard(train, painter, rest.untilY(rest.max.y - laid.height - gap)) + gap;
    drawLine(painter, fonts, {rest.min.x + cardSide(scene), rest.min.y}, laid);
}

/// Draws the figure of the probe sentence in the room that the least card below it leaves, and
/// that card.
void drawMoment(const TrainScene& train, Painter& painter, Rect rest) {
    if (!isWritingShown(train.scene.state)) {
        drawProbeCard(train, painter, rest);
        return;
    }
    const float gap = cardGap(train.scene);
    const float below =
        BelowCard(train, painter, rest).height(train.scene.compact ? 1 : kLeastLines);
    rest.min.y += drawProbeCard(train, painter, rest.untilY(rest.max.y - below - gap)) + gap;
    BelowCard(train, painter, rest).draw();
}

}  // namespace

float drawLossCard(const Scene& scene, Painter& painter, const Rect& card) {
    const Look& look = scene.look;
    const Theme& c = look.colors();
    drawPageCard(scene, painter, card);
    const float left = card.min.x + cardSide(scene);
    const float right = card.max.x - cardSide(scene);
    const float top = card.min.y + experimentPad(scene);
    const float name =
        painter.textAt(look.fonts.title, c.ink, {left, top}, scene.said(say::train::Loss{}));
    const TextUnit unit = scene.state.experiment().unit;
    const AppState& state = scene.state;
    using Presented = say::train::LossNotePresented;
    const Message note = scene.place().presenting
                             ? Presented{.step = Count{state.training.stepOf(state.train_place)},
                                         .steps = Count{state.experiment().steps},
                                         .unit = unitIn<Presented>(unit)}
                             : saidOf<say::train::LossNote>(unit);
    drawBesideTitle(scene, painter, {{left + name, top}, {right, top + look.px(26)}},
                    scene.said(note), {{scene.said(saidOf<say::train::LossFormula>(unit))}});
    const Rect plot{{left, top + look.px(scene.compact ? kCompactLossTitle : kTrainCentreTitle)},
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
    const float share = presents ? kPresentedShare : scene.compact ? kCompactShare : kLossShare;
    const float least = leadsThroughLesson(scene.state) ? kLeastLossInLesson
                        : presents                      ? kLeastPresentedLoss
                                                        : kLeastLoss;
    const float loss = std::max(look.px(least), std::floor(rest.height() * share));
    rest.min.y += drawLossCard(scene, painter, rest.top(loss)) + gap;
    if (scene.state.training.moment() == nullptr) {
        painter.text(look.fonts.text, look.colors().soft, rest,
                     scene.said(say::experiment::Measuring{}), Align::center);
        return;
    }
    const TrainScene train(scene);
    presents ? presentMoment(train, painter, rest) : drawMoment(train, painter, rest);
}

}  // namespace lookback
