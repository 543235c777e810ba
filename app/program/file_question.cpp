#include "app/program/file_question.h"

#include "core/base/utf8.h"
#include "core/io/path.h"
#include "core/words/say.h"
#include "messages/sheets.h"

namespace lookback {

FileQuestion fileQuestion(const AppState& state, const FileSheet& sheet) {
    const Wording wording = state.wording();
    const std::string& file = fileOnScreen(state);
    const bool is_of_work = isFromRoot(file) && sheet.task.kind != FileTask::Kind::save_lesson;
    const std::vector<std::string_view> endings = listedEndings(sheet.task);
    return {.number = sheet.number,
            .is_save = !isRead(sheet.task),
            .takes_several = sheet.task.kind == FileTask::Kind::numbers,
            .title = wording.text(fileTaskTitle(sheet.task)),
            .accept = wording.text(acceptLabel(sheet.task)),
            .name = asUtf8(sheet.text),
            .folder = is_of_work ? folderOf(file) : sheet.folder,
            .suitable_label = wording.text(say::sheets::SuitableFiles{}),
            .all_label = wording.text(say::sheets::AllFiles{}),
            .endings = {endings.begin(), endings.end()}};
}

}  // namespace lookback
