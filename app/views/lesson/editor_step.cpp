// The step of a lesson in its editor: words, place and edits, what it hides and locks, its order.
#include <array>
#include <span>
#include <string>
#include <vector>

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

/// A toggle that puts a name into a list of the step, or takes it out.
struct NamedToggle {
    std::string_view name;
    Message label;
    Message tip;
};

/// @param list of the step: "hide" or "lock"
void putNames(EditorColumn& column, const std::string& list, std::span<const NamedToggle> rows) {
    const std::string path = column.draft.at(list);
    for (const NamedToggle& row : rows) {
        const bool is_on = column.draft.file.find(path, row.name).has_value();
        if (column.toggle(row.label, fmt::format("{}-{}", list, row.name), row.tip, is_on)) {
            column.scene.emit(Change(togglePart, path, std::string(row.name)));
        }
    }
}

/// Puts what a step about a document hides: toggles, and a button for each entry that shows it
/// again.
void putHiddenCells(EditorColumn& column) {
    const LessonDraft& draft = column.draft;
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
    const std::array toggles{
        PickToggle{say::author::HideClicked{}, "hide-clicked", CellPick::hide}};
    column.pickToggles(toggles, say::author::HideTip{});
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

void putHidden(EditorColumn& column) {
    column.heading(say::author::Hide{});
    if (!column.draft.isAboutExperiment()) return putHiddenCells(column);
    putNames(
        column, "hide",
        std::array{
            NamedToggle{"loss", say::author::HideLosses{}, say::author::HideLossesTip{}},
            NamedToggle{"written", say::author::HideWritten{}, say::author::HideWrittenTip{}}});
}

void putLocked(EditorColumn& column) {
    column.heading(say::author::Lock{});
    std::vector<NamedToggle> rows;
    const auto add = [&](DocumentPart part) {
        const Message label = info(part).label();
        rows.push_back({info(part).name, label, say::author::LockTip{.part = label}});
    };
    if (column.draft.isAboutExperiment()) {
        add(DocumentPart::experiment);
    } else {
        for (const DocumentPart part : kLockedParts) add(part);
    }
    putNames(column, "lock", rows);
}

}  // namespace

void putDraftStep(EditorColumn& column) {
    const Scene& scene = column.scene;
    const LessonDraft& draft = column.draft;
    if (!draft.hasStep()) {
        using First = say::author::FirstStep;
        return column.plain(First{.work = workInWords<First>(draft)});
    }
    column.text(say::author::Title{}, draft.at("title"));
    const std::string text = draft.at("text");
    column.text(say::author::Text{}, text, 3);
    const std::array toggles{PickToggle{say::author::Insert{}, "insert", CellPick::slot}};
    column.pickToggles(
        toggles, say::author::InsertTip{.work = workInWords<say::author::InsertTip>(draft)}, text);
    if (draft.reading.played != nullptr && draft.step < draft.reading.played->steps.size()) {
        const Standing standing = standingAt(*draft.reading.played, draft.step);
        std::string place = scene.said(info(static_cast<Mode>(standing.mode)).title());
        if (draft.isAboutExperiment()) {
            place += " \u00b7 " + scene.said(say::author::AfterSteps{.n = standing.training_step});
        } else if (const auto step = stepCovering(scene.steps(), standing.step)) {
            place += " \u00b7 " + scene.said(scene.steps()[*step].title);
        }
        column.soft(say::author::LeadsTo{.place = Verbatim{place}});
    }
    const std::string parts = column.partsOfEdits(draft.at("set"));
    if (!parts.empty()) column.soft(say::author::Edits{.parts = Verbatim{parts}});
    if (draft.reading.is_changed) {
        using Changed = say::author::Changed;
        column.plain(Changed{.work = workInWords<Changed>(draft)});
    }
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
