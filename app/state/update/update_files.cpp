#include "app/state/update/update_files.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "app/state/model/sentences.h"
#include "app/state/update/settle.h"
#include "app/state/update/update_lesson.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/document/words.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"
#include "core/io/path.h"
#include "core/io/reshape.h"
#include "core/io/task_place.h"
#include "core/lesson/guided_lesson.h"
#include "messages/notices.h"
#include "messages/player.h"

namespace lookback {
namespace {

constexpr std::size_t kUpdateFilesLongestName =
    60;  ///< characters of a title in the name of a file

template <class Subject>
Work<Subject>& workOf(AppState& state);
template <>
Work<Document>& workOf(AppState& state) {
    return state.document_work;
}
template <>
Work<Experiment>& workOf(AppState& state) {
    return state.experiment_work;
}

/// Asks for a draft of what is on screen, where it is in no file: it is about to make room.
template <class Subject>
void putAsideUnsaved(AppState& state, const Work<Subject>& work) {
    if (!work.is_saved) state.effects.emplace_back(PutAside{work.history.currentStep()});
}

/// Nothing of where one stood and of what one was about belongs to another document, but the
/// progress of lessons. A mode that is about an experiment makes room.
void showSteps(AppState& state, const std::vector<Snapshot>& steps) {
    for (const Snapshot& step : steps) state.document_work.history.commit(step);
    const Mode now = state.place.mode;
    state.place = {.mode = info(now).subject == SubjectKind::document ? now : Mode::lab,
                   .presenting = state.place.presenting,
                   .lessons = std::move(state.place.lessons)};
    state.hands = {};
    if (state.draft) state.draft->is_open = false;
    settle(state);
}

/// Nothing of what one was about in a document belongs to the experiment.
void showSteps(AppState& state, const std::vector<ExperimentSnapshot>& steps) {
    if (info(state.place.mode).subject == SubjectKind::document) {
        state.place.mode = Mode::train;
        state.place.playing = false;
        state.hands = {};
    }
    if (state.draft) state.draft->is_open = false;
    for (const ExperimentSnapshot& step : steps) showExperiment(state, step);
}

template <class Subject>
void open(AppState& state, Origin<Subject> origin) {
    putAsideUnsaved(state, workOf<Subject>(state));
    showSteps(state, std::vector{openedSnapshot(std::move(origin))});
}

template <class Subject>
void openShipped(AppState& state, Checked<Subject> shipped, const std::string& id) {
    if (shipped) return open(state, shippedOrigin(*std::move(shipped), id));
    state.notice = {faultSentence(shipped.error().front())};
}

/// The step at which a lesson goes on: where one stood last, and the first once all is done.
std::size_t stepToOpen(const AppState& state, const LessonSource& source) {
    const LessonProgress* const progress = findProgress(state.place.lessons, source.key());
    if (progress == nullptr) return 0;
    const std::vector<LessonStep>& steps = source.lesson->steps;
    for (std::size_t k = 0; k < steps.size(); ++k) {
        const bool is_done = k < progress->tasks.size() && progress->tasks[k].isDone();
        if (steps[k].task && !is_done) return std::min(progress->step, steps.size() - 1);
    }
    return 0;
}

template <class Subject>
void openInLesson(AppState& state, const std::shared_ptr<const LessonSource>& source,
                  const LessonStand& stand) {
    Origin<Subject> origin = lessonOrigin<Subject>(source);
    if (const auto drawn = workWithSeed(*source->lesson, stand.seed)) {
        origin.opened = std::get<std::shared_ptr<const Subject>>(*drawn);
    } else {
        state.notice = {say::player::NoOtherNumbers{}};
        return;
    }
    auto opened = lessonSnapshot(std::make_shared<const Origin<Subject>>(std::move(origin)), stand);
    if (!opened) {
        state.notice = {faultSentence(opened.error().front())};
        return;
    }
    putAsideUnsaved(state, workOf<Subject>(state));
    showSteps(state, std::vector{*std::move(opened)});
    standInLesson(state);
}

/// @param stand nothing: where one stood last
void openGuided(AppState& state, GuidedLesson lesson, const std::string& file,
                const std::optional<LessonStand>& stand = {}) {
    const LessonSubject subject = lesson.subject();
    const auto source = std::make_shared<const LessonSource>(
        LessonSource{std::make_shared<const GuidedLesson>(std::move(lesson)), file});
    const LessonStand at = stand.value_or(LessonStand{.step = stepToOpen(state, *source)});
    subject == LessonSubject::document ? openInLesson<Document>(state, source, at)
                                       : openInLesson<Experiment>(state, source, at);
}

void settleTravelled(AppState& state, const Work<Document>&, bool) { settleKeepingStep(state); }
void settleTravelled(AppState& state, const Work<Experiment>&, bool is_other) {
    is_other ? settleOpenedExperiment(state) : settleExperiment(state);
}

/// Undo or redo. Work that one leaves for another document or experiment by undo could be lost with
/// the next edit.
template <class Subject>
void travel(AppState& state, Work<Subject>& work, bool (History<SnapshotOf<Subject>>::*move)()) {
    work.history.finish();
    const auto before = work.history.currentStep();
    const bool was_saved = work.is_saved;
    if (!(work.history.*move)()) return;
    const bool is_other = work.history.current().origin != before->origin;
    settleTravelled(state, work, is_other);
    if (work.history.current().stand != before->stand) standInLesson(state);
    if (is_other && !was_saved) state.effects.emplace_back(PutAside{before});
}

void undoDecimals(AppState& state) {
    DecimalsHistory& all = state.decimals;
    const std::shared_ptr<const void> newest = useWork(
        state,
        [](const auto& work) -> std::shared_ptr<const void> { return work.history.newestStep(); });
    if (all.newest_step != newest) all.undone.clear();
    all.newest_step = newest;
    all.undone.push_back(all.done.back());
    all.done.pop_back();
    state.preferences.decimals = all.undone.back().before;
}

void redoDecimals(AppState& state) {
    DecimalsHistory& all = state.decimals;
    all.done.push_back(all.undone.back());
    all.undone.pop_back();
    state.preferences.decimals = all.done.back().after;
}

const std::string& titleOnScreen(const AppState& state) {
    return useWork(state,
                   [](const auto& work) -> const std::string& { return work.subject().title; });
}

}  // namespace

Action actionOn(const FileTask& task, const std::string& path, bool replaces) {
    switch (task.kind) {
        case FileTask::Kind::open: return OpenFile{path};
        case FileTask::Kind::numbers: return OpenFile{path, true};
        case FileTask::Kind::compare: return CompareFile{task.side, path};
        case FileTask::Kind::save: return SaveFile{path, replaces};
        case FileTask::Kind::save_lesson: return SaveLesson{path, replaces};
        case FileTask::Kind::export_as: break;
    }
    return ExportFile{path, task.as, replaces};
}

void openMade(AppState& state, Document made) {
    Origin<Document> origin = shippedOrigin(std::move(made), "");
    origin.is_made = true;
    open(state, std::move(origin));
}

void FileUpdate::operator()(const OpenLesson& a) {
    if (!a.has_tasks || !isGuidedLesson(a.id)) return openShipped(state_, openLesson(a.id), a.id);
    if (Checked<GuidedLesson> lesson = openGuidedLesson(a.id)) {
        openGuided(state_, *std::move(lesson), "");
    } else {
        state_.notice = {faultSentence(lesson.error().front())};
    }
}

void FileUpdate::operator()(const OpenExperiment& a) {
    openShipped(state_, openShippedExperiment(a.id), a.id);
}

/// A fault is shown on the sheet of the new document where that is open, else in a notice.
void FileUpdate::operator()(const MakeDocument& a) {
    const TypedWords typed = typedWords(splitSentence(a.sentence));
    const DocumentShape shape = boundedShape(a.shape, kLeastShape);
    Checked<Document> made = newDocument(typed.words, shape, a.library, a.seed);
    auto* const sheet = state_.hands.open<NewSheet>();
    if (!made) {
        (sheet != nullptr ? sheet->message : state_.notice) = {faultOnScreen(made.error().front())};
        return;
    }
    const TypedTitle title(a.title);
    made->title = title.text();
    openMade(state_, *std::move(made));
    state_.notice = whatBecameOf(typed);
    if (state_.notice.empty()) state_.notice = whatBecameOf(title);
}

void FileUpdate::operator()(const Undo&) {
    if (undoesDecimals(state_)) return undoDecimals(state_);
    useWork(state_, [&](auto& work) { travel(state_, work, &decltype(work.history)::undo); });
}

void FileUpdate::operator()(const Redo&) {
    if (redoesDecimals(state_)) return redoDecimals(state_);
    useWork(state_, [&](auto& work) { travel(state_, work, &decltype(work.history)::redo); });
}

/// What is shown of an experiment is of the drag's last number already.
void FileUpdate::operator()(const FinishDrag&) {
    state_.experiment_work.history.finish();
    if (!state_.document_work.history.isDragging()) return;
    state_.document_work.history.finish();
    settle(state_);
}

void FileUpdate::operator()(const CancelDrag&) {
    if (state_.document_work.history.isDragging()) {
        state_.document_work.history.cancel();
        settle(state_);
    }
    if (state_.experiment_work.history.isDragging()) {
        state_.experiment_work.history.cancel();
        settleExperiment(state_);
    }
}

void FileUpdate::operator()(const OpenFile& a) {
    state_.effects.emplace_back(ReadDocument{a.path, a.is_numbers});
}

void FileUpdate::operator()(const CompareFile& a) {
    state_.effects.emplace_back(ReadVariant{a.path, a.side});
}

/// The file that the mode's own came from must be as it was read; under another name there must be
/// none.
void FileUpdate::operator()(const SaveFile& a) {
    const std::string fingerprint =
        useWork(state_, [](const auto& work) { return work.origin().fingerprint; });
    const bool is_own = a.path == fileOnScreen(state_) && !fingerprint.empty();
    const bool is_named_anew = state_.hands.open<FileSheet>() != nullptr;
    FileExpected expected{.anything = a.replaces};
    if (is_own && !is_named_anew) expected.fingerprint = fingerprint;
    state_.hands.close<ConflictSheet>();
    state_.effects.emplace_back(
        WriteWork{a.path, std::move(expected), info(state_.place.mode).subject});
}

void FileUpdate::operator()(const ExportFile& a) {
    state_.effects.emplace_back(WriteExport{a.path, a.kind, {.anything = a.replaces}});
}

void FileUpdate::operator()(const PictureAllowed& a) {
    state_.hands.close<FileSheet>();
    state_.effects.emplace_back(TakePicture{a.path, a.kind});
}

void FileUpdate::operator()(const LookInFolder& a) {
    const auto* const sheet = state_.hands.open<FileSheet>();
    const FileTask task = sheet != nullptr ? sheet->task : FileTask();
    state_.effects.emplace_back(ListFolder{a.path, task});
}

void FileUpdate::operator()(const FileOpened& a) {
    state_.hands.close<FileSheet>();
    std::visit([&](const auto& opened) { open(state_, fileOrigin(opened, a.path, a.fingerprint)); },
               a.work);
}

void FileUpdate::operator()(const LessonRead& a) {
    state_.hands.close<FileSheet>();
    openGuided(state_, *a.lesson, a.path, a.stand);
}

void FileUpdate::operator()(const OpenProbe& a) {
    const TrainMoment* const moment = state_.training.moment();
    if (moment == nullptr || a.twin >= moment->twins.size()) return;
    Document document = moment->twins[a.twin].probe.document();
    document.title = a.title;
    open(state_, shippedOrigin(std::move(document), ""));
}

/// The file becomes that of every step of the history which came from the same place.
void FileUpdate::operator()(const FileSaved& a) {
    state_.hands.close<FileSheet>();
    std::visit(
        [&]<class Subject>(const std::shared_ptr<const Subject>& saved) {
            Work<Subject>& work = workOf<Subject>(state_);
            const auto before = work.history.current().origin;
            Origin<Subject> after = *before;
            after.file = a.path;
            after.saved = saved;
            after.fingerprint = a.fingerprint;
            if (!after.draft.empty()) state_.effects.emplace_back(DropDraft{after.draft});
            after.draft.clear();
            work.changeOrigin(before, std::move(after));
        },
        a.saved);
    state_.notice = {say::notices::Saved{.file = TokenLabel{a.path}}};
}

/// On a sheet for names, a second confirmation replaces the file.
void FileUpdate::operator()(const FileInTheWay& a) {
    auto* const sheet = state_.hands.open<FileSheet>();
    if (sheet == nullptr) {
        state_.hands.sheet = ConflictSheet{a.path, a.is_there};
        return;
    }
    sheet->replacing = a.path;
    sheet->message = {say::notices::FileExists{.file = TokenLabel{sheet->text}}};
    sheet->fresh = true;
}

void FileUpdate::operator()(const FileExported& a) {
    state_.hands.close<FileSheet>();
    state_.notice = {say::notices::Written{.file = TokenLabel{a.path}}};
    if (a.left_out) state_.notice.push_back(*a.left_out);
}

void FileUpdate::operator()(const FileFailed& a) {
    auto* const sheet = state_.hands.open<FileSheet>();
    (sheet != nullptr ? sheet->message : state_.notice) = {faultSentence(a.error)};
}

void FileUpdate::operator()(const FolderListed& a) {
    auto* const sheet = state_.hands.open<FileSheet>();
    if (sheet == nullptr) return;
    sheet->message.clear();
    sheet->folder = a.path;
    sheet->entries = a.entries;
}

void FileUpdate::operator()(const ShowFileSheet& a) {
    closeFileSheet();
    if (!a.task) return;
    FileTask task = *a.task;
    task.subject = info(state_.place.mode).subject;
    const auto* const import = state_.hands.open<ImportSheet>();
    auto below = import != nullptr ? std::make_shared<const ImportSheet>(*import) : nullptr;
    state_.hands.sheet = FileSheet{.task = task,
                                   .text = suggestedName(task),
                                   .below = std::move(below),
                                   .number = ++state_.file_sheets};
    const bool is_lesson = task.kind == FileTask::Kind::save_lesson;
    state_.effects.emplace_back(ListFolder{"", task, is_lesson});
}

void FileUpdate::operator()(const FileDialogShown& a) {
    auto* const sheet = state_.hands.open<FileSheet>();
    if (sheet != nullptr && sheet->number == a.number) sheet->is_elsewhere = true;
}

/// The dialog has asked whether the file that it names may be replaced. Where the name gets an
/// ending, it has asked about another file: the sheet stays until this one is written.
Actions FileUpdate::actionsOn(const FilesChosen& a) {
    auto* const sheet = state_.hands.open<FileSheet>();
    if (sheet == nullptr || sheet->number != a.number || !sheet->is_elsewhere) return {};
    sheet->is_elsewhere = false;
    if (!a.files) return {};
    const FileTask task = sheet->task;
    std::vector<std::string> files = *a.files;
    const bool takes_several = task.kind == FileTask::Kind::numbers;
    if (files.size() > 1 && !takes_several) files.resize(1);
    const auto far = std::find_if(files.begin(), files.end(), isUri);
    if (far != files.end()) {
        closeFileSheet();
        state_.notice = {say::notices::FileElsewhere{.file = TokenLabel{*far}}};
        return {};
    }
    Actions actions;
    bool is_asked = true;
    for (const std::string& file : files) {
        const std::string path = fileName(task, file);
        is_asked = path == file;
        sheet->text = path;
        actions.push_back(actionOn(task, path, is_asked));
    }
    if (is_asked) closeFileSheet();
    return actions;
}

void FileUpdate::closeFileSheet() {
    const auto* const sheet = state_.hands.open<FileSheet>();
    if (sheet == nullptr) return;
    const std::shared_ptr<const ImportSheet> below = sheet->below;
    state_.hands.sheet = {};
    if (below == nullptr) return;
    state_.hands.sheet = *below;
    state_.hands.open<ImportSheet>()->fresh = true;
}

/// A name made of the title: `write-a-poem.lookback.json`.
std::string FileUpdate::suggestedName(const FileTask& task) const {
    if (isRead(task)) return "";
    const bool is_lesson = task.kind == FileTask::Kind::save_lesson && state_.draft;
    const std::string title = is_lesson ? state_.draft->file.words("title", languageOfDraft(state_))
                                        : titleOnScreen(state_);
    std::string name;
    for (const char letter : firstCharacters(title, kUpdateFilesLongestName)) {
        const bool is_plain = std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
                              static_cast<unsigned char>(letter) >= 128;
        if (is_plain) {
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    while (name.ends_with('-')) name.pop_back();
    if (name.empty()) name = task.subject == SubjectKind::document ? "attention" : "training";
    return name + std::string(endingOf(task));
}

void FileUpdate::operator()(const CloseConflict&) { state_.hands.close<ConflictSheet>(); }

void FileUpdate::operator()(const OpenDraft& a) { state_.effects.emplace_back(ReadDraft{a.id}); }

void FileUpdate::operator()(const DraftOpened& a) {
    std::visit(
        [&]<class Step>(const std::vector<std::shared_ptr<const Step>>& kept) {
            const auto before = kept.back()->origin;
            auto after = *before;
            after.draft = a.id;
            const auto origin = std::make_shared<const decltype(after)>(std::move(after));
            std::vector<Step> steps;
            for (const auto& step : kept) {
                steps.push_back(*step);
                if (steps.back().origin == before) steps.back().origin = origin;
            }
            using Subject = std::decay_t<decltype(steps.back().subject())>;
            putAsideUnsaved(state_, workOf<Subject>(state_));
            showSteps(state_, steps);
        },
        a.steps);
}

void FileUpdate::operator()(const DraftFailed& a) {
    state_.has_unkept_undo = true;
    state_.notice = {faultSentence(a.reason), say::notices::KeptInUndo{}};
}

void FileUpdate::operator()(const ForgetFile& a) {
    std::erase_if(state_.recents, [&](const RecentDocument& one) { return one.file == a.path; });
    state_.effects.emplace_back(ForgetRecent{a.path});
}

void FileUpdate::operator()(const DraftKept& a) {
    std::visit(
        [&]<class Subject>(const std::shared_ptr<const Origin<Subject>>& before) {
            Origin<Subject> after = *before;
            after.draft = a.id;
            workOf<Subject>(state_).changeOrigin(before, std::move(after));
            state_.notice = {keptAsDraft(before->opened->title)};
        },
        a.work);
}

void FileUpdate::operator()(const LookForRecents&) { state_.effects.emplace_back(ListRecents{}); }

void FileUpdate::operator()(const RecentsListed& a) {
    state_.recents = a.recents;
    state_.own_lessons = a.lessons;
}

}  // namespace lookback
