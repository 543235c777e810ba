#include "app/state/update/update_draft.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "app/state/update/settle.h"
#include "app/state/update/update_lesson.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/explain/explain.h"
#include "core/io/json_text.h"
#include "core/io/lesson_check.h"
#include "core/io/lesson_moments.h"
#include "core/io/lesson_parts_json.h"
#include "core/words/say.h"
#include "messages/author.h"

namespace lookback {
namespace {

constexpr std::size_t kMostUndoneDrafts = 100;
/// The path of a lesson that is tried before it is in a file.
constexpr std::string_view kTriedFile = "untitled.lesson.json";

void rememberFile(LessonDraft& draft) {
    if (draft.before.size() == kMostUndoneDrafts) draft.before.erase(draft.before.begin());
    draft.before.push_back(draft.file);
}

std::shared_ptr<const Document> documentAt(const GuidedLesson& lesson, std::size_t step,
                                           StepMoment moment) {
    const Checked<LessonWork> work = workAt(lesson, step, moment, lesson.work);
    return work ? std::get<std::shared_ptr<const Document>>(*work) : nullptr;
}

/// The document on the screen as the lesson knows it: with the mask that the step's look lifts.
Document recordedDocument(const AppState& state) {
    const LessonDraft& draft = *state.draft;
    Document document = state.document();
    const Mask& remembered = state.document_work.history.current().remembered;
    const bool is_lifted =
        draft.hasStep() && draft.reading.played != nullptr &&
        standingAt(*draft.reading.played, draft.step).variant == LookVariant::unmasked &&
        !isMasked(document) && canBlock(remembered);
    if (is_lifted) document.mask = remembered;
    return document;
}

/// The mode, stage, cell and head on the screen as the look of a step.
LessonLook lookHere(const AppState& state) {
    const Standing now = standingOf(state);
    LessonLook look{.mode = now.mode, .step = now.step, .cell = now.cell};
    if (state.document().heads > 1) look.head = now.head;
    return look;
}

/// A number of a matrix as expressions spell it.
std::string expressionOf(const LessonDraft& draft, const Target& target, HiddenPart part) {
    const MatrixInfo& matrix = info(target.id);
    std::string text(matrix.name);
    const Index head = draft.hasStep() && draft.reading.played != nullptr
                           ? standingAt(*draft.reading.played, draft.step).head
                           : Index{0};
    const bool names_head = matrix.per_head && target.head != head && part != HiddenPart::matrix;
    if (names_head) text += fmt::format("[{}]", target.head);
    if (part != HiddenPart::matrix) text += fmt::format("[{}]", target.cell.row);
    if (part == HiddenPart::cell) text += fmt::format("[{}]", target.cell.col);
    return text;
}

/// A text in which braces are braces.
std::string withoutSlots(const std::string& words) {
    std::string text;
    for (const char letter : words) {
        const bool is_brace = letter == '{' || letter == '}';
        text += is_brace ? fmt::format("'{}'", letter) : std::string(1, letter);
    }
    return text;
}

/// A bound that the value keeps, with the shown decimals.
double keptBound(double value, CellPick relation) {
    if (!std::isfinite(value) || std::abs(value) > 1e9) return value;
    constexpr double kShown = 1e4;
    const double scaled = value * kShown;
    const double whole = relation == CellPick::at_most    ? std::ceil(scaled)
                         : relation == CellPick::at_least ? std::floor(scaled)
                                                          : std::round(scaled);
    return whole / kShown;
}

/// Whether two documents agree in all that a lesson can set.
bool isSameForLesson(const Document& a, const Document& b) {
    Document alike = a;
    alike.title = b.title;
    alike.lesson = b.lesson;
    alike.snapshots = b.snapshots;
    alike.draw = b.draw;
    return alike == b;
}

}  // namespace

void typeWords(LessonDraft& draft, const std::string& path, const std::string& text,
               const std::string& language) {
    if (draft.typed_path != path) rememberFile(draft);
    draft.typed_path = path;
    draft.file.setWords(path, text, language);
}

void endTyping(LessonDraft& draft) { draft.typed_path.clear(); }

void setPart(LessonDraft& draft, const std::string& path, const std::string& json) {
    rememberFile(draft);
    json.empty() ? draft.file.erase(path) : draft.file.set(path, json);
}

void addPart(LessonDraft& draft, const std::string& list, const std::string& json) {
    rememberFile(draft);
    draft.file.insert(list, draft.file.count(list), json);
}

void togglePart(LessonDraft& draft, const std::string& list, const std::string& name) {
    rememberFile(draft);
    draft.file.toggle(list, name);
}

void pick(LessonDraft& draft, CellPick kind, const std::string& slot_path) {
    const bool is_same = draft.pick == kind && draft.slot_path == slot_path;
    draft.pick = is_same ? CellPick::none : kind;
    draft.slot_path = slot_path;
}

void settleDraft(LessonDraft& draft) {
    DraftReading& reading = draft.reading;
    const bool is_same_file = reading.file && *reading.file == draft.file;
    if (is_same_file && reading.step == draft.step) return;
    reading.file = draft.file;
    reading.step = draft.step;
    if (!is_same_file) {
        const Checked<GuidedLesson> lesson = draft.file.lesson();
        reading.missing = lesson ? lessonFaults(*lesson) : lesson.error();
        Checked<GuidedLesson> played = draft.file.withoutWords();
        reading.played =
            played ? std::make_shared<const GuidedLesson>(*std::move(played)) : nullptr;
    }
    reading.begun = reading.solved = nullptr;
    const bool is_known = draft.hasStep() && reading.played != nullptr;
    if (!is_known) return;
    reading.begun = documentAt(*reading.played, draft.step, StepMoment::begun);
    reading.solved = documentAt(*reading.played, draft.step, StepMoment::solved);
}

void compareWithDraft(AppState& state) {
    if (!isWritingLesson(state)) return;
    DraftReading& reading = state.draft->reading;
    const std::uint64_t now = state.document_work.history.revision();
    if (reading.revision == now && reading.compared_with == reading.solved) return;
    reading.revision = now;
    reading.compared_with = reading.solved;
    const bool has_numbers = reading.begun != nullptr && reading.solved != nullptr;
    const Document recorded = recordedDocument(state);
    reading.is_changed = has_numbers && !isSameForLesson(recorded, *reading.begun) &&
                         !isSameForLesson(recorded, *reading.solved);
}

void DraftUpdate::operator()(const WriteLesson&) {
    if (info(state_.place.mode).subject != SubjectKind::document) return;
    auto& draft = state_.draft;
    const auto source = lessonOnScreen(state_);
    const bool is_tried = draft && draft->is_tried;
    if (is_tried && source != nullptr) draft->step = lessonStand(state_).step;
    if (!draft || (draft->isSaved() && !is_tried)) {
        if (source != nullptr && source->lesson->subject() == LessonSubject::document) {
            draft.emplace(LessonFile(*source->lesson));
            draft->step = lessonStand(state_).step;
            draft->path = source->file;
            draft->saved = source->file.empty() ? "" : draft->file.draftText();
            // A copy of a shipped lesson is one's own.
            if (source->file.empty()) draft->file.erase("group");
        } else {
            draft.emplace(LessonFile(state_.document()));
        }
    }
    draft->is_open = true;
    draft->is_tried = false;
    state_.place.presenting = false;
    settleDraft(*draft);
    if (is_tried) showStep();
}

void DraftUpdate::operator()(const CloseLessonEditor&) {
    if (!state_.draft) return;
    state_.draft->is_open = false;
    state_.draft->pick = CellPick::none;
}

void DraftUpdate::operator()(const DiscardLesson&) { state_.draft.reset(); }

void DraftUpdate::operator()(const ChooseDraftStep& a) {
    if (!state_.draft || a.step >= state_.draft->steps()) return;
    LessonDraft& draft = *state_.draft;
    draft.step = a.step;
    draft.page = EditorPage::step;
    draft.pick = CellPick::none;
    endTyping(draft);
    settleDraft(draft);
    showStep();
}

void DraftUpdate::showStep() {
    const LessonDraft& draft = *state_.draft;
    if (draft.reading.begun == nullptr) return;
    const Standing standing = standingAt(*draft.reading.played, draft.step);
    Snapshot next = state_.document_work.history.current();
    const Document before = next.document;
    next.document = *draft.reading.begun;
    next.document.title = before.title;
    next.document.lesson = before.lesson;
    next.document.snapshots = before.snapshots;
    if (standing.variant == LookVariant::unmasked) {
        if (isMasked(next.document)) next.remembered = next.document.mask;
        setMasked(next.document, false);
    }
    next.token = clampedToken(next.token, next.document);
    if (next.document != before) {
        state_.document_work.history.commit(std::move(next));
        settle(state_);
    }
    standAt(state_, standing);
}

std::optional<LessonEdits> DraftUpdate::editsFrom(const Document& before) {
    const Checked<LessonEdits> edits =
        editsBetween(before, recordedDocument(state_), *state_.draft->reading.played->document());
    if (edits) return *edits;
    state_.notice = {edits.error().front().message};
    return std::nullopt;
}

void DraftUpdate::operator()(const AddDraftStep&) {
    if (!state_.draft || state_.draft->reading.played == nullptr) return;
    LessonDraft& draft = *state_.draft;
    if (draft.steps() >= kMostLessonSteps) {
        state_.notice = {say::author::TooManySteps{.most = Count{kMostLessonSteps}}};
        return;
    }
    const bool is_first = draft.reading.solved == nullptr;
    const auto edits =
        editsFrom(is_first ? *draft.reading.played->document() : *draft.reading.solved);
    if (!edits) return;
    JsonFields fields{{"look", writeLook(lookHere(state_))}};
    if (!edits->empty()) fields.emplace_back("set", edits->json);
    rememberFile(draft);
    draft.step = is_first ? draft.steps() : draft.step + 1;
    draft.file.insert("steps", draft.step, jsonInline(fields));
    draft.page = EditorPage::step;
    draft.pick = CellPick::none;
    endTyping(draft);
    settleDraft(draft);
}

void DraftUpdate::operator()(const RecordDraftStep&) {
    if (!state_.draft || state_.draft->reading.begun == nullptr) return;
    LessonDraft& draft = *state_.draft;
    const auto base = draft.step == 0
                          ? draft.reading.played->document()
                          : documentAt(*draft.reading.played, draft.step - 1, StepMoment::solved);
    const auto edits = editsFrom(*base);
    if (!edits) return;
    rememberFile(draft);
    LessonLook look = lookHere(state_);
    // The mask that the step lifts stays lifted.
    look.variant = draft.reading.played->steps[draft.step].look.variant;
    draft.file.set(draft.at("look"), writeLook(look));
    if (edits->empty()) {
        draft.file.erase(draft.at("set"));
    } else {
        draft.file.set(draft.at("set"), edits->json);
    }
    settleDraft(draft);
}

void DraftUpdate::operator()(const RecordSolution&) {
    if (!state_.draft || state_.draft->reading.begun == nullptr) return;
    LessonDraft& draft = *state_.draft;
    const auto edits = editsFrom(*draft.reading.begun);
    if (!edits) return;
    std::string json = edits->empty() ? "{}" : edits->json;
    if (edits->empty()) {
        const Standing begun = standingAt(*draft.reading.played, draft.step);
        if (movedBy(begun, lookHere(state_)) == begun) {
            state_.notice = {say::author::NothingChanged{}};
            return;
        }
        json = jsonInline({{"look", writeLook(lookHere(state_))}});
    }
    rememberFile(draft);
    draft.file.set(draft.at("task.solution"), json);
    settleDraft(draft);
}

void DraftUpdate::operator()(const RemoveDraftStep&) {
    if (!state_.draft || !state_.draft->hasStep()) return;
    LessonDraft& draft = *state_.draft;
    rememberFile(draft);
    draft.file.erase(draft.at(""));
    draft.step = std::min(draft.step, std::max<std::size_t>(draft.steps(), 1) - 1);
    endTyping(draft);
    settleDraft(draft);
    showStep();
}

void DraftUpdate::operator()(const MoveDraftStep& a) {
    if (!state_.draft) return;
    LessonDraft& draft = *state_.draft;
    const auto to = static_cast<std::ptrdiff_t>(draft.step) + a.by;
    if (to < 0 || static_cast<std::size_t>(to) >= draft.steps()) return;
    rememberFile(draft);
    draft.file.move("steps", draft.step, static_cast<std::size_t>(to));
    draft.step = static_cast<std::size_t>(to);
    endTyping(draft);
    settleDraft(draft);
    showStep();
}

void DraftUpdate::addCondition(const std::string& expression, const Target& target) {
    LessonDraft& draft = *state_.draft;
    const MatrixView values = state_.shown.matrix(target.id, target.head);
    const double bound = keptBound(values(target.cell.row, target.cell.col), draft.pick);
    using Words = say::author::ConditionText;
    const auto relation = draft.pick == CellPick::at_most    ? Words::Relation::at_most
                          : draft.pick == CellPick::at_least ? Words::Relation::at_least
                                                             : Words::Relation::other;
    const TextLine cell = cellName(state_.document(), state_.shown.labels(), target.id, target.head,
                                   target.cell, state_.preferences.conventions);
    const std::string words =
        state_.wording().text(Words{.relation = relation,
                                    .cell = Verbatim{plainText(cell)},
                                    .number = Verbatim{formatNumber(bound, 4)}});
    const std::string list =
        draft.at(draft.file.has(draft.at("task.any")) ? "task.any" : "task.all");
    const std::string_view name = draft.pick == CellPick::at_most    ? "at_most"
                                  : draft.pick == CellPick::at_least ? "at_least"
                                                                     : "equals";
    const std::size_t at = draft.file.count(list);
    draft.file.insert(list, at,
                      jsonInline({{"of", jsonString(expression)}, {name, jsonNumber(bound)}}));
    draft.file.setWords(joined(joined(list, at), "text"), withoutSlots(words),
                        std::string(languageOfDraft(state_)));
}

void DraftUpdate::operator()(const PickCell& a) {
    if (!state_.draft || !state_.draft->hasStep()) return;
    LessonDraft& draft = *state_.draft;
    const bool hides = draft.pick == CellPick::hide;
    const std::string expression =
        expressionOf(draft, a.target, hides ? draft.hidden_part : HiddenPart::cell);
    rememberFile(draft);
    switch (draft.pick) {
        case CellPick::none: break;
        case CellPick::slot: {
            const std::string language(languageOfDraft(state_));
            std::string text = draft.file.words(draft.slot_path, language);
            if (!text.empty() && !text.ends_with(' ')) text += ' ';
            draft.file.setWords(draft.slot_path, text + "{" + expression + "}", language);
            break;
        }
        case CellPick::asked: draft.file.set(draft.at("task.of"), jsonString(expression)); break;
        case CellPick::at_most:
        case CellPick::at_least:
        case CellPick::equal: addCondition(expression, a.target); break;
        case CellPick::hide: draft.file.toggle(draft.at("hide"), expression); break;
    }
    if (!hides) draft.pick = CellPick::none;
    endTyping(draft);
    settleDraft(draft);
}

void DraftUpdate::operator()(const UndoDraft&) {
    if (!state_.draft || state_.draft->before.empty()) return;
    LessonDraft& draft = *state_.draft;
    draft.file = draft.before.back();
    draft.before.pop_back();
    draft.step = std::min(draft.step, std::max<std::size_t>(draft.steps(), 1) - 1);
    endTyping(draft);
    settleDraft(draft);
}

void DraftUpdate::operator()(const TryLesson&) {
    if (!state_.draft || !state_.draft->hasStep()) return;
    LessonDraft& draft = *state_.draft;
    endTyping(draft);
    settleDraft(draft);
    Checked<GuidedLesson> lesson = draft.file.lesson();
    if (!lesson || lesson->subject() != LessonSubject::document) {
        draft.page = EditorPage::missing;
        return;
    }
    const std::string file = draft.path.empty() ? std::string(kTriedFile) : draft.path;
    const auto source = std::make_shared<const LessonSource>(
        LessonSource{std::make_shared<const GuidedLesson>(*std::move(lesson)), file});
    auto begun =
        lessonSnapshot(std::make_shared<const Origin<Document>>(lessonOrigin<Document>(source)),
                       {.step = draft.step});
    if (!begun) {
        state_.notice = {faultOnScreen(begun.error().front())};
        return;
    }
    std::erase_if(state_.place.lessons,
                  [&](const LessonProgress& one) { return one.lesson == source->key(); });
    draft.is_open = false;
    draft.is_tried = true;
    draft.pick = CellPick::none;
    state_.document_work.history.commit(*std::move(begun));
    settle(state_);
    standInLesson(state_);
}

void DraftUpdate::operator()(const SaveLesson& a) {
    if (!state_.draft) return;
    LessonDraft& draft = *state_.draft;
    endTyping(draft);
    settleDraft(draft);
    const Checked<GuidedLesson> lesson = draft.file.lesson();
    if (!lesson) {
        draft.page = EditorPage::missing;
        state_.hands.close<FileSheet>();
        state_.notice = {say::author::NotSaved{.n = std::ssize(draft.reading.missing)}};
        return;
    }
    const bool is_named_anew = state_.hands.open<FileSheet>() != nullptr;
    FileExpected expected{.anything = a.replaces};
    if (a.path == draft.path && !is_named_anew && !draft.fingerprint.empty()) {
        expected.fingerprint = draft.fingerprint;
    }
    state_.effects.emplace_back(WriteLessonFile{a.path,
                                                std::make_shared<const GuidedLesson>(*lesson),
                                                draft.file.draftText(), std::move(expected)});
}

void DraftUpdate::operator()(const LessonSaved& a) {
    state_.hands.close<FileSheet>();
    if (!state_.draft) return;
    state_.draft->path = a.path;
    state_.draft->saved = a.saved;
    state_.draft->fingerprint = a.fingerprint;
    state_.notice = {say::author::Saved{.file = TokenLabel{a.path}}};
}

void DraftUpdate::operator()(const Change<LessonDraft>& a) {
    if (!state_.draft) return;
    a.applyTo(*state_.draft);
    if (!a.is_dragged) settleDraft(*state_.draft);
}

}  // namespace lookback
