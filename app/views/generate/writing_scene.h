#pragma once

#include <functional>
#include <string>

#include "app/look/painter.h"
#include "app/state/model/app_state.h"
#include "app/state/model/shown_writing.h"
#include "app/state/update/action.h"
#include "app/views/shared/scene.h"
#include "core/base/message.h"
#include "core/words/say.h"

namespace lookback {

/// The parameter of all views of Generate: the scene, and the sentences that the twins have
/// written.
class WritingScene {
public:
    /// Requires a moment of the writing.
    explicit WritingScene(const Scene& shown);

    const Scene& scene;
    const Look& look;
    const GeneratePlace place;  ///< with the prompt, the choice and the words of the moment
    const TrainingRun& run;
    const WritingMoment& moment;
    std::size_t told;  ///< the twin whose arithmetic is explained
    Index head;

    [[nodiscard]] std::size_t twins() const { return moment.twins.size(); }
    [[nodiscard]] const TwinWriting& toldTwin() const { return moment.twins[told]; }
    /// The twins that are shown, the explained one first.
    [[nodiscard]] std::vector<std::size_t> shownTwins() const;
    [[nodiscard]] bool isReached(WordPart part) const { return place.part >= part; }
    /// Returns the name of a unit; of a long name the beginning.
    [[nodiscard]] std::string nameOf(Unit unit) const;
    [[nodiscard]] std::vector<std::string> namesOf(std::span<const Unit> units) const;
    /// The number of the next word, counted from 1 with the prompt.
    [[nodiscard]] std::size_t nextNumber() const { return toldTwin().units.size() + 1; }
    [[nodiscard]] TextUnit unit() const { return run.experiment().unit; }
    /// The head on screen, counted from 1, where there are several; else 0.
    [[nodiscard]] Index headNumber() const {
        return run.experiment().model.heads > 1 ? head + 1 : 0;
    }
    /// Returns the name of a token as messages have it.
    [[nodiscard]] TokenLabel label(Unit unit_named) const { return {nameOf(unit_named)}; }
    [[nodiscard]] std::string said(const Message& message) const { return scene.said(message); }
    /// Asks for a changed place. @param how changes it
    template <class How>
    void change(How how) const {
        GeneratePlace next = scene.state.generate_place;
        how(next);
        scene.emit(Change(next));
    }
};

/// Returns the message that `say` makes of the end of a sentence: of the most last units with which
/// it fits into `room` pixels, at least of one.
[[nodiscard]] std::string aboutEndOfSentence(const WritingScene& writing, const Painter& painter,
                                             ImFont* font, std::span<const Unit> units, float room,
                                             const std::function<Message(const TokenLabel&)>& say);

}  // namespace lookback
