#include "app/state/update/update_draft.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
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

/// The lesson's own work at a step; nothing where an edit cannot be made.
std::optional<LessonWork> ownWorkAt(const GuidedLesson& lesson, std::size_t step,
                                    StepMoment moment) {
    const Checked<LessonWork> work = workAt(lesson, step, moment, lesson.work);
    return work ? std::optional(*work) : std::nullopt;
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

/// The work on the screen as the lesson knows it.
LessonWork recordedWork(const AppState& state) {
    if (state.draft->isAboutExperiment()) {
        return state.experiment_work.history.current().experiment;
    }
    return std::make_shared<const Document>(recordedDocument(state));
}

/// The place on the screen as the look of a step: the mode and the head, and the stage and the cell
/// or the step of the training.
LessonLook lookHere(const AppState& state) {
    const Standing now = standingOf(state);
    LessonLook look{.mode = now.mode};
    Index heads = state.document().heads;
    if (showsDocument(now.mode)) {
        look.step = now.step;
        look.cell = now.cell;
    } else {
        look.training_step = now.training_step;
        heads = state.experiment().model.heads;
    }
    if (heads > 1) look.head = now.head;
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

bool isRelation(CellPick kind) {
    return kind == CellPick::at_most || kind == CellPick::at_least || kind == CellPick::equal;
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
bool isSameForLesson(const Experiment& a, const Experiment& b) {
    Experiment alike = a;
    alike.title = b.title;
    return alike == b;
}
/// The same of two works of one kind.
bool isSameForLesson(const LessonWork& a, const LessonWork& b) {
    const auto is_same = [&](const auto& one) {
        return isSameForLesson(*one, *std::get<std::decay_t<decltype(one)>>(b));
    };
    return std::visit(is_same, a);
}

/// Shows the document of a step, with its mask lifted where the step looks at it so. The title, the
/// notes and the snapshots on the screen stay.
void showWork(AppState& state, const Document& begun, const Standing& standing) {
    Snapshot next = state.document_work.history.current();
    const Document before = next.document;
    next.document = begun;
    next.document.title = before.title;
    next.document.lesson = before.lesson;
    next.document.snapshots = before.snapshots;
    if (standing.variant == LookVariant::unmasked) {
        if (isMasked(next.document)) next.remembered = next.document.mask;
        setMasked(next.document, false);
    }
    next.token = clampedToken(next.token, next.document);
    if (next.document == before) return;
    state.document_work.history.commit(std::move(next));
    settle(state);
}

/// Shows the experiment of a step. The title on the screen stays.
void showWork(AppState& state, const Experiment& begun, const Standing&) {
    ExperimentSnapshot next = state.experiment_work.history.current();
    if (isSameForLesson(begun, *next.experiment)) return;
    Experiment shown = begun;
    shown.title = next.experiment->title;
    next.experiment = std::make_shared<const Experiment>(std::move(shown));
    state.experiment_work.history.commit(std::move(next));
    settleExperiment(state);
}

/// A new draft: of the lesson on the screen, or of a lesson about the work there.
LessonDraft draftOfScreen(const AppState& state) {
    const auto source = lessonOnScreen(state);
    if (source == nullptr) {
        return useWork(state,
                       [](const auto& work) { return LessonDraft(LessonFile(work.subject())); });
    }
    LessonDraft draft{LessonFile(*source->lesson)};
    draft.step = lessonStand(state).step;
    draft.path = source->file;
    draft.saved = source->file.empty() ? "" : draft.file.draftText();
    // A copy of a shipped lesson is one's own.
    if (source->file.empty()) draft.file.erase("group");
    return draft;
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
        Checked<GuidedLesson> lesson = draft.file.lesson();
        reading.missing = lesson ? std::vector<Error>() : lesson.error();
        reading.unchecked = nullptr;
        reading.is_asked = false;
        if (lesson && draft.isAboutExperiment()) {
            reading.unchecked = std::make_shared<const GuidedLesson>(*std::move(lesson));
        } else if (lesson) {
            reading.missing = lessonFaults(*lesson);
        }
        Checked<GuidedLesson> played = draft.file.withoutWords();
        reading.played =
            played ? std::make_shared<const GuidedLesson>(*std::move(played)) : nullptr;
    }
    reading.begun = reading.solved = std::nullopt;
    const bool is_known = draft.hasStep() && reading.played != nullptr;
    if (!is_known) return;
    reading.begun = ownWorkAt(*reading.played, draft.step, StepMoment::begun);
    reading.solved = ownWorkAt(*reading.played, draft.step, StepMoment::solved);
}

void compareWithDraft(AppState& state) {
    if (!isWritingLesson(state)) return;
    DraftReading& reading = state.draft->reading;
    const std::uint64_t now =
        useWork(state, [](const auto& work) { return work.history.revision(); });
    if (reading.revision == now && reading.compared_with == reading.solved) return;
    reading.revision = now;
    reading.compared_with = reading.solved;
    const bool has_numbers = reading.begun && reading.solved;
    const LessonWork recorded = recordedWork(state);
    reading.is_changed = has_numbers && !isSameForLesson(recorded, *reading.begun) &&
                         !isSameForLesson(recorded, *reading.solved);
}

void settlePickedNumbers(AppState& state) {
    if (!state.draft) return;
    DraftReading& reading = state.draft->reading;
    const bool are_listed = isWritingLesson(state) && state.draft->isAboutExperiment() &&
                            state.draft->pick != CellPick::none;
    if (!are_listed) {
        reading.numbers.clear();
        reading.numbers_of.reset();
        return;
    }
    const NumbersMemory now = numbersMemory(state);
    if (reading.numbers_of == now) return;
    reading.numbers_of = now;
    reading.numbers = experimentNumbers(state);
}

void DraftUpdate::operator()(const WriteLesson&) {
    auto& draft = state_.draft;
    const bool is_of_experiment = info(state_.place.mode).subject == SubjectKind::experiment;
    const bool is_elsewhere = draft && draft->isAboutExperiment() != is_of_experiment;
    const bool is_tried = draft && draft->is_tried && !is_elsewhere;
    if (is_tried && lessonOnScreen(state_) != nullptr) draft->step = lessonStand(state_).step;
    const bool is_kept = draft && (!draft->isSaved() || is_tried);
    if (!is_kept) draft.emplace(draftOfScreen(state_));
    draft->is_open = true;
    draft->is_tried = false;
    state_.place.presenting = false;
    settleDraft(*draft);
    if (is_kept && is_elsewhere) {
        state_.place.mode = is_of_experiment ? Mode::lab : Mode::train;
        state_.notice = {say::author::UnsavedDraft{}};
    }
    if (is_kept && (is_tried || is_elsewhere)) showStep();
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
    const DraftReading& reading = state_.draft->reading;
    if (!reading.begun) return;
    const Standing standing = standingAt(*reading.played, state_.draft->step);
    const LessonWork begun = *reading.begun;
    std::visit([&](const auto& work) { showWork(state_, *work, standing); }, begun);
    standAt(state_, standing);
}

std::optional<LessonEdits> DraftUpdate::editsFrom(const LessonWork& before) {
    const Checked<LessonEdits> edits =
        editsBetween(before, recordedWork(state_), state_.draft->reading.played->work);
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
    const bool is_first = !draft.reading.solved;
    const auto edits = editsFrom(is_first ? draft.reading.played->work : *draft.reading.solved);
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
    if (!state_.draft || !state_.draft->reading.begun) return;
    LessonDraft& draft = *state_.draft;
    const GuidedLesson& played = *draft.reading.played;
    const auto base = draft.step == 0 ? std::optional(played.work)
                                      : ownWorkAt(played, draft.step - 1, StepMoment::solved);
    const auto edits = editsFrom(*base);
    if (!edits) return;
    rememberFile(draft);
    LessonLook look = lookHere(state_);
    // The mask that the step lifts stays lifted.
    look.variant = played.steps[draft.step].look.variant;
    draft.file.set(draft.at("look"), writeLook(look));
    if (edits->empty()) {
        draft.file.erase(draft.at("set"));
    } else {
        draft.file.set(draft.at("set"), edits->json);
    }
    settleDraft(draft);
}

void DraftUpdate::operator()(const RecordSolution&) {
    if (!state_.draft || !state_.draft->reading.begun) return;
    LessonDraft& draft = *state_.draft;
    const auto edits = editsFrom(*draft.reading.begun);
    if (!edits) return;
    std::string json = edits->empty() ? "{}" : edits->json;
    if (edits->empty()) {
        const Standing begun = standingAt(*draft.reading.played, draft.step);
        if (movedBy(begun, lookHere(state_)) == begun) {
            state_.notice = {say::author::NothingChanged{
                .work = workInWords<say::author::NothingChanged>(draft)}};
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

void DraftUpdate::addCondition(const PickedNumber& picked) {
    if (!picked.value) return;
    LessonDraft& draft = *state_.draft;
    const double bound = keptBound(*picked.value, draft.pick);
    using Words = say::author::ConditionText;
    const auto relation = draft.pick == CellPick::at_most    ? Words::Relation::at_most
                          : draft.pick == CellPick::at_least ? Words::Relation::at_least
                                                             : Words::Relation::other;
    const std::string words = state_.wording().text(Words{.relation = relation,
                                                          .cell = Verbatim{picked.words},
                                                          .number = Verbatim{formatAnswer(bound)}});
    const std::string list =
        draft.at(draft.file.has(draft.at("task.any")) ? "task.any" : "task.all");
    const std::string_view name = draft.pick == CellPick::at_most    ? "at_most"
                                  : draft.pick == CellPick::at_least ? "at_least"
                                                                     : "equals";
    const std::size_t at = draft.file.count(list);
    draft.file.insert(
        list, at, jsonInline({{"of", jsonString(picked.expression)}, {name, jsonNumber(bound)}}));
    draft.file.setWords(joined(joined(list, at), "text"), withoutSlots(words),
                        std::string(languageOfDraft(state_)));
}

void DraftUpdate::use(const PickedNumber& picked) {
    LessonDraft& draft = *state_.draft;
    rememberFile(draft);
    switch (draft.pick) {
        case CellPick::none: break;
        case CellPick::slot: {
            const std::string language(languageOfDraft(state_));
            std::string text = draft.file.words(draft.slot_path, language);
            if (!text.empty() && !text.ends_with(' ')) text += ' ';
            draft.file.setWords(draft.slot_path, text + picked.slot, language);
            break;
        }
        case CellPick::asked:
            draft.file.set(draft.at("task.of"), jsonString(picked.expression));
            break;
        case CellPick::at_most:
        case CellPick::at_least:
        case CellPick::equal: addCondition(picked); break;
        case CellPick::hide: draft.file.toggle(draft.at("hide"), picked.expression); break;
    }
    if (draft.pick != CellPick::hide) draft.pick = CellPick::none;
    endTyping(draft);
    settleDraft(draft);
}

void DraftUpdate::operator()(const PickCell& a) {
    if (!state_.draft || !state_.draft->hasStep()) return;
    const LessonDraft& draft = *state_.draft;
    const Target& target = a.target;
    const bool hides = draft.pick == CellPick::hide;
    PickedNumber picked{
        .expression = expressionOf(draft, target, hides ? draft.hidden_part : HiddenPart::cell)};
    picked.slot = "{" + picked.expression + "}";
    if (isRelation(draft.pick)) {
        const TextLine cell = cellName(state_.document(), state_.shown.labels(), target.id,
                                       target.head, target.cell, state_.preferences.conventions);
        picked.words = withSigns(cell);
        picked.value = state_.shown.matrix(target.id, target.head)(target.cell);
    }
    use(picked);
}

void DraftUpdate::operator()(const PickNumber& a) {
    if (!state_.draft || !state_.draft->hasStep()) return;
    for (const ExperimentNumber& number : state_.draft->reading.numbers) {
        if (number.expression != a.expression) continue;
        return use({.expression = number.expression,
                    .slot = number.slot,
                    .words = state_.wording().text(number.words),
                    .value = number.value});
    }
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
    if (!lesson) {
        draft.page = EditorPage::missing;
        return;
    }
    const std::string file = draft.path.empty() ? std::string(kTriedFile) : draft.path;
    const auto source = std::make_shared<const LessonSource>(
        LessonSource{std::make_shared<const GuidedLesson>(*std::move(lesson)), file});
    std::erase_if(state_.place.lessons,
                  [&](const LessonProgress& one) { return one.lesson == source->key(); });
    draft.pick = CellPick::none;
    draft.is_open = false;
    draft.is_tried = beginLesson(state_, source, {.step = draft.step});
    draft.is_open = !draft.is_tried;
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

void DraftUpdate::operator()(const LessonChecked& a) {
    if (!state_.draft) return;
    DraftReading& reading = state_.draft->reading;
    if (reading.unchecked != a.lesson) return;
    reading.unchecked = nullptr;
    reading.missing = a.faults;
}

void DraftUpdate::operator()(const Change<LessonDraft>& a) {
    if (!state_.draft) return;
    a.applyTo(*state_.draft);
    if (!a.is_dragged) settleDraft(*state_.draft);
}

}  // namespace lookback
