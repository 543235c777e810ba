#include "app/views/generate/writing_scene.h"

#include "app/views/experiment/experiment_views.h"

#include <algorithm>

#include "app/state/model/app_state.h"
#include "core/base/text.h"
#include "core/language/probe.h"
#include "core/language/unit_text.h"

namespace lookback {
namespace {

constexpr std::size_t kWritingSceneLongestName = 14;

/// Returns the place with the prompt, the choice and the words of the moment.
GeneratePlace placeIn(const WritingMoment& moment, GeneratePlace place) {
    place.prompt = moment.wish.prompt;
    place.choice = moment.wish.choice;
    place.written = moment.wish.written;
    return place;
}

}  // namespace

WritingScene::WritingScene(const Scene& shown)
    : scene(shown),
      look(shown.look),
      place(placeIn(*shown.state.writing.moment(), shown.state.generate_place)),
      run(shown.state.training.report()->run),
      moment(*shown.state.writing.moment()),
      told(lookback::toldTwin(place, moment.twins.size())),
      head(std::min(place.head, run.experiment().model.heads - 1)) {}

std::vector<std::size_t> WritingScene::shownTwins() const {
    std::vector<std::size_t> shown;
    for (std::size_t twin = 0; twin < twins(); ++twin) {
        if (isShown(place, twin, twins())) shown.push_back(twin);
    }
    return shown;
}

std::string WritingScene::nameOf(Unit unit) const {
    const std::string& whole = run.text().vocabulary[static_cast<std::size_t>(unit)];
    return shortenedTo(oneLine(shownUnit(whole)), kWritingSceneLongestName);
}

std::vector<std::string> WritingScene::namesOf(std::span<const Unit> units) const {
    std::vector<std::string> names;
    for (const Unit unit : units) names.push_back(nameOf(unit));
    return names;
}

std::string aboutEndOfSentence(const WritingScene& writing, const Painter& painter, ImFont* font,
                               std::span<const Unit> units, float room,
                               const std::function<Message(const TokenLabel&)>& say) {
    return endOfSentence(painter, font, room, units.size(), [&](std::size_t first) {
        const std::string end =
            unitLine(writing.run.experiment(), writing.run.text(), units.subspan(first));
        return writing.said(say({(first > 0 ? "\u2026 " : "") + end}));
    });
}

}  // namespace lookback
