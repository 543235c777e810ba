#include "app/views/experiment/experiment_views.h"

#include <string>

#include "app/state/model/sentences.h"
#include "app/views/shared/card.h"
#include "core/io/experiment_library.h"
#include "core/io/shipped.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/experiment.h"
#include "messages/faults.h"

namespace lookback {
namespace {

/// Returns the shipped experiment that the one on screen was made from; null where it is another.
const ExperimentEntry* shippedEntry(const Scene& scene) {
    return findShipped(experiments(), scene.state.experiment_work.origin().shipped);
}

}  // namespace

std::string experimentTitle(const Scene& scene, const Experiment& experiment) {
    const ExperimentEntry* const entry = shippedEntry(scene);
    return shownTitle(scene.wording(), experiment.title,
                      entry != nullptr ? &entry->title : nullptr);
}

std::string modelName(const Scene& scene, const Experiment& experiment, std::size_t twin) {
    const LocalText& name = experiment.twins[twin].name;
    const ExperimentEntry* const entry = shippedEntry(scene);
    if (entry != nullptr && twin < entry->models.size() &&
        name == LocalText(std::string(entry->models[twin].in("en")))) {
        return scene.said(entry->models[twin]);
    }
    const Message of_mask = nameOfMask(experiment, twin);
    return name == LocalText(english().text(of_mask)) ? scene.said(of_mask) : scene.said(name);
}

Color twinColor(const Theme& theme, std::size_t twin) {
    return twin == 0 ? theme.weights : theme.bad;
}

float twinChip(Painter& painter, ImVec2 at, float height, std::size_t twin) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    const Color color = twinColor(c, twin);
    const Rect box = Rect::at(at, {look.px(26), height});
    const Color ground = mix(c.panel, color, 0.12f);
    painter.fill(box, ground, look.px(4));
    painter.text(look.fonts.strong_small, readable(c, color, ground), box,
                 std::string(1, twinLetter(twin)), Align::center);
    return box.max.x;
}

std::string endOfSentence(const Painter& painter, ImFont* font, float room, std::size_t units,
                          const std::function<std::string(std::size_t first)>& say) {
    std::string shown;
    for (std::size_t first = 0; first < units; ++first) {
        shown = say(first);
        if (painter.width(font, shown) <= room) break;
    }
    return shown;
}

std::string noteOnScreen(const AppState& state, NoteMode mode, Index step) {
    if (state.lesson.isOpen()) return {};  // a note may tell the answer of a task
    const Work<Experiment>& work = state.experiment_work;
    const ExperimentEntry* const entry = findShipped(experiments(), work.origin().shipped);
    const bool is_as_shipped = entry != nullptr && work.subject() == *work.origin().opened;
    if (!is_as_shipped || !state.training.isCurrent()) return {};
    const LocalText* const note = noteAt(entry->notes, mode, step);
    return note != nullptr ? state.wording().text(*note) : "";
}

Message unitsFault(const Error& fault, TextUnit unit) {
    if (isMessage<say::faults::EmptySentence>(fault.message)) {
        return saidOf<say::experiment::UnitExpected>(unit);
    }
    return faultSentence({"", fault.message});
}

float experimentPad(const Scene& scene) {
    return scene.place().presenting ? scene.look.px(3) : cardPad(scene);
}

std::optional<Rect> roomOfTraining(const Scene& scene, Painter& painter, const Rect& region) {
    // The panels of a narrow window lie over the centre.
    ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
    const Look& look = scene.look;
    const ShownTraining& training = scene.state.training;
    const float margin = look.px(scene.place().presenting ? 8 : scene.compact ? 10 : 16);
    const float side = scene.place().presenting ? look.px(8) : cardSide(scene);
    const Rect room = region.inset(side, margin);
    if (training.report() == nullptr) {
        painter.text(look.fonts.text, look.colors().soft, room,
                     scene.said(say::experiment::Training{}), Align::center);
        return std::nullopt;
    }
    return room;
}

}  // namespace lookback
