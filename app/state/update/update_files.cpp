#include "app/state/update/update_files.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "app/state/model/own_work.h"
#include "app/state/model/sentences.h"
#include "app/state/update/settle.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/io/lesson_library.h"

namespace lookback {
namespace {

constexpr std::size_t kUpdateFilesLongestName =
    60;  ///< characters of a title in the name of a file

}  // namespace

void FileUpdate::operator()(const OpenLesson& a) {
    Checked<Document> opened = openLesson(a.id);
    if (!opened) {
        state_.notice = asSentence(opened.error().front().message);
        return;
    }
    open({.document = *std::move(opened), .lesson = a.id});
}

void FileUpdate::operator()(const OpenFile& a) {
    state_.effects.emplace_back(ReadDocument{a.path});
}

void FileUpdate::operator()(const CompareFile& a) {
    state_.effects.emplace_back(ReadVariant{a.path, a.side});
}

/// The file that the mode's own came from must be as it was read; under another name there must be
/// none.
void FileUpdate::operator()(const SaveFile& a) {
    const OwnWork own = ownWork(state_);
    const bool is_own = a.path == own.file && !own.fingerprint.empty();
    const bool is_named_anew = state_.hands.open<FileSheet>() != nullptr;
    FileExpected expected{.anything = a.replaces};
    if (is_own && !is_named_anew) expected.fingerprint = std::string(own.fingerprint);
    if (state_.hands.open<ConflictSheet>() != nullptr) state_.hands.sheet = {};
    if (isOfExperiment(state_.place.mode)) {
        state_.effects.emplace_back(WriteExperiment{a.path, expected});
    } else {
        state_.effects.emplace_back(WriteDocument{a.path, expected});
    }
}
void FileUpdate::operator()(const ExportFile& a) {
    state_.effects.emplace_back(WriteExport{a.path, a.kind, {.anything = a.replaces}});
}
void FileUpdate::operator()(const PictureAllowed& a) {
    closeSheet();
    state_.effects.emplace_back(TakePicture{a.path});
}
void FileUpdate::operator()(const LookInFolder& a) {
    const auto* const sheet = state_.hands.open<FileSheet>();
    const FileTask task = sheet != nullptr ? sheet->task : FileTask();
    state_.effects.emplace_back(ListFolder{a.path, listedEnding(task)});
}

void FileUpdate::operator()(const FileOpened& a) {
    open({.document = a.document,
          .file = a.path,
          .saved = a.document,
          .fingerprint = a.fingerprint});
}

/// The file becomes that of every step of the history which came from the same place.
void FileUpdate::operator()(const FileSaved& a) {
    closeSheet();
    const std::shared_ptr<const Origin> before = state_.history.current().origin;
    Origin after = *before;
    after.file = a.path;
    after.saved = a.document;
    after.fingerprint = a.fingerprint;
    if (!after.draft.empty()) state_.effects.emplace_back(DropDraft{after.draft});
    after.draft.clear();
    changeOrigin(before, std::move(after));
    compareWithOrigin(state_);
    state_.notice = fmt::format("Saved as {}.", inQuotes(a.path));
}

/// On a sheet for names, whoever says so once more replaces the file.
void FileUpdate::operator()(const FileInTheWay& a) {
    auto* const sheet = state_.hands.open<FileSheet>();
    if (sheet == nullptr) {
        state_.hands.sheet = ConflictSheet{a.path, a.is_there};
        return;
    }
    sheet->replacing = a.path;
    sheet->message =
        fmt::format("{} is there already. Once more replaces it.", inQuotes(sheet->text));
    sheet->fresh = true;
}

void FileUpdate::operator()(const FileExported& a) {
    closeSheet();
    state_.notice = fmt::format("Written to {}.", inQuotes(a.path));
}

void FileUpdate::operator()(const FileFailed& a) {
    auto* const sheet = state_.hands.open<FileSheet>();
    (sheet != nullptr ? sheet->message : state_.notice) = asSentence(a.message);
}

void FileUpdate::operator()(const FolderListed& a) {
    auto* const sheet = state_.hands.open<FileSheet>();
    if (sheet == nullptr) return;
    sheet->message.clear();
    sheet->folder = a.path;
    sheet->entries = a.entries;
}

void FileUpdate::operator()(const ShowFileSheet& a) {
    closeSheet();
    if (!a.task) return;
    FileTask task = *a.task;
    task.is_of_experiment = isOfExperiment(state_.place.mode);
    state_.hands.sheet = FileSheet{.task = task, .text = suggestedName(task)};
    state_.effects.emplace_back(ListFolder{"", listedEnding(task)});
}

/// A name made of the title: `write-a-poem.lookback.json`.
std::string FileUpdate::suggestedName(const FileTask& task) const {
    const bool is_read = task.kind == FileTask::Kind::open || task.kind == FileTask::Kind::compare;
    if (is_read) return "";
    std::string name;
    for (const char letter : firstCharacters(ownWork(state_).title, kUpdateFilesLongestName)) {
        const bool is_plain = std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
                              static_cast<unsigned char>(letter) >= 128;
        if (is_plain) {
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    while (name.ends_with('-')) name.pop_back();
    if (name.empty()) name = task.is_of_experiment ? "training" : "attention";
    return name + std::string(endingOf(task));
}

void FileUpdate::operator()(const CloseConflict&) {
    if (state_.hands.open<ConflictSheet>() != nullptr) state_.hands.sheet = {};
}

void FileUpdate::operator()(const OpenDraft& a) { state_.effects.emplace_back(ReadDraft{a.id}); }

/// The draft comes with its own history.
void FileUpdate::operator()(const DraftOpened& a) {
    putAsideUnsaved(state_);
    const std::shared_ptr<const Origin> before = a.steps.back()->origin;
    Origin after = *before;
    after.draft = a.id;
    const auto origin = std::make_shared<const Origin>(std::move(after));
    for (const auto& step : a.steps) {
        Snapshot next = *step;
        if (next.origin == before) next.origin = origin;
        state_.history.commit(std::move(next));
    }
    showOpened();
}

void FileUpdate::operator()(const DraftKept& a) {
    Origin after = *a.work;
    after.draft = a.id;
    changeOrigin(a.work, std::move(after));
    state_.notice = keptAsDraft(a.work->document.title);
}

void FileUpdate::operator()(const LookForRecents&) { state_.effects.emplace_back(ListRecents{}); }

void FileUpdate::operator()(const RecentsListed& a) { state_.recents = a.recents; }

void FileUpdate::open(Origin origin) {
    putAsideUnsaved(state_);
    const Document opened = origin.document;
    state_.history.commit(openedSnapshot(std::move(origin), opened));
    showOpened();
}

void FileUpdate::changeOrigin(const std::shared_ptr<const Origin>& before, Origin after) {
    const auto origin = std::make_shared<const Origin>(std::move(after));
    state_.history.changeWhere([&](const Snapshot& step) { return step.origin == before; },
                               [&](Snapshot& step) { step.origin = origin; });
}

/// Nothing of where one stood and of what one was about belongs to another document. A mode that is
/// about an experiment makes room.
void FileUpdate::showOpened() {
    const Mode now = state_.place.mode;
    state_.place = {.mode = isOfExperiment(now) ? Mode::lab : now,
                    .presenting = state_.place.presenting};
    state_.hands = {};
    settle(state_);
}

void FileUpdate::closeSheet() {
    if (state_.hands.open<FileSheet>() != nullptr) state_.hands.sheet = {};
}

}  // namespace lookback
