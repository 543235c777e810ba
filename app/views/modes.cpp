#include "app/views/modes.h"

#include <array>
#include <cassert>

#include "app/views/compare/compare.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/lab/lab.h"
#include "app/views/leak/leak_views.h"
#include "app/views/shared/timeline.h"
#include "app/views/train/train_views.h"

namespace lookback {
namespace {

constexpr std::array<ModeViews, kModes.size()> kViews{{
    {Mode::lab, drawEditPanel, drawLabCentre, drawMeaning, drawTimeline, labCommands},
    {Mode::compare, drawEditPanel, drawCompare, drawMeaning, drawTimeline, labCommands},
    {Mode::leak, drawEditPanel, drawLeakTest, drawMeaning, drawTimeline, labCommands},
    {Mode::train, drawExperimentPanel, drawTrainCentre, drawTrainMeaning, drawTrainTimeline,
     trainCommands},
    {Mode::generate, drawGeneratePanel, drawGenerateCentre, drawGenerateMeaning,
     drawGenerateTimeline, generateCommands},
}};

}  // namespace

const ModeViews& viewsOf(Mode mode) {
    const ModeViews& row = kViews[static_cast<std::size_t>(mode)];
    assert(row.mode == mode);
    return row;
}

}  // namespace lookback
