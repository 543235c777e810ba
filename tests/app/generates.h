#pragma once

#include "app/state/model/shown_writing.h"
#include "core/language/writing.h"
#include "tests/app/trains.h"

namespace lookback::test {

inline constexpr ImGuiKeyChord kGenerate = ImGuiMod_Alt | ImGuiKey_5;

inline void openGenerate(LabUnderTest& lab) {
    lab.ui.key(kGenerate);
    lab.ui.step(3);
    trainToTheEnd(lab);
}

inline const GeneratePlace& placeOf(const LabUnderTest& lab) { return lab.state().generate_place; }

inline const TrainingRun& runOf(const LabUnderTest& lab) {
    return lab.state().training.report()->run;
}

inline const WritingMoment& momentOf(const LabUnderTest& lab) {
    return *lab.state().writing.moment();
}

template <class How>
void change(LabUnderTest& lab, How how) {
    GeneratePlace place = placeOf(lab);
    how(place);
    lab.act(Change(place));
    lab.ui.step(2);
}

/// What the engine's generation writes in the place of a twin.
inline Written engineWrites(const LabUnderTest& lab, std::size_t twin) {
    const TrainingRun& run = runOf(lab);
    const WritingMoment& moment = momentOf(lab);
    std::vector<Unit> prompt = moment.twins[twin].units;
    prompt.resize(moment.given);
    const NextWordChoice& choice = placeOf(lab).choice;
    Sampling sampling{.temperature = choice.temperature, .top_k = choice.top_k};
    if (!choice.is_greedy) sampling.seed = choice.seed;
    return run.twin(twin, [&](const auto& history) {
        return generate(run.experiment(), history.twin(),
                        history.stateAfter(moment.wish.step)->parameters, prompt,
                        placeOf(lab).written + 1, sampling);
    });
}

inline void checkAgainstEngine(const LabUnderTest& lab) {
    for (std::size_t twin = 0; twin < momentOf(lab).twins.size(); ++twin) {
        const Written expected = engineWrites(lab, twin);
        const TwinWriting& found = momentOf(lab).twins[twin];
        REQUIRE(found.units.size() + 1 == expected.units.size());
        for (std::size_t at = 0; at < found.units.size(); ++at) {
            CHECK(found.units[at] == expected.units[at]);
        }
        for (std::size_t word = 0; word < found.words.size(); ++word) {
            const WordWritten& one = found.words[word];
            CHECK(one.unit == expected.units[momentOf(lab).given + word]);
            CHECK(one.chances[static_cast<std::size_t>(one.unit)] == expected.chances[word]);
            CHECK(one.lot.has_value() == !expected.uniforms.empty());
            if (one.lot) CHECK(*one.lot == expected.uniforms[word]);
            CHECK(one.equals_full_run);
        }
    }
}

}  // namespace lookback::test
