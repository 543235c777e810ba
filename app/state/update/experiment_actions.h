#pragma once

#include <memory>

#include "app/state/model/experiment_place.h"
#include "core/language/experiment.h"

namespace lookback {

// What one looks at in Generate: none of it is undone.

struct SetGeneratePlace {
    GeneratePlace place;
};
/// Steps within a word, and from one word to the next.
struct MoveWriting {
    Index by = 1;
};
/// Whole words: one sees as much of the next one.
struct MoveWords {
    Index by = 1;
};
/// So many words stand behind the prompt.
struct GoToWord {
    Index written = 0;
    WordPart part = WordPart::choice;
};
/// As many words as the text's longest line has behind the prompt.
struct WriteToEnd {};

struct TrainingReport;

// What happens to the experiment of Train.

/// One step of undo: the experiment becomes another.
struct SetExperiment {
    std::shared_ptr<const Experiment> experiment;
};
/// The same while it is dragged, until FinishDrag.
struct DragExperiment {
    std::shared_ptr<const Experiment> experiment;
};

// What one looks at: none of it is undone.

struct GoToTraining {
    Index step = 0;
};
struct MoveTraining {
    Index by = 1;
};
struct SetTrainPlace {
    TrainPlace place;
};
/// What the worker found of the training of the experiment.
struct TwinsTrained {
    std::shared_ptr<const TrainingReport> report;
};

}  // namespace lookback
