#pragma once

#include <string>

#include "app/look/painter.h"
#include "app/state/model/app_state.h"
#include "app/state/model/shown_writing.h"
#include "app/state/update/action.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// What all views of Generate read: the scene, and what the twins have written.
class WritingScene {
public:
    /// Only where there is a moment.
    explicit WritingScene(const Scene& shown);

    const Scene& scene;
    const Look& look;
    const GeneratePlace place;  ///< with the prompt, the choice and the words of the moment
    const TrainingRun& run;
    const WritingMoment& moment;
    std::size_t told;  ///< the twin whose arithmetic is told
    Index head;

    [[nodiscard]] std::size_t twins() const { return moment.twins.size(); }
    [[nodiscard]] const TwinWriting& toldTwin() const { return moment.twins[told]; }
    /// Those that write before one's eyes, the first one first.
    [[nodiscard]] std::vector<std::size_t> shownTwins() const;
    [[nodiscard]] bool isReached(WordPart part) const { return place.part >= part; }
    /// A unit as it is read, long ones by their beginning.
    [[nodiscard]] std::string nameOf(Unit unit) const;
    [[nodiscard]] std::vector<std::string> namesOf(std::span<const Unit> units) const;
    /// The number of the word to come, counted from 1 with the prompt.
    [[nodiscard]] std::size_t nextNumber() const { return toldTwin().units.size() + 1; }
    /// What units are: "word" or "character".
    [[nodiscard]] std::string_view noun() const;
    /// Goes on with a changed place.
    template <class How>
    void change(How how) const {
        GeneratePlace next = scene.state.generate_place;
        how(next);
        scene.emit(Change(next));
    }
};

/// The end of a sentence that has room, whole words of it.
[[nodiscard]] std::string endOfSentence(const WritingScene& writing, const Painter& painter,
                                        ImFont* font, std::span<const Unit> units, float room);

}  // namespace lookback
