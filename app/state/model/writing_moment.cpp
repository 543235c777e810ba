#include "app/state/model/writing_moment.h"

#include <algorithm>

#include "core/language/mean_loss.h"
#include "core/language/probe.h"

namespace lookback {
namespace {

constexpr Index kUsualWords = 20;
constexpr Index kMostToEnd = 40;
constexpr std::ptrdiff_t kUsualPrompt = 2;

template <class Scalar>
TwinWriting writingOf(const TrainingRun& run, const TwinHistory<Scalar>& history,
                      const WritingWish& wish, const std::vector<Unit>& prompt,
                      const GivesUp& gives_up) {
    const Experiment& experiment = run.experiment();
    const auto state = history.stateAfter(wish.step, gives_up);
    TwinWriting writing;
    writing.words = writeOn(experiment, history.twin(), state->parameters, prompt, wish.written + 1,
                            samplingOf(wish.choice), gives_up);
    if (isGivenUp(gives_up)) return writing;
    writing.units = prompt;
    for (Index word = 0; word < wish.written; ++word) {
        writing.units.push_back(writing.words[static_cast<std::size_t>(word)].unit);
    }
    writing.input.show(probeDocument(experiment, history.twin(), run.text(),
                                     converted<double>(state->parameters), writing.read()));
    writing.standing = lineStanding(run.text(), experiment.starts, writing.units);
    return writing;
}

}  // namespace

double writingWork(const TrainingRun& run, const WritingWish& wish) {
    const Experiment& experiment = run.experiment();
    const Index all = std::ssize(promptOf(run, wish.prompt)) + wish.written + 1;
    const Index length = std::min(all, experiment.context);
    // Each word follows from a pass over all of its input, which is checked by a second one.
    const double of_word = 2 * static_cast<double>(length) *
                           placeWork(experiment, run.text().vocabularySize(), length);
    const Index again =
        run.twin(0, [&](const auto& history) { return history.stepsAgain(wish.step); });
    return static_cast<double>(run.twins()) * (static_cast<double>(wish.written + 1) * of_word +
                                               static_cast<double>(again) * run.stepWork());
}

WritingMoment writingMoment(const TrainingRun& run, const WritingWish& wish,
                            const GivesUp& gives_up) {
    const std::vector<Unit> prompt = promptOf(run, wish.prompt);
    WritingMoment moment{
        .wish = wish, .given = prompt.size(), .to_end = wordsToEnd(run.text(), std::ssize(prompt))};
    for (std::size_t twin = 0; twin < run.twins() && !isGivenUp(gives_up); ++twin) {
        moment.twins.push_back(run.twin(twin, [&](const auto& history) {
            return writingOf(run, history, wish, prompt, gives_up);
        }));
    }
    return moment;
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

Result<std::vector<Unit>> promptUnits(const TrainingRun& run, const std::string& typed) {
    // A prompt may be longer than the context.
    Experiment as_text;
    as_text.unit = run.experiment().unit;
    as_text.context = std::max<Index>(std::ssize(typed), 1);
    return probeUnits(as_text, run.text(), typed);
}

std::vector<Unit> promptOf(const TrainingRun& run, const std::string& typed) {
    for (const std::string& wished : {typed, run.experiment().prompt}) {
        if (auto units = promptUnits(run, wished)) {
            if (std::ssize(*units) > kMostPrompt) units->resize(kMostPrompt);
            return *units;
        }
    }
    const std::vector<Unit>& all = run.text().units;
    const auto first = all.begin() + run.text().train_starts.front();
    return {first, first + std::min(kUsualPrompt, all.end() - first)};
}

Sampling samplingOf(const NextWordChoice& choice) {
    Sampling sampling{.temperature = choice.temperature, .top_k = choice.top_k};
    if (!choice.is_greedy) sampling.seed = choice.seed;
    return sampling;
}

}  // namespace lookback
