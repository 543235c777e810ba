#include "app/state/commands/commands.h"
#include "app/state/update/update_generate.h"

namespace lookback {
namespace {

const GeneratePlace& generatePlace(const AppState& s) { return s.workshop.generate; }
bool isPastFirstPart(const AppState& s) {
    return generatePlace(s).written > 0 || generatePlace(s).part != WordPart::word;
}
bool isBeforeLastPart(const AppState& s) {
    return generatePlace(s).written < kMostWords || generatePlace(s).part != WordPart::choice;
}
bool notLastWord(const AppState& s) { return generatePlace(s).written < kMostWords; }
bool hasHeads(const AppState& s) { return s.workshop.experiment().model.heads > 1; }

template <class Change>
Action with(const AppState& s, Change change) {
    GeneratePlace place = generatePlace(s);
    change(place);
    return SetGeneratePlace{place};
}

const std::array kGeneratingCommands{
    Command{CommandGroup::generate,
            "write-on",
            "Next step of the word",
            {ImGuiKey_RightArrow, ImGuiKey_PageDown},
            KeyUse::always_repeats,
            isBeforeLastPart,
            [](const AppState&) -> Action { return MoveWriting{1}; }},
    Command{CommandGroup::generate,
            "write-back",
            "Step back: the word is taken away",
            {ImGuiKey_LeftArrow, ImGuiKey_PageUp},
            KeyUse::always_repeats,
            isPastFirstPart,
            [](const AppState&) -> Action { return MoveWriting{-1}; }},
    Command{CommandGroup::generate,
            "write-word",
            "A whole word",
            {ImGuiKey_DownArrow, 0},
            KeyUse::always_repeats,
            notLastWord,
            [](const AppState&) -> Action { return MoveWords{1}; }},
    Command{CommandGroup::generate,
            "write-word-back",
            "Take a whole word away",
            {ImGuiKey_UpArrow, 0},
            KeyUse::always_repeats,
            isPastFirstPart,
            [](const AppState&) -> Action { return MoveWords{-1}; }},
    Command{CommandGroup::generate,
            "write-first",
            "The prompt alone",
            {ImGuiKey_Home, 0},
            KeyUse::always,
            isPastFirstPart,
            [](const AppState&) -> Action {
                return GoToWord{0, WordPart::word};
            }},
    Command{CommandGroup::generate,
            "write-last",
            "Write the line to its end",
            {ImGuiKey_End, 0},
            KeyUse::always,
            [](const AppState& s) { return !isAtEndOfWriting(s); },
            [](const AppState&) -> Action { return WriteToEnd{}; }},
    Command{CommandGroup::generate,
            "write-play",
            "Play, pause",
            {ImGuiKey_Space, 0},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action { return SetPlaying{!s.place.playing}; }},
    Command{CommandGroup::generate,
            "write-slower",
            "Play slower",
            {ImGuiKey_LeftBracket, 0},
            KeyUse::always,
            [](const AppState& s) { return s.preferences.play_speed > 0; },
            [](const AppState& s) -> Action { return SetPlaySpeed{s.preferences.play_speed - 1}; }},
    Command{CommandGroup::generate,
            "write-faster",
            "Play faster",
            {ImGuiKey_RightBracket, 0},
            KeyUse::always,
            [](const AppState& s) {
                return s.preferences.play_speed + 1 < static_cast<int>(kPlaySpeeds.size());
            },
            [](const AppState& s) -> Action { return SetPlaySpeed{s.preferences.play_speed + 1}; }},
    Command{CommandGroup::generate,
            "write-head",
            "Next head",
            {ImGuiKey_H, 0},
            KeyUse::always,
            hasHeads,
            [](const AppState& s) {
                return with(s, [&](GeneratePlace& place) {
                    place.head = (place.head + 1) % s.workshop.experiment().model.heads;
                });
            }},
    Command{CommandGroup::generate,
            "write-twin",
            "Tell of the other twin",
            {ImGuiKey_T, 0},
            KeyUse::always,
            [](const AppState& s) { return s.workshop.experiment().twins.size() > 1; },
            [](const AppState& s) {
                return with(s, [](GeneratePlace& place) {
                    if (place.shown != TwinsShown::both) {
                        place.shown = place.shown == TwinsShown::a ? TwinsShown::b : TwinsShown::a;
                    }
                    place.told = 1 - place.told;
                });
            }},
};

}  // namespace

std::span<const Command> generateCommands() { return kGeneratingCommands; }

}  // namespace lookback
