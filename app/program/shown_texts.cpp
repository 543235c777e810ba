#include "app/program/shown_texts.h"

namespace lookback {

std::vector<std::string> shownTexts(const AppState& state) {
    std::vector<std::string> texts = state.document().tokens;
    texts.push_back(state.document().title);
    texts.push_back(state.view.notice);
    if (state.view.naming) texts.push_back(state.view.naming->text);
    if (const auto& sheet = state.view.file_sheet) {
        texts.push_back(sheet->text);
        texts.push_back(sheet->folder);
        for (const FolderEntry& entry : sheet->entries) texts.push_back(entry.name);
    }
    return texts;
}

}  // namespace lookback
