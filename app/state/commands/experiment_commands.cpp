// Commands of the modes whose subject is an experiment: Train and Generate.
#include <algorithm>

#include "app/state/commands/commands.h"
#include "app/state/update/update_view.h"

namespace lookback {
namespace {

bool hasHeads(const AppState& s) { return s.experiment().model.heads > 1; }

constexpr Index kFar = 10;

const TrainPlace& trainPlace(const AppState& s) { return s.train_place; }
Index trainingStep(const AppState& s) { return std::min(trainPlace(s).step, s.experiment().steps); }
bool isPastFirstTrainingStep(const AppState& s) { return trainingStep(s) > 0; }
bool isBeforeLastTrainingStep(const AppState& s) { return trainingStep(s) < s.experiment().steps; }

Action withSpeed(const AppState& s, int by) {
    return Change(&TrainPlace::speed, trainPlace(s).speed + by);
}

const std::array kTrainingCommands{
    Command{CommandGroup::train,
            "train-on",
            "One step on",
            {Key::right, Key::page_down},
            KeyUse::always_repeats,
            isBeforeLastTrainingStep,
            [](const AppState&) -> Action { return MoveTraining{1}; }},
    Command{CommandGroup::train,
            "train-back",
            "One step back",
            {Key::left, Key::page_up},
            KeyUse::always_repeats,
            isPastFirstTrainingStep,
            [](const AppState&) -> Action { return MoveTraining{-1}; }},
    Command{CommandGroup::train,
            "train-far-on",
            "Ten steps on",
            {Key::down},
            KeyUse::always_repeats,
            isBeforeLastTrainingStep,
            [](const AppState&) -> Action { return MoveTraining{kFar}; }},
    Command{CommandGroup::train,
            "train-far-back",
            "Ten steps back",
            {Key::up},
            KeyUse::always_repeats,
            isPastFirstTrainingStep,
            [](const AppState&) -> Action { return MoveTraining{-kFar}; }},
    Command{CommandGroup::train,
            "train-first",
            "Before the first step",
            {Key::home},
            KeyUse::always,
            isPastFirstTrainingStep,
            [](const AppState&) -> Action { return Change(&TrainPlace::step, 0); }},
    Command{CommandGroup::train,
            "train-last",
            "Train to the end",
            {Key::t, Key::end},
            KeyUse::always,
            isBeforeLastTrainingStep,
            [](const AppState& s) -> Action {
                return Change(&TrainPlace::step, s.experiment().steps);
            }},
    playCommand(CommandGroup::train, "train-play"),
    Command{CommandGroup::train,
            "train-slower",
            "Play slower",
            {Key::left_bracket},
            KeyUse::always,
            [](const AppState& s) { return trainPlace(s).speed > 0; },
            [](const AppState& s) { return withSpeed(s, -1); }},
    Command{CommandGroup::train,
            "train-faster",
            "Play faster",
            {Key::right_bracket},
            KeyUse::always,
            [](const AppState& s) {
                return trainPlace(s).speed + 1 < static_cast<int>(kTrainSpeeds.size());
            },
            [](const AppState& s) { return withSpeed(s, 1); }},
    Command{CommandGroup::train,
            "train-logarithmic",
            "Losses on a logarithmic scale, or a linear one",
            {Key::l},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                return Change(&TrainPlace::is_logarithmic, !trainPlace(s).is_logarithmic);
            }},
    Command{CommandGroup::train,
            "train-head",
            "Next head",
            {Key::h},
            KeyUse::always,
            hasHeads,
            [](const AppState& s) -> Action {
                const Index heads = s.experiment().model.heads;
                return Change(&TrainPlace::head, (trainPlace(s).head + 1) % heads);
            }},
};

const GeneratePlace& generatePlace(const AppState& s) { return s.generate_place; }
bool isPastFirstPart(const AppState& s) {
    return generatePlace(s).written > 0 || generatePlace(s).part != WordPart::word;
}
bool isBeforeLastPart(const AppState& s) {
    return generatePlace(s).written < kMostWords || generatePlace(s).part != WordPart::choice;
}
bool notLastWord(const AppState& s) { return generatePlace(s).written < kMostWords; }

const std::array kGeneratingCommands{
    Command{CommandGroup::generate,
            "write-on",
            "Next step of the word",
            {Key::right, Key::page_down},
            KeyUse::always_repeats,
            isBeforeLastPart,
            [](const AppState&) -> Action { return Change(moveByParts, 1); }},
    Command{CommandGroup::generate,
            "write-back",
            "Step back: the word is taken away",
            {Key::left, Key::page_up},
            KeyUse::always_repeats,
            isPastFirstPart,
            [](const AppState&) -> Action { return Change(moveByParts, -1); }},
    Command{CommandGroup::generate,
            "write-word",
            "A whole word",
            {Key::down},
            KeyUse::always_repeats,
            notLastWord,
            [](const AppState&) -> Action { return Change(moveByWords, 1); }},
    Command{CommandGroup::generate,
            "write-word-back",
            "Take a whole word away",
            {Key::up},
            KeyUse::always_repeats,
            isPastFirstPart,
            [](const AppState&) -> Action { return Change(moveByWords, -1); }},
    Command{CommandGroup::generate,
            "write-first",
            "The prompt alone",
            {Key::home},
            KeyUse::always,
            isPastFirstPart,
            [](const AppState&) -> Action { return Change(goToWord, 0, WordPart::word); }},
    Command{CommandGroup::generate,
            "write-last",
            "Write the line to its end",
            {Key::end},
            KeyUse::always,
            [](const AppState& s) { return !isAtEndOfWriting(s); },
            [](const AppState& s) -> Action {
                return Change(goToWord, wordsToEnd(s), WordPart::choice);
            }},
    playCommand(CommandGroup::generate, "write-play"),
    slowerCommand(CommandGroup::generate, "write-slower"),
    fasterCommand(CommandGroup::generate, "write-faster"),
    Command{CommandGroup::generate,
            "write-head",
            "Next head",
            {Key::h},
            KeyUse::always,
            hasHeads,
            [](const AppState& s) -> Action {
                const Index heads = s.experiment().model.heads;
                return Change(&GeneratePlace::head, (generatePlace(s).head + 1) % heads);
            }},
    Command{CommandGroup::generate,
            "write-twin",
            "Tell of the other twin",
            {Key::t},
            KeyUse::always,
            [](const AppState& s) { return s.experiment().twins.size() > 1; },
            [](const AppState& s) -> Action {
                GeneratePlace place = generatePlace(s);
                if (place.shown != TwinsShown::both) {
                    place.shown = place.shown == TwinsShown::a ? TwinsShown::b : TwinsShown::a;
                }
                place.told = 1 - place.told;
                return Change(place);
            }},
};

}  // namespace

std::span<const Command> trainCommands() { return kTrainingCommands; }

std::span<const Command> generateCommands() { return kGeneratingCommands; }

}  // namespace lookback
