#pragma once

#include "app/state/action.h"
#include "app/state/app_state.h"

namespace lookback {

/// Turns wishes about files into effects, and takes the program's answers. What opens another
/// document is undone like an edit.
class FileUpdate {
public:
    explicit FileUpdate(AppState& state) : state_(state) {}

    void operator()(const OpenLesson& a);
    void operator()(const OpenFile& a);
    void operator()(const SaveFile& a);
    void operator()(const ExportFile& a);
    void operator()(const LookInFolder& a);
    void operator()(const FileOpened& a);
    void operator()(const FileSaved& a);
    void operator()(const FileExported& a);
    void operator()(const FileFailed& a);
    void operator()(const FolderListed& a);
    void operator()(const ShowFileSheet& a);

private:
    void open(Origin origin);
    void closeSheet();
    [[nodiscard]] std::string suggestedName(const FileTask& task) const;

    AppState& state_;
};

}  // namespace lookback
