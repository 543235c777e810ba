#pragma once

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// Shows a document that was made in the window as if it were opened: undone like an edit, unsaved.
void openMade(AppState& state, Document made);

/// Returns the action that opens, saves or exports a file that was chosen for a task.
/// @param replaces an existing file is overwritten without a question
[[nodiscard]] Action actionOn(const FileTask& task, const std::string& path, bool replaces);

/// Turns wishes about files into effects, and takes the program's answers; undoes. What opens
/// another document or experiment is undone like an edit; what was not saved becomes a draft.
class FileUpdate {
public:
    explicit FileUpdate(AppState& state) : state_(state) {}

    void operator()(const OpenLesson& a);
    void operator()(const OpenExperiment& a);
    void operator()(const MakeDocument& a);
    void operator()(const Undo&);
    void operator()(const Redo&);
    void operator()(const FinishDrag&);
    void operator()(const CancelDrag&);
    void operator()(const OpenFile& a);
    void operator()(const CompareFile& a);
    void operator()(const SaveFile& a);
    void operator()(const ExportFile& a);
    void operator()(const LookInFolder& a);
    void operator()(const FileOpened& a);
    void operator()(const LessonRead& a);
    void operator()(const FileSaved& a);
    void operator()(const FileInTheWay& a);
    void operator()(const PictureAllowed& a);
    void operator()(const FileExported& a);
    void operator()(const FileFailed& a);
    void operator()(const FolderListed& a);
    void operator()(const OpenProbe& a);
    void operator()(const ShowFileSheet& a);
    void operator()(const FileDialogShown& a);
    void operator()(const CloseConflict& a);
    void operator()(const OpenDraft& a);
    void operator()(const DraftOpened& a);
    void operator()(const DraftKept& a);
    void operator()(const DraftFailed& a);
    void operator()(const ForgetFile& a);
    void operator()(const LookForRecents& a);
    void operator()(const RecentsListed& a);

    /// Closes the sheet whose dialog has answered. @return the actions on the chosen files
    [[nodiscard]] Actions actionsOn(const FilesChosen& a);

private:
    /// Closes the sheet that chooses a file; the sheet that wanted the file comes back.
    void closeFileSheet();
    [[nodiscard]] std::string suggestedName(const FileTask& task) const;

    AppState& state_;
};

}  // namespace lookback
