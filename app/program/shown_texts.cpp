#include "app/program/shown_texts.h"

namespace lookback {
namespace {

constexpr std::size_t kMostOfText = 100'000;  ///< bytes of a training text

}  // namespace

std::vector<std::string_view> shownTexts(const AppState& state, std::string_view notice) {
    std::vector<std::string_view> texts{state.shown.writing(), notice, state.place.leak.word};
    if (info(state.place.mode).subject == SubjectKind::experiment) {
        texts.push_back(std::string_view(state.experiment().text).substr(0, kMostOfText));
        texts.push_back(state.train_place.probe);
    }
    if (const auto* naming = state.hands.doing<TokenNaming>()) texts.push_back(naming->text);
    if (const auto* typing = state.hands.doing<SentenceTyping>()) texts.push_back(typing->text);
    if (const auto* typing = state.hands.doing<TitleTyping>()) texts.push_back(typing->text);
    if (const auto* sheet = state.hands.open<NewSheet>()) texts.push_back(sheet->sentence);
    if (const auto* sheet = state.hands.open<ImportSheet>()) {
        texts.push_back(std::string_view(sheet->text).substr(0, kMostOfText));
    }
    if (const auto* help = state.hands.open<HelpSheet>()) texts.push_back(help->search);
    if (const auto* page = state.hands.open<CoursePage>()) {
        texts.push_back(page->search);
        for (const RecentDocument& recent : state.recents) {
            texts.push_back(recent.title);
            texts.push_back(recent.file);
        }
    }
    if (const auto* sheet = state.hands.open<FileSheet>()) {
        texts.push_back(sheet->text);
        texts.push_back(sheet->folder);
        texts.push_back(sheet->student);
        for (const FolderEntry& entry : sheet->entries) texts.push_back(entry.name);
    }
    return texts;
}

}  // namespace lookback
