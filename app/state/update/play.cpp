#include "app/state/update/play.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "app/state/update/update.h"
#include "app/state/update/update_view.h"

namespace lookback {
namespace {

/// Whether the time for a step has come.
bool isStepDue(const AppState& state) {
    const auto speed = static_cast<std::size_t>(state.preferences.play_speed);
    return state.place.since_tick * kPlaySpeeds[speed] >= kPlaySeconds;
}

void settleNothing(AppState&) {}

/// The pair is computed here, so that views find it and compute nothing.
ComparedPair settleCompared(const AppState& state) {
    return state.comparison.of(state.shown, state.place.compared);
}

void settleCompare(AppState& state) { static_cast<void>(settleCompared(state)); }

void settleLeaks(AppState& state) {
    const ComparedPair pair = settleCompared(state);
    if (leakPairFault(pair)) return;
    state.leaks.settle(pair, state.place.compared);
    if (!state.leaks.hasQuestion()) return;
    state.effects.emplace_back(
        FindLeaks{std::make_shared<const LeakQuestion>(state.leaks.takeQuestion(pair))});
}

bool isTrainingToCome(const AppState& state) {
    return state.training.isAsked() || state.training.hasQuestion() || state.writing.wish();
}

void askForTraining(AppState& state) {
    if (state.training.isAsked() || !isTrainingToCome(state)) return;
    TrainingQuestion question =
        state.training.takeQuestion(state.experiment_work.history.current().experiment);
    question.writing = state.writing.wish();
    state.effects.emplace_back(
        Train{std::make_shared<const TrainingQuestion>(std::move(question))});
}

/// Asks for the faults of the lesson that is being written. The worker does one job at a time: the
/// training on the screen comes first, and a lesson that was asked for before it is asked for
/// again.
void askForLessonFaults(AppState& state) {
    if (!state.draft) return;
    DraftReading& reading = state.draft->reading;
    const bool may_ask =
        isWritingLesson(state) && reading.unchecked != nullptr && !isTrainingToCome(state);
    if (may_ask && !reading.is_asked) state.effects.emplace_back(CheckLesson{reading.unchecked});
    reading.is_asked = may_ask;
}

void settleTrain(AppState& state) {
    state.training.settle(state.train_place);
    state.writing.settle();
    askForTraining(state);
}

void settleGenerate(AppState& state) {
    state.training.settle();
    state.writing.settle(state.training, state.train_place, state.generate_place);
    askForTraining(state);
}

void rewindSteps(AppState& state) {
    if (isAtEnd(state)) update(state, GoTo{0, 0});
}

void rewindTraining(AppState& state) {
    if (state.train_place.step >= state.experiment().steps) state.train_place.step = 0;
}

void rewindWriting(AppState& state) {
    if (isAtEndOfWriting(state)) update(state, Change(goToWord, 0, WordPart::word));
}

void playSteps(AppState& state) {
    if (!isStepDue(state)) return;
    update(state, isAtEnd(state) ? Action(SetPlaying{false}) : Action(Move{StepUnit::cell, 1}));
}

/// As many steps as their time has come for; it ends with the last.
void playTraining(AppState& state) {
    const TrainPlace& train = state.train_place;
    const double speed = kTrainSpeeds[static_cast<std::size_t>(train.speed)];
    const auto steps = static_cast<Index>(state.place.since_tick * speed);
    if (steps == 0) return;
    state.place.since_tick -= static_cast<double>(steps) / speed;
    update(state, MoveTraining{steps});
    if (train.step >= state.experiment().steps) update(state, SetPlaying{false});
}

/// A step within the word; it ends with the line.
void playWriting(AppState& state) {
    if (!isStepDue(state)) return;
    state.place.since_tick = 0;
    update(state, Change(moveByParts, 1));
    if (isAtEndOfWriting(state)) update(state, SetPlaying{false});
}

Index playedProbe(const AppState& state) {
    return probeIndex(state.place.leak, state.document().n());
}

Action playProbe(const AppState& state, Index index) {
    return Change(setProbe, index, state.document().n());
}

void rewindProbes(AppState& state) {
    if (playedProbe(state) == state.document().n()) update(state, playProbe(state, 0));
}

/// Nudges one token after the other; it ends with the appended one.
void playProbes(AppState& state) {
    if (!isStepDue(state)) return;
    state.place.since_tick = 0;
    update(state, playProbe(state, std::min(playedProbe(state) + 1, state.document().n())));
    if (playedProbe(state) == state.document().n()) update(state, SetPlaying{false});
}

constexpr std::array<ModePlay, kModeCount> kModePlays{{
    {Mode::lab, settleNothing, rewindSteps, playSteps},
    {Mode::compare, settleCompare, rewindSteps, playSteps},
    {Mode::leak, settleLeaks, rewindProbes, playProbes},
    {Mode::train, settleTrain, rewindTraining, playTraining},
    {Mode::generate, settleGenerate, rewindWriting, playWriting},
}};
static_assert(hasEachMode(kModePlays));

/// True while the page of lessons computes its pictures.
bool isDrawingCourse(const AppState& state) {
    return state.hands.open<CoursePage>() != nullptr && !state.course.isFinished();
}

bool isWiggling(const AppState& state) {
    return state.place.mode == Mode::leak && state.place.leak.wiggling;
}

}  // namespace

const ModePlay& playOf(const AppState& state) {
    return kModePlays[static_cast<std::size_t>(state.place.mode)];
}

bool walksSteps(Mode mode) { return kModePlays[static_cast<std::size_t>(mode)].tick == playSteps; }

void settlePlace(AppState& state) {
    if (!isAwaitingNumbers(state)) playOf(state).settle(state);
    askForLessonFaults(state);
}

bool isWaiting(const AppState& state) {
    return info(state.place.mode).subject == SubjectKind::experiment && isTrainingToCome(state);
}

void advance(AppState& state, double seconds) {
    Place& place = state.place;
    const Preferences& preferences = state.preferences;
    // Under a number that is being dragged everything stands still.
    const bool rests = !preferences.has_motion || state.hands.doing<NumberDrag>() != nullptr;
    const auto moved = [&](double t) {
        return rests ? 1 : std::min(1.0, t + seconds / kMotionSeconds);
    };
    place.motion = moved(place.motion);
    if (isWiggling(state)) place.leak.wiggled += seconds;
    state.motion.t = moved(state.motion.t);
    if (!state.motion.isOn()) state.motion.end();
    if (isDrawingCourse(state)) state.course.advance();
    if (!place.playing || isAwaitingNumbers(state)) return;
    place.since_tick += seconds;
    playOf(state).tick(state);
}

bool isMoving(const AppState& state) {
    return state.place.playing || isWiggling(state) || state.place.motion < 1 ||
           state.motion.isOn() || isDrawingCourse(state);
}

}  // namespace lookback
