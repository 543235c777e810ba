// Commands of the modes whose subject is an experiment: Train and Generate.
#include <algorithm>

#include "app/state/commands/commands.h"
#include "app/state/model/stops.h"
#include "app/state/update/update_view.h"
#include "messages/commands.h"

namespace lookback {
namespace {

bool hasHeads(const AppState& s) { return s.experiment().model.heads > 1; }

constexpr Index kFar = 10;

const TrainPlace& trainPlace(const AppState& s) { return s.train_place; }
Index trainingStep(const AppState& s) { return std::min(trainPlace(s).step, s.experiment().steps); }
bool isPastFirstTrainingStep(const AppState& s) { return trainingStep(s) > 0; }
bool isBeforeLastTrainingStep(const AppState& s) { return trainingStep(s) < s.experiment().steps; }

/// Returns the action that goes on by `by` training steps; on a slide, to the next stop of the
/// remote in that direction.
Action trainOnwards(const AppState& s, Index by) {
    if (!s.place.presenting) return MoveTraining{by};
    const std::vector<Index> stops = trainingStops(s);
    const Index now = trainingStep(s);
    Index next = by > 0 ? stops.back() : stops.front();
    for (const Index stop : stops) {
        if (by > 0 && stop > now) next = std::min(next, stop);
        if (by < 0 && stop < now) next = std::max(next, stop);
    }
    return Change(&TrainPlace::step, next);
}

Action withSpeed(const AppState& s, int by) {
    return Change(&TrainPlace::speed, trainPlace(s).speed + by);
}

bool isOnSlide(const AppState& s) { return s.place.presenting; }

bool hasTwinOnSlide(const AppState& s) { return isOnSlide(s) && s.experiment().twins.size() > 1; }

template <Menu menu>
Action openMenu(const AppState&) {
    return Change(&Hands::wanted_menu, menu);
}

/// A menu on the slide of an experiment; in the window its rows are in a panel.
struct SlideMenu {
    Message (*label)();
    KeyChord key;
    bool (*enabled)(const AppState&);
    Action (*open)(const AppState&);
    KeyOnPage on_page{};
};
constexpr SlideMenu kTrainingMenu{stated<say::commands::TrainingMenu>, kCtrl | Key::digit_2,
                                  isOnSlide, openMenu<Menu::training>,
                                  onPage(kCtrl | kShift | Key::digit_2)};
constexpr SlideMenu kMaskOfA{stated<say::commands::MaskOfA>, kAlt | Key::a, isOnSlide,
                             openMenu<Menu::model_a>};
constexpr SlideMenu kMaskOfB{stated<say::commands::MaskOfB>, kAlt | Key::b, hasTwinOnSlide,
                             openMenu<Menu::model_b>};
constexpr SlideMenu kShapeMenu{stated<say::commands::ShapeMenu>, kCtrl | Key::digit_4, isOnSlide,
                               openMenu<Menu::model>, onPage(kCtrl | kShift | Key::digit_4)};

/// Returns the command that opens a menu on the slide.
Command slideMenuCommand(CommandGroup group, std::string_view name, const SlideMenu& menu) {
    return {group,        name,      menu.label, {menu.key}, KeyUse::opens_menu,
            menu.enabled, menu.open, 1,          nullptr,    menu.on_page};
}

const std::array kTrainingCommands{
    Command{CommandGroup::train,
            "train-on",
            stated<say::commands::TrainOn>,
            {Key::right, Key::page_down},
            KeyUse::always_repeats,
            [](const AppState& s) { return !leadsThroughLesson(s) && isBeforeLastTrainingStep(s); },
            [](const AppState& s) { return trainOnwards(s, 1); }},
    Command{CommandGroup::train,
            "train-back",
            stated<say::commands::TrainBack>,
            {Key::left, Key::page_up},
            KeyUse::always_repeats,
            [](const AppState& s) { return !leadsThroughLesson(s) && isPastFirstTrainingStep(s); },
            [](const AppState& s) { return trainOnwards(s, -1); }},
    Command{CommandGroup::train,
            "train-far-on",
            stated<say::commands::TrainFarOn>,
            {Key::down},
            KeyUse::always_repeats,
            isBeforeLastTrainingStep,
            [](const AppState&) -> Action { return MoveTraining{kFar}; }},
    Command{CommandGroup::train,
            "train-far-back",
            stated<say::commands::TrainFarBack>,
            {Key::up},
            KeyUse::always_repeats,
            isPastFirstTrainingStep,
            [](const AppState&) -> Action { return MoveTraining{-kFar}; }},
    Command{CommandGroup::train,
            "train-first",
            stated<say::commands::TrainFirst>,
            {Key::home},
            KeyUse::always,
            isPastFirstTrainingStep,
            [](const AppState&) -> Action { return Change(&TrainPlace::step, 0); }},
    Command{CommandGroup::train,
            "train-last",
            stated<say::commands::TrainLast>,
            {Key::t, Key::end},
            KeyUse::always,
            isBeforeLastTrainingStep,
            [](const AppState& s) -> Action {
                return Change(&TrainPlace::step, s.experiment().steps);
            }},
    playCommand(CommandGroup::train, "train-play"),
    Command{CommandGroup::train,
            "train-slower",
            stated<say::commands::PlaySlower>,
            {Key::left_bracket},
            KeyUse::always,
            [](const AppState& s) { return trainPlace(s).speed > 0; },
            [](const AppState& s) { return withSpeed(s, -1); }},
    Command{CommandGroup::train,
            "train-faster",
            stated<say::commands::PlayFaster>,
            {Key::right_bracket},
            KeyUse::always,
            [](const AppState& s) {
                return trainPlace(s).speed + 1 < static_cast<int>(kTrainSpeeds.size());
            },
            [](const AppState& s) { return withSpeed(s, 1); }},
    Command{CommandGroup::train,
            "train-logarithmic",
            stated<say::commands::Logarithmic>,
            {Key::l},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                return Change(&TrainPlace::is_logarithmic, !trainPlace(s).is_logarithmic);
            }},
    Command{CommandGroup::train,
            "train-head",
            stated<say::commands::NextHead>,
            {Key::h},
            KeyUse::always,
            hasHeads,
            [](const AppState& s) -> Action {
                const Index heads = s.experiment().model.heads;
                return Change(&TrainPlace::head, (trainPlace(s).head + 1) % heads);
            }},
    slideMenuCommand(CommandGroup::train, "train-menu", kTrainingMenu),
    slideMenuCommand(CommandGroup::train, "train-mask-a", kMaskOfA),
    slideMenuCommand(CommandGroup::train, "train-mask-b", kMaskOfB),
    slideMenuCommand(CommandGroup::train, "train-shape", kShapeMenu),
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
            stated<say::commands::WriteOn>,
            {Key::right, Key::page_down},
            KeyUse::always_repeats,
            [](const AppState& s) { return !leadsThroughLesson(s) && isBeforeLastPart(s); },
            [](const AppState&) -> Action { return Change(moveByParts, 1); }},
    Command{CommandGroup::generate,
            "write-back",
            stated<say::commands::WriteBack>,
            {Key::left, Key::page_up},
            KeyUse::always_repeats,
            [](const AppState& s) { return !leadsThroughLesson(s) && isPastFirstPart(s); },
            [](const AppState&) -> Action { return Change(moveByParts, -1); }},
    Command{CommandGroup::generate,
            "write-word",
            stated<say::commands::WriteToken>,
            {Key::down},
            KeyUse::always_repeats,
            notLastWord,
            [](const AppState&) -> Action { return Change(moveByWords, 1); }},
    Command{CommandGroup::generate,
            "write-word-back",
            stated<say::commands::RemoveLastToken>,
            {Key::up},
            KeyUse::always_repeats,
            isPastFirstPart,
            [](const AppState&) -> Action { return Change(moveByWords, -1); }},
    Command{CommandGroup::generate,
            "write-first",
            stated<say::commands::WriteFirst>,
            {Key::home},
            KeyUse::always,
            isPastFirstPart,
            [](const AppState&) -> Action { return Change(goToWord, 0, WordPart::word); }},
    Command{CommandGroup::generate,
            "write-last",
            stated<say::commands::WriteLast>,
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
            stated<say::commands::NextHead>,
            {Key::h},
            KeyUse::always,
            hasHeads,
            [](const AppState& s) -> Action {
                const Index heads = s.experiment().model.heads;
                return Change(&GeneratePlace::head, (generatePlace(s).head + 1) % heads);
            }},
    Command{CommandGroup::generate,
            "write-twin",
            stated<say::commands::OtherModel>,
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
    slideMenuCommand(CommandGroup::generate, "write-menu", kTrainingMenu),
    slideMenuCommand(CommandGroup::generate, "write-mask-a", kMaskOfA),
    slideMenuCommand(CommandGroup::generate, "write-mask-b", kMaskOfB),
    slideMenuCommand(CommandGroup::generate, "write-shape", kShapeMenu),
};

}  // namespace

std::span<const Command> trainCommands() { return kTrainingCommands; }

std::span<const Command> generateCommands() { return kGeneratingCommands; }

}  // namespace lookback
