#include <algorithm>

#include "app/state/commands/commands.h"

namespace lookback {
namespace {

constexpr Index kFar = 10;

const TrainPlace& trainPlace(const AppState& s) { return s.workshop.place; }
Index trainingStep(const AppState& s) {
    return std::min(trainPlace(s).step, s.workshop.experiment().steps);
}
bool isPastFirstTrainingStep(const AppState& s) { return trainingStep(s) > 0; }
bool isBeforeLastTrainingStep(const AppState& s) {
    return trainingStep(s) < s.workshop.experiment().steps;
}

Action withSpeed(const AppState& s, int by) {
    TrainPlace place = trainPlace(s);
    place.speed += by;
    return SetTrainPlace{place};
}

const std::array kTrainingCommands{
    Command{CommandGroup::train,
            "train-on",
            "One step on",
            {ImGuiKey_RightArrow, ImGuiKey_PageDown},
            KeyUse::always_repeats,
            isBeforeLastTrainingStep,
            [](const AppState&) -> Action { return MoveTraining{1}; }},
    Command{CommandGroup::train,
            "train-back",
            "One step back",
            {ImGuiKey_LeftArrow, ImGuiKey_PageUp},
            KeyUse::always_repeats,
            isPastFirstTrainingStep,
            [](const AppState&) -> Action { return MoveTraining{-1}; }},
    Command{CommandGroup::train,
            "train-far-on",
            "Ten steps on",
            {ImGuiKey_DownArrow, 0},
            KeyUse::always_repeats,
            isBeforeLastTrainingStep,
            [](const AppState&) -> Action { return MoveTraining{kFar}; }},
    Command{CommandGroup::train,
            "train-far-back",
            "Ten steps back",
            {ImGuiKey_UpArrow, 0},
            KeyUse::always_repeats,
            isPastFirstTrainingStep,
            [](const AppState&) -> Action { return MoveTraining{-kFar}; }},
    Command{CommandGroup::train,
            "train-first",
            "Before the first step",
            {ImGuiKey_Home, 0},
            KeyUse::always,
            isPastFirstTrainingStep,
            [](const AppState&) -> Action { return GoToTraining{0}; }},
    Command{
        CommandGroup::train,
        "train-last",
        "Train to the end",
        {ImGuiKey_T, ImGuiKey_End},
        KeyUse::always,
        isBeforeLastTrainingStep,
        [](const AppState& s) -> Action { return GoToTraining{s.workshop.experiment().steps}; }},
    Command{CommandGroup::train,
            "train-play",
            "Play, pause",
            {ImGuiKey_Space, 0},
            KeyUse::always,
            [](const AppState&) { return true; },
            [](const AppState& s) -> Action { return SetPlaying{!s.place.playing}; }},
    Command{CommandGroup::train,
            "train-slower",
            "Play slower",
            {ImGuiKey_LeftBracket, 0},
            KeyUse::always,
            [](const AppState& s) { return trainPlace(s).speed > 0; },
            [](const AppState& s) { return withSpeed(s, -1); }},
    Command{CommandGroup::train,
            "train-faster",
            "Play faster",
            {ImGuiKey_RightBracket, 0},
            KeyUse::always,
            [](const AppState& s) {
                return trainPlace(s).speed + 1 < static_cast<int>(kTrainSpeeds.size());
            },
            [](const AppState& s) { return withSpeed(s, 1); }},
    Command{CommandGroup::train,
            "train-logarithmic",
            "Losses on a logarithmic scale, or a linear one",
            {ImGuiKey_L, 0},
            KeyUse::always,
            [](const AppState&) { return true; },
            [](const AppState& s) -> Action {
                TrainPlace place = trainPlace(s);
                place.is_logarithmic = !place.is_logarithmic;
                return SetTrainPlace{place};
            }},
    Command{CommandGroup::train,
            "train-head",
            "Next head",
            {ImGuiKey_H, 0},
            KeyUse::always,
            [](const AppState& s) { return s.workshop.experiment().model.heads > 1; },
            [](const AppState& s) -> Action {
                TrainPlace place = trainPlace(s);
                place.head = (place.head + 1) % s.workshop.experiment().model.heads;
                return SetTrainPlace{place};
            }},
};

}  // namespace

std::span<const Command> trainCommands() { return kTrainingCommands; }

}  // namespace lookback
