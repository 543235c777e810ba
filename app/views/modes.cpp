#include "app/views/modes.h"

#include <array>

#include "app/state/model/app_state.h"
#include "app/views/compare/compare.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/lab/lab.h"
#include "app/views/leak/leak_views.h"
#include "app/views/lesson/lesson_editor.h"
#include "app/views/shared/card.h"
#include "app/views/shared/timeline.h"
#include "app/views/train/train_views.h"
#include "core/words/say.h"
#include "messages/bars.h"

namespace lookback {
namespace {

constexpr std::array<ModeViews, kModeCount> kViews{{
    {Mode::lab, 460, 0, drawEditPanel, drawLabCentre, drawMeaning, drawTimeline, labCommands},
    {Mode::compare, 600, 0, drawEditPanel, drawCompare, drawMeaning, drawTimeline, labCommands},
    {Mode::leak, 600, 0, drawEditPanel, drawLeakTest, drawMeaning, drawLeakTimeline, leakCommands},
    {Mode::train, 600, 262, drawExperimentPanel, drawTrainCentre, drawTrainMeaning,
     drawTrainTimeline, trainCommands},
    {Mode::generate, 600, 345, drawGeneratePanel, drawGenerateCentre, drawGenerateMeaning,
     drawGenerateTimeline, generateCommands},
}};
static_assert(hasEachMode(kViews));

/// Draws the centre while numbers are computed that every view of the mode needs.
void drawComputing(const Scene& scene, const Rect& region) {
    drawReasonCard(scene, region.inset(cardSide(scene), cardGap(scene)),
                   scene.said(say::bars::Computing{}), scene.said(say::bars::ComputingNote{}));
}

void drawNothing(const Scene&, const Rect&) {}

}  // namespace

const ModeViews& viewsOf(Mode mode) { return kViews[static_cast<std::size_t>(mode)]; }

ModeViews shownViews(const AppState& state) {
    ModeViews views = viewsOf(state.place.mode);
    if (isWritingLesson(state)) views.right = drawLessonEditor;
    if (isAwaitingNumbers(state)) {
        views.left = views.right = drawNothing;
        views.centre = drawComputing;
    }
    return views;
}

}  // namespace lookback
