#include "app/state/update_files.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "app/state/sentences.h"
#include "app/state/settle.h"
#include "core/base/text.h"
#include "core/io/lesson_library.h"

namespace lookback {

void FileUpdate::operator()(const OpenLesson& a) {
    Checked<Document> opened = openLesson(a.id);
    if (!opened) {
        state_.notice = asSentence(opened.error().front().message);
        return;
    }
    open({*std::move(opened), a.id, "", {}});
}

void FileUpdate::operator()(const OpenFile& a) {
    state_.effects.emplace_back(ReadDocument{a.path});
}
void FileUpdate::operator()(const SaveFile& a) {
    state_.effects.emplace_back(WriteDocument{a.path});
}
void FileUpdate::operator()(const ExportFile& a) {
    closeSheet();
    state_.effects.emplace_back(WriteExport{a.path, a.kind});
}
void FileUpdate::operator()(const LookInFolder& a) {
    const auto* const sheet = state_.hands.open<FileSheet>();
    const FileTask task = sheet != nullptr ? sheet->task : FileTask();
    state_.effects.emplace_back(ListFolder{a.path, lastPart(endingOf(task))});
}

void FileUpdate::operator()(const FileOpened& a) { open({a.document, "", a.path, {}}); }

/// The file becomes that of every step of the history which came from the same place.
void FileUpdate::operator()(const FileSaved& a) {
    closeSheet();
    const std::shared_ptr<const Origin> before = state_.history.current().origin;
    Origin after = *before;
    after.file = a.path;
    after.saved = a.document;
    const auto origin = std::make_shared<const Origin>(std::move(after));
    state_.history.forEach([&](Snapshot& step) {
        if (step.origin == before) step.origin = origin;
    });
    compareWithOrigin(state_);
    state_.notice = fmt::format("Saved as {}.", quoted(a.path));
}

void FileUpdate::operator()(const FileExported& a) {
    state_.notice = fmt::format("Written to {}.", quoted(a.path));
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
    state_.hands.sheet = FileSheet{.task = *a.task, .text = suggestedName(*a.task)};
    state_.effects.emplace_back(ListFolder{"", lastPart(endingOf(*a.task))});
}

/// A name made of the title: `write-a-poem.lookback.json`.
std::string FileUpdate::suggestedName(const FileTask& task) const {
    if (task.kind == FileTask::Kind::open) return "";
    std::string name;
    for (const char letter : state_.document().title) {
        const bool is_plain = std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
                              static_cast<unsigned char>(letter) >= 128;
        if (is_plain) {
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    while (name.ends_with('-')) name.pop_back();
    if (name.empty()) name = "attention";
    return name + std::string(endingOf(task));
}

/// Nothing of where one stood and of what one was about belongs to another document.
void FileUpdate::open(Origin origin) {
    const Document opened = origin.document;
    state_.history.commit(openedSnapshot(std::move(origin), opened));
    state_.place = {.mode = state_.place.mode, .presenting = state_.place.presenting};
    state_.hands = {};
    settle(state_);
}

void FileUpdate::closeSheet() {
    if (state_.hands.open<FileSheet>() != nullptr) state_.hands.sheet = {};
}

}  // namespace lookback
