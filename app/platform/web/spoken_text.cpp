#include "app/platform/web/spoken_text.h"

#include <limits>
#include <optional>

#include <fmt/format.h>

#include "app/state/model/shown_quantity.h"
#include "app/views/lab/narration.h"
#include "core/explain/explain.h"
#include "core/words/say.h"

namespace lookback {
namespace {

/// The arithmetic of the cell in focus; empty where it is hidden.
std::string spokenCell(const AppState& state) {
    const std::optional<Target> cell = focusedTarget(state);
    if (!cell || !state.lesson.hiding.cells.empty()) return "";
    if (!isShown(
            state,
            {.id = cell->id, .row = cell->cell.row, .col = cell->cell.col, .head = cell->head}))
        return "";
    std::string text = withSigns(
        state.wording().line(cellName(state.document(), state.shown.labels(), cell->id, cell->head,
                                      cell->cell, state.preferences.conventions)));
    for (const TextLine& line :
         explainedLines(state.document(), state.trace(), cell->id, cell->head, cell->cell,
                        {.decimals = state.preferences.decimals}, state.preferences.conventions)) {
        text += fmt::format(" {} {}", signBefore(line), withSigns(state.wording().line(line)));
    }
    return text;
}

}  // namespace

std::string spokenText(const AppState& state) {
    std::string text;
    const auto add = [&](const std::string& sentence) {
        if (sentence.empty()) return;
        if (!text.empty()) text += ' ';
        text += sentence;
    };
    const Wording wording = state.wording();
    add(wording.text(state.notice));
    const ShownLesson& lesson = state.lesson;
    for (const FilledText* const words :
         {&lesson.entered.text, &lesson.entered.ask, &lesson.reply, &lesson.then}) {
        add(wording.text(*words));
    }
    if (lesson.named) add(wording.text(*lesson.named));
    if (state.place.mode != Mode::lab || !state.shown.hasNumbers()) {
        add(wording.text(info(state.place.mode).title()) + ".");
        return text;
    }
    add(wording.text(state.step().title) + ".");
    add(withSigns(asText(toldOf(state).sentences, std::numeric_limits<std::size_t>::max())));
    add(spokenCell(state));
    return text;
}

}  // namespace lookback
