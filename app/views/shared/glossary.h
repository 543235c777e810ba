#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "app/state/model/experiment_place.h"
#include "app/state/model/hands.h"
#include "app/state/model/mode.h"
#include "app/state/model/place.h"
#include "app/views/shared/scene.h"
#include "core/base/message.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// The page of lessons, from whatever mode.
struct OnCoursePage {};

/// The mode, and the step or part of it, that shows an entry of the glossary.
struct GlossaryPlace {
    Mode mode = Mode::lab;
    /// In that mode: the step that covers a stage, a part of the next token, a table of Compare,
    /// a card below the figures of Train, a menu of the top bar, or the page of lessons.
    std::variant<std::monostate, MatrixId, WordPart, CompareView, TrainBelow, Menu, OnCoursePage>
        at{};
    /// A shipped lesson with that step: opened where the document on screen does not have it.
    std::string_view lesson = "write-a-poem";
};

/// A word, its definition, and where it is shown.
struct GlossaryEntry {
    Message (*title)();
    Message (*text)();
    GlossaryPlace place;
};

/// All entries, those that begin with a sign first, the others by their English titles.
[[nodiscard]] std::span<const GlossaryEntry> glossary();

/// Returns the lesson that going to a place opens; empty where the document on screen has its step.
[[nodiscard]] std::string_view lessonToOpen(const Scene& scene, const GlossaryPlace& place);

/// Returns the name of a place: "Lab · Softmax".
[[nodiscard]] std::string placeTitle(const Scene& scene, const GlossaryPlace& place);

/// Asks for the actions that lead to a place.
void goToPlace(const Scene& scene, const GlossaryPlace& place);

}  // namespace lookback
