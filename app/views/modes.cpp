#include "app/views/modes.h"

#include <array>

#include "app/views/compare/compare.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/lab/lab.h"
#include "app/views/leak/leak_views.h"
#include "app/views/shared/timeline.h"
#include "app/views/train/train_views.h"

namespace lookback {
namespace {

constexpr std::array<ModeViews, kModeCount> kViews{{
    {Mode::lab, drawEditPanel, drawLabCentre, drawMeaning, drawTimeline, labCommands},
    {Mode::compare, drawEditPanel, drawCompare, drawMeaning, drawTimeline, labCommands},
    {Mode::leak, drawEditPanel, drawLeakTest, drawMeaning, drawTimeline, labCommands},
    {Mode::train, drawExperimentPanel, drawTrainCentre, drawTrainMeaning, drawTrainTimeline,
     trainCommands},
    {Mode::generate, drawGeneratePanel, drawGenerateCentre, drawGenerateMeaning,
     drawGenerateTimeline, generateCommands},
}};
static_assert(hasEachMode(kViews));

}  // namespace

const ModeViews& viewsOf(Mode mode) { return kViews[static_cast<std::size_t>(mode)]; }

}  // namespace lookback
