// The step of a lesson in its editor: words, place and edits, what it hides and locks, its order.
#include <array>
#include <string>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/views/lesson/editor_column.h"
#include "core/engine/stages.h"
#include "core/lesson/document_part.h"
#include "core/words/say.h"
#include "messages/author.h"

namespace lookback {
namespace {

/// The parts that a step about a document may lock.
constexpr std::array kLockedParts{
    DocumentPart::tokens,  DocumentPart::embeddings, DocumentPart::positions, DocumentPart::heads,
    DocumentPart::weights, DocumentPart::scale,      DocumentPart::softcap,   DocumentPart::mask,
    DocumentPart::masking, DocumentPart::dtype,      DocumentPart::everything};

/// Puts what a step hides: toggles, and a button for each entry that shows it again.
void putHidden(EditorColumn& column) {
    const LessonDraft& draft = column.draft;
    column.heading(say::author::Hide{});
    const std::string tip = column.said(say::author::HideTip{});
    const std::array row{
        RowChoice{column.scene.labelled(say::author::HideCell{}, "hide-cell"), tip},
        RowChoice{column.scene.labelled(say::author::HideRow{}, "hide-row"), tip},
        RowChoice{column.scene.labelled(say::author::HideMatrix{}, "hide-matrix"), tip},
    };
    const int pressed = column.choices(row, static_cast<int>(draft.hidden_part));
    if (pressed >= 0) {
        column.scene.emit(Change(&LessonDraft::hidden_part, static_cast<HiddenPart>(pressed)));
    }
    column.pickToggle(say::author::HideClicked{}, "hide-clicked", say::author::HideTip{},
                      CellPick::hide);
    const std::string list = draft.at("hide");
    for (std::size_t k = 0; k < draft.file.count(list); ++k) {
        const std::string entry = draft.file.words(joined(list, k), "");
        if (column.card.button(
                {.label = fmt::format("{} \u00d7###hidden-{}", entry, k),
                 .tooltip = column.said(say::author::UnhideTip{.entry = Verbatim{entry}})})) {
            column.scene.emit(Change(setPart, joined(list, k), std::string()));
        }
    }
}

void putLocked(EditorColumn& column) {
    const LessonDraft& draft = column.draft;
    column.heading(say::author::Lock{});
    const std::string list = draft.at("lock");
    for (const DocumentPart part : kLockedParts) {
        const DocumentPartInfo& row = info(part);
        const bool is_on = draft.file.find(list, row.name).has_value();
        const Message label = row.label();
        if (column.toggle(label, fmt::format("lock-{}", row.name),
                          say::author::LockTip{.part = label}, is_on)) {
            column.scene.emit(Change(togglePart, list, std::string(row.name)));
        }
    }
}

}  // namespace

void putDraftStep(EditorColumn& column) {
    const Scene& scene = column.scene;
    const LessonDraft& draft = column.draft;
    if (!draft.hasStep()) return column.plain(say::author::FirstStep{});
    column.text(say::author::Title{}, draft.at("title"));
    const std::string text = draft.at("text");
    column.text(say::author::Text{}, text, 3);
    column.pickToggle(say::author::Insert{}, "insert", say::author::InsertTip{}, CellPick::slot,
                      text);
    if (draft.reading.played != nullptr && draft.step < draft.reading.played->steps.size()) {
        const Standing standing = standingAt(*draft.reading.played, draft.step);
        std::string place = scene.said(info(static_cast<Mode>(standing.mode)).title());
        if (const auto step = stepCovering(scene.steps(), standing.step)) {
            place += " \u00b7 " + scene.said(scene.steps()[*step].title);
        }
        column.soft(say::author::LeadsTo{.place = Verbatim{place}});
    }
    const std::string parts = column.partsOfEdits(draft.at("set"));
    if (!parts.empty()) column.soft(say::author::Edits{.parts = Verbatim{parts}});
    if (draft.reading.is_changed) column.plain(say::author::Changed{});
    if (column.button(say::author::Record{}, "record", say::author::RecordTip{})) {
        scene.emit(RecordDraftStep{});
    }
    putDraftTask(column);
    putHidden(column);
    putLocked(column);
    column.heading(say::author::Order{});
    if (column.button(say::author::Earlier{}, "earlier", say::author::EarlierTip{},
                      ButtonKind::plain, draft.step > 0)) {
        scene.emit(MoveDraftStep{-1});
    }
    if (column.button(say::author::Later{}, "later", say::author::LaterTip{}, ButtonKind::plain,
                      draft.step + 1 < draft.steps())) {
        scene.emit(MoveDraftStep{1});
    }
    if (column.button(say::author::Remove{}, "remove-step", say::author::RemoveTip{})) {
        scene.emit(RemoveDraftStep{});
    }
}

}  // namespace lookback
