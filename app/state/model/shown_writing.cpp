#include "app/state/model/shown_writing.h"

#include <algorithm>

#include "core/language/probe.h"

namespace lookback {
namespace {

constexpr Index kUsualWords = 20;
constexpr Index kMostToEnd = 40;
constexpr std::ptrdiff_t kUsualPrompt = 2;

TwinWriting writingOf(const TrainingRun& run, std::size_t twin, Index step,
                      const std::vector<Unit>& prompt, const GeneratePlace& place) {
    const Experiment& experiment = run.experiment();
    return run.twin(twin, [&](const auto& history) {
        const auto state = history.stateAfter(step);
        TwinWriting writing;
        writing.words = writeOn(experiment, history.twin(), state->parameters, prompt,
                                place.written + 1, samplingOf(place.choice));
        writing.units = prompt;
        for (Index word = 0; word < place.written; ++word) {
            writing.units.push_back(writing.words[static_cast<std::size_t>(word)].unit);
        }
        writing.input.show(probeDocument(experiment, history.twin(), run.text(),
                                         converted<double>(state->parameters), writing.read()));
        writing.standing = standingOf(run.text(), experiment.starts, writing.units);
        return writing;
    });
}

/// Of a text in one long line, as many as one likes to see.
Index wordsToEnd(const UnitText& text, Index given) {
    Index longest = 0;
    for (std::size_t k = 0; k < text.lines.size(); ++k) {
        const bool is_last = k + 1 == text.lines.size();
        const Index end = is_last ? std::ssize(text.units) : text.lines[k + 1];
        longest = std::max(longest, end - text.lines[k]);
    }
    return longest > given ? std::min(longest - given, kMostToEnd) : kUsualWords;
}

}  // namespace

Result<std::vector<Unit>> promptUnits(const TrainingRun& run, const std::string& typed) {
    // A prompt may be longer than the context.
    Experiment as_text;
    as_text.unit = run.experiment().unit;
    as_text.context = std::max<Index>(std::ssize(typed), 1);
    return probeUnits(as_text, run.text(), typed);
}

std::vector<Unit> promptOf(const TrainingRun& run, const std::string& typed) {
    if (auto units = promptUnits(run, typed)) return *units;
    const std::vector<Unit>& all = run.text().units;
    const auto first = all.begin() + run.text().train_starts.front();
    return {first, first + std::min(kUsualPrompt, all.end() - first)};
}

Sampling samplingOf(const NextWordChoice& choice) {
    Sampling sampling{.temperature = choice.temperature, .top_k = choice.top_k};
    if (!choice.is_greedy) sampling.seed = choice.seed;
    return sampling;
}

std::size_t toldTwin(const GeneratePlace& place, std::size_t twins) {
    const std::size_t wished = place.shown == TwinsShown::both ? place.told
                               : place.shown == TwinsShown::b  ? 1
                                                               : 0;
    return std::min(wished, twins - 1);
}

bool isShown(const GeneratePlace& place, std::size_t twin, std::size_t twins) {
    return place.shown == TwinsShown::both || twin == toldTwin(place, twins);
}

const WritingMoment& ShownWriting::at(const ShownTraining& training, const TrainPlace& train,
                                      const GeneratePlace& place) const {
    const TrainingReport& report = *training.report();
    const Index step = training.stepOf(train);
    const bool is_same = moment_ && number_ == report.number && moment_->step == step &&
                         place_.prompt == place.prompt && place_.choice == place.choice &&
                         place_.written == place.written;
    if (is_same) return *moment_;
    number_ = report.number;
    place_ = place;
    const TrainingRun& run = report.run;
    const std::vector<Unit> prompt = promptOf(run, place.prompt);
    moment_ = WritingMoment{.step = step,
                            .given = prompt.size(),
                            .to_end = wordsToEnd(run.text(), std::ssize(prompt)),
                            .twins = {}};
    for (std::size_t twin = 0; twin < run.twins(); ++twin) {
        moment_->twins.push_back(writingOf(run, twin, step, prompt, place));
    }
    return *moment_;
}

}  // namespace lookback
